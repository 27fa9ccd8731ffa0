import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { makeKeyUses } from "../../src/access/callers.ts"
import { Keys } from "../../src/access/index.ts"
import { Statements } from "../../src/storage/index.ts"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"
import { until } from "../support/until.ts"

const demo = await runCore()
const owner = demo.keys["northwind"]!.owner!

const lastUsed = () =>
  demo.run(
    Effect.flatMap(Keys, (keys) =>
      Effect.map(
        keys.list("northwind"),
        (rows) => rows.find(({ last_four }) => last_four === owner.slice(-4))?.last_used_at ?? null
      )
    )
  )
const query = (text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<{ n: number }>(text)))

it("shows when a key was last used, written at most once a minute", async () => {
  await query("delete from api_key_uses")
  const began = Date.now()
  await demo.run(call("campaigns.list", owner))
  await until("the use is recorded", async () => (await lastUsed()) !== null)
  expect(Math.abs(Date.parse((await lastUsed())!) - began)).toBeLessThan(300_000)
  // Within a minute this host does not write again, even though the database would accept it.
  await query("update api_key_uses set last_used_at = now() - interval '1 hour'")
  const first = await lastUsed()
  await demo.run(Effect.all(Array.from({ length: 20 }, () => call("campaigns.list", owner))))
  // A later use of another key is written after those, in the same order.
  await demo.run(call("campaigns.list", demo.keys["northwind"]!.member!))
  await until(
    "the other use is recorded",
    async () => (await query("select count(*)::int as n from api_key_uses"))[0]!.n === 2
  )
  expect(await lastUsed()).toBe(first)
})

it("keeps the last use that another host wrote within the same minute", async () => {
  const [key] = await query(`select id as n from api_keys where last_four = '${owner.slice(-4)}'`)
  const afterUseFrom = async (age: string) => {
    await query(`update api_key_uses set last_used_at = now() - interval '${age}' where key_id = ${key!.n}`)
    const before = await lastUsed()
    // It writes when its scope closes.
    const recordUse = Effect.map(Effect.flatMap(Statements, makeKeyUses), ({ record }) => record(1, key!.n))
    await demo.run(Effect.scoped(recordUse))
    return (await lastUsed()) === before ? "kept" : "written"
  }
  expect([await afterUseFrom("50 seconds"), await afterUseFrom("70 seconds")]).toEqual(["kept", "written"])
})

it("does not record a rejected key as used", async () => {
  await query("delete from api_key_uses")
  const admin = demo.keys["northwind"]!.admin!
  await query(`update api_keys set revoked_at = now() where last_four = '${admin.slice(-4)}'`)
  await demo.run(call("campaigns.list", admin))
  await demo.run(call("campaigns.list", demo.keys["contoso"]!.owner!))
  await until(
    "the good key's use is recorded",
    async () => (await query("select count(*)::int as n from api_key_uses"))[0]!.n === 1
  )
})
