import { expect, it } from "vitest"
import { JsonText, parseJsonText, writeJson } from "../../src/request/handler.ts"
import { runSql } from "../../src/storage/index.ts"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"

const values = {
  rows: [{ name: 'A "quoted" name', at: null }],
  total: 1,
  next_cursor: null,
  left_out: undefined
}
const withText = { ...values, rows: new JsonText(JSON.stringify(values.rows)) }

it("writes an output with JSON inside like one of values", () => {
  expect(writeJson(withText)).toBe(JSON.stringify(values))
  expect(JSON.stringify(withText)).toBe(JSON.stringify(values))
  for (const output of [values, null, [1], "text"]) expect(writeJson(output)).toBe(JSON.stringify(output))
})

it("returns the values of an output with JSON inside, and other outputs as they are", () => {
  expect(parseJsonText(withText)).toEqual(values)
  for (const output of [values, null, "text"]) expect(parseJsonText(output)).toBe(output)
})

it("lists campaigns whose names have characters that JSON escapes", async () => {
  const demo = await runCore()
  const name = 'Boilers "24/7" \\ heating\t– Zürich 🔥'
  await demo.run(
    runSql`update campaigns set name = ${name} where id = (select min(c.id) from campaigns c
      join organizations o on o.id = c.organization_id where o.slug = 'northwind' and c.removed_at is null)`
  )
  const { output } = await demo.run(
    call("campaigns.list", demo.keys["northwind"]!.owner!, { org: "northwind" })
  )
  const { campaigns } = output as { readonly campaigns: ReadonlyArray<Record<string, unknown>> }
  expect(campaigns.map((campaign) => campaign["name"])).toContain(name)
  expect(Object.keys(campaigns[0]!)).toEqual([
    "slug",
    "name",
    "type",
    "state",
    "budget",
    "spend_7d",
    "conversions_7d",
    "cpa_7d",
    "created_at",
    "platform_state",
    "platform_budget",
    "sync"
  ])
})
