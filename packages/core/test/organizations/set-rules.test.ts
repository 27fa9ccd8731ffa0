import { Effect } from "effect"
import { expect, it } from "vitest"
import { underOrganizationLock } from "../../src/access/organizations.ts"
import { Administration } from "../../src/administration.ts"
import { asOperator, bearerCredential, callEndpoint } from "../support/call.ts"
import { queryOn } from "../support/executed-writes.ts"
import { runCore } from "../support/run-core.ts"
import { until } from "../support/until.ts"

const demo = await runCore()
const query = queryOn(demo)
const northwind = "(select id from organizations where slug = 'northwind')"
const rules = () =>
  query<{ max_spend: number | null; approvals_required: boolean }>(
    `select max_spend, approvals_required from organizations where id = ${northwind}`
  )
const events = () =>
  query<{ status_code: number; error_code: string | null; actor_type: string | null }>(
    `select status_code, error_code, actor_type from audit_events
     where operation = 'organizations.set' order by sequence`
  )

it("rules are changed together with their event, and never by a key", async () => {
  const administration = await demo.run(Administration)
  const key = demo.keys["northwind"]!.owner!
  for (let attempt = 0; attempt < 2; attempt++) {
    const refused = await demo.run(
      callEndpoint(administration["organizations.set"]("northwind", { max_spend: 1 }), bearerCredential(key))
    )
    expect([refused.status, refused.error?._tag]).toEqual([401, "unauthorized"])
  }
  const wrong = administration["organizations.set"]("northwind", { max_spend: -1 })
  expect(await demo.run(Effect.flip(asOperator(wrong, null)))).toMatchObject({ _tag: "validation_error" })
  expect(await rules()).toEqual([{ max_spend: 12_000, approvals_required: false }])
  await demo.run(
    asOperator(administration["organizations.set"]("northwind", { max_spend: 9000 }), "olivia@northwind.test")
  )
  expect(await rules()).toEqual([{ max_spend: 9000, approvals_required: false }])
  expect(await events()).toEqual([
    { status_code: 401, error_code: "unauthorized", actor_type: "api_key" },
    { status_code: 401, error_code: "unauthorized", actor_type: "api_key" },
    { status_code: 400, error_code: "validation_error", actor_type: "operator" },
    { status_code: 200, error_code: null, actor_type: "user" }
  ])
})

it("a change of rules waits for writes that are checked by the old ones", async () => {
  const administration = await demo.run(Administration)
  const [organization] = await query<{ id: number }>(`select id from organizations where slug = 'northwind'`)
  const waiting = async () => {
    const [found] = await query<{ n: number }>(
      "select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    )
    return found!.n > 0
  }
  let setting: Promise<unknown> = Promise.resolve()
  await demo.run(
    underOrganizationLock(
      organization!.id,
      Effect.promise(async () => {
        // On a separate connection: otherwise it would be part of the open transaction.
        setting = demo.run(
          asOperator(administration["organizations.set"]("northwind", { approvals_required: true }), null)
        )
        await until("the rules wait for the lock", waiting)
      })
    )
  )
  expect(await setting).toMatchObject({ approvals_required: true })
  expect(await rules()).toEqual([{ max_spend: 9000, approvals_required: true }])
})
