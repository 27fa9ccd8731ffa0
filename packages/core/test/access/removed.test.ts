import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { Members } from "../../src/access/index.ts"
import { addMember } from "../support/add-member.ts"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"

const core = await runCore()
const key = core.keys["northwind"]!.member!
const statusOf = async () => (await core.run(call("campaigns.list", key, {}))).status
const query = <Row extends object>(text: string) =>
  core.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))

it("keys of a removed member stay revoked after another invitation", async () => {
  expect(await statusOf()).toBe(200)
  const email = "mia@northwind.test"
  await core.run(Effect.flatMap(Members, (members) => members.remove("northwind", email)))
  expect(await statusOf()).toBe(401)
  await addMember(query, "northwind", email, "owner")
  expect(await statusOf()).toBe(401)
  const [kept] = await query<{ revoked_reason: string }>(`select distinct k.revoked_reason from api_keys k
    join users u on u.id = k.user_id where u.email = '${email}'`)
  expect(kept).toEqual({ revoked_reason: "the person was removed" })
})
