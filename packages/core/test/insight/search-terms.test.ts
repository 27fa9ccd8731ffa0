import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minCostMicros } from "../../src/campaigns/search-terms/pages.ts"
import type { Output } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const owner = demo.keys["northwind"]!.owner!

const read = async (values: Record<string, unknown> = {}, key = owner) => {
  const answer = await demo.run(call("performance.search_terms", key, values))
  if (answer.error !== null) throw new Error(JSON.stringify(answer.error))
  return answer.output as Output<"performance.search_terms">
}
const refused = async (values: Record<string, unknown>, key = owner) =>
  (await demo.run(call("performance.search_terms", key, values))).error

type Row = Output<"performance.search_terms">["search_terms"][number]
const plain = (days: number, more = "true") =>
  demo.run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.unsafe<Row>(`
        select s.term, c.slug as campaign, sum(d.clicks) as clicks, round(sum(d.cost_micros) / 1e6, 2) as cost,
          sum(d.conversions) as conversions,
          case when sum(d.ai_max_impressions) = 0 then 'keyword' when sum(d.ai_max_impressions) = sum(d.impressions) then 'ai_max'
            else 'both' end as match_source
        from search_term_days d
        join search_terms s on s.organization_id = d.organization_id and s.id = d.term_id
        join campaigns c on c.organization_id = d.organization_id and c.id = d.campaign_id
        where d.organization_id = 1 and ${more}
          and d.date > (select max(date) from campaign_days where organization_id = 1) - ${days}
        group by 1, 2`)
    )
  )

/** Reads all pages, with the total of each. */
const everyPage = async (values: Record<string, unknown>) => {
  const rows: Array<Row> = []
  const totals = new Set<number>()
  let cursor: string | null = null
  do {
    const page: Output<"performance.search_terms"> = await read({
      ...values,
      ...(cursor === null ? {} : { cursor })
    })
    rows.push(...page.search_terms)
    totals.add(page.total)
    cursor = page.next_cursor
  } while (cursor !== null)
  return { rows, totals: [...totals] }
}

const byName = (rows: ReadonlyArray<Row>) =>
  rows.toSorted((one, other) =>
    `${one.campaign} ${one.term}`.localeCompare(`${other.campaign} ${other.term}`)
  )

/** Whatever the window is: a search that converted before it did convert. */
const neverConverted = `not exists (select from search_term_days e
  where e.organization_id = 1 and e.term_id = d.term_id and e.conversions > 0)`

describe("search terms", () => {
  it.each([
    ["the thirty days that are the default", {}, 30, "true"],
    ["a kept window", { days: 7 }, 7, "true"],
    ["another one", { days: 12 }, 12, "true"],
    ["one day", { days: 1 }, 1, "true"],
    ["one campaign's", { days: 30, campaign: "boiler-repair" }, 30, "c.slug = 'boiler-repair'"],
    [
      "one campaign's of another window",
      { days: 45, campaign: "boiler-repair" },
      45,
      "c.slug = 'boiler-repair'"
    ],
    ["those that never converted", { days: 7, never_converted: true }, 7, neverConverted],
    [
      "one campaign's that never converted",
      { campaign: "boiler-repair", never_converted: true },
      30,
      `c.slug = 'boiler-repair' and ${neverConverted}`
    ]
  ])("of %s, in pages, most expensive first", async (_, values, days, more) => {
    const expected = await plain(days, more)
    const { rows, totals } = await everyPage({ ...values, limit: 7 })
    expect(totals).toEqual([expected.length])
    expect(byName(rows)).toEqual(byName(expected))
    const costs = rows.map(({ cost }) => cost)
    expect(costs).toEqual(costs.toSorted((one, other) => other - one))
  })

  it.each([7, 20])("above a minimum cost, in %i days", async (days) => {
    const expected = (await plain(days)).filter(({ cost }) => cost >= 40)
    expect(expected.length).toBeGreaterThan(3)
    const { rows, totals } = await everyPage({ days, min_cost: 40, limit: 3 })
    expect(totals).toEqual([expected.length])
    expect(byName(rows)).toEqual(byName(expected))
    expect((await read({ days, min_cost: 1_000_000_000 })).search_terms).toEqual([])
  })

  it("accepts a cursor only for its own list", async () => {
    const { next_cursor: cursor } = await read({ days: 30, limit: 2 })
    for (const other of [{ days: 7 }, { days: 30, min_cost: 1 }, { days: 30, campaign: "boiler-repair" }]) {
      expect(await refused({ ...other, cursor })).toMatchObject({ _tag: "validation_error" })
    }
    expect(await refused({ days: 30, cursor: "made-up" })).toMatchObject({ _tag: "validation_error" })
    expect((await read({ days: 30, limit: 5, cursor })).search_terms).toHaveLength(5)
  })

  it("refuses unknown campaigns and invalid windows", async () => {
    expect(await refused({ campaign: "boiler-repairs" })).toMatchObject({
      _tag: "not_found",
      next: expect.stringContaining("Did you mean boiler-repair?")
    })
    for (const days of [0, 91, 1.5]) {
      expect(await refused({ days })).toMatchObject({ _tag: "validation_error" })
    }
  })

  it("has none for an organization without data", async () => {
    for (const days of [7, 8]) {
      const none = { search_terms: [], total: 0, next_cursor: null }
      expect(await read({ days }, demo.keys["tailspin"]!.owner!)).toEqual(none)
    }
  })

  it("compares the minimum cost with the rounded cost", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 1000 }),
        (micros, cents) => {
          const told = Math.round(micros / 10_000) / 100
          expect(micros >= minCostMicros(cents / 100)).toBe(told >= cents / 100)
        }
      )
    )
  })
})
