import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Logger } from "effect"
import { describe, expect, it } from "vitest"
import { Administration } from "../../src/administration.ts"
import { callEndpoint } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const mia = "mia@northwind.test"
const scopes = ["campaigns:read"] as const

const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
type Keys = Administration["Type"]
const callAsOperator = <A>(
  person: string | null,
  endpointOf: (keys: Keys) => Parameters<typeof callEndpoint<A, never>>[0]
) =>
  Effect.flatMap(Administration, (keys) =>
    callEndpoint(endpointOf(keys), { kind: "operator", person }, { surface: "cli" })
  )
const eventsOf = (requestId: string) =>
  query(
    `select operation, status_code, error_code, actor_type, user_email, o.slug from audit_events e
     left join organizations o on o.id = e.organization_id where request_id = '${requestId}'`
  )

describe("keys that operators create and revoke", () => {
  it("have one event each in the organization's trail, also when they are rejected", async () => {
    const made = await demo.run(
      callAsOperator(mia, (keys) => keys["keys.create"]("northwind", { name: "Nightly", scopes }))
    )
    const key = { id: made.output!.id }
    const fresh = await demo.run(callAsOperator(mia, (keys) => keys["keys.rotate"]("northwind", { key })))
    const revoked = await demo.run(
      callAsOperator("olivia@northwind.test", (keys) => keys["keys.revoke"]("northwind", { key }))
    )
    const denied = await demo.run(
      callAsOperator("adam@northwind.test", (keys) =>
        keys["keys.revoke"]("northwind", { key: { id: fresh.output!.id } })
      )
    )
    const listed = await demo.run(callAsOperator(null, (keys) => keys["keys.list"]("northwind")))
    const event = {
      status_code: 200,
      error_code: null,
      actor_type: "user",
      user_email: mia,
      slug: "northwind"
    }
    expect(await eventsOf(made.requestId)).toEqual([{ ...event, operation: "keys.create" }])
    expect(await eventsOf(fresh.requestId)).toEqual([{ ...event, operation: "keys.rotate" }])
    expect(await eventsOf(revoked.requestId)).toEqual([
      { ...event, operation: "keys.revoke", user_email: "olivia@northwind.test" }
    ])
    expect(await eventsOf(denied.requestId)).toEqual([
      {
        ...event,
        operation: "keys.revoke",
        user_email: "adam@northwind.test",
        status_code: 403,
        error_code: "role_denied"
      }
    ])
    expect(await eventsOf(listed.requestId)).toEqual([
      { ...event, operation: "keys.list", actor_type: "operator", user_email: null }
    ])
  })

  it("are not created if their event cannot be written", async () => {
    const count = async () =>
      (await query<{ n: number }>("select count(*) as n from api_keys where name = 'Unheard of'"))[0]!.n
    await query(
      "alter table audit_unsealed add constraint closed check (operation <> 'keys.create') not valid"
    )
    const quiet = Logger.remove(Logger.defaultLogger)
    const answer = await demo.run(
      callAsOperator(mia, (keys) => keys["keys.create"]("northwind", { name: "Unheard of", scopes })).pipe(
        Effect.provide(quiet)
      )
    )
    await query("alter table audit_unsealed drop constraint closed")
    expect(answer).toMatchObject({ status: 500, output: null })
    expect(await count()).toBe(0)
  })
})
