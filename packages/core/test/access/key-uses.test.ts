import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { Keys } from "../../src/access/index.ts"
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
  const first = (await lastUsed())!
  expect(Math.abs(Date.parse(first) - began)).toBeLessThan(300_000)
  await demo.run(Effect.all(Array.from({ length: 20 }, () => call("campaigns.list", owner))))
  // A later use of another key is written after those, in the same order.
  await demo.run(call("campaigns.list", demo.keys["northwind"]!.member!))
  await until(
    "the other use is recorded",
    async () => (await query("select count(*)::int as n from api_key_uses"))[0]!.n === 2
  )
  expect(await lastUsed()).toBe(first)
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
