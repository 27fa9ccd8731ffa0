import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { daysIn, plusDays, reportTypes } from "../../../../src/contract/index.ts"
import { unsupportedFigures } from "../../../../src/outbound/index.ts"
import { runCore } from "../../../support/run-core.ts"
import { reportBefore } from "../support/report-before.ts"

const demo = await runCore()
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const [{ id: northwind } = { id: 0 }] = await query<{ id: number }>(
  "select id from organizations where slug = 'northwind'"
)
const firstCampaign = async () =>
  (
    await query<{ id: number }>(`select min(id) as id from campaigns where organization_id = ${northwind}`)
  )[0]!.id
const cost = (rows: ReadonlyArray<{ readonly cost_micros: number }>) =>
  rows.reduce((sum, { cost_micros }) => sum + cost_micros, 0)

describe("the first and the last day of a report's period", () => {
  it("are in its figures and its searches", async () => {
    const { facts, source } = await demo.run(reportBefore(northwind, "weekly"))
    const { from, to } = facts.period
    const [summed] = await query<{ days: number; terms: number }>(`
      select (select sum(cost_micros) from campaign_days where organization_id = ${northwind}
          and date in ('${from}', '${to}'))::float8 as days,
        (select sum(cost_micros) from search_term_days where organization_id = ${northwind}
          and date between '${from}' and '${to}')::float8 as terms`)
    expect(cost(source.days.filter(({ date }) => date === from || date === to))).toBe(summed!.days)
    expect(source.terms).toHaveLength(source.terms_total)
    expect(cost(source.terms.map(({ now }) => now))).toBe(summed!.terms)
  })

  it("are in its actions and applied recommendations, and adjacent days are not", async () => {
    const { from, to } = (await demo.run(reportBefore(northwind, "weekly"))).facts.period
    const moments = [
      `${plusDays(from, -1)}T23:59:59.999Z`,
      `${from}T00:00:00Z`,
      `${to}T23:59:59.999Z`,
      `${plusDays(to, 1)}T00:00:00Z`
    ]
    const campaign = await firstCampaign()
    for (const [n, at] of moments.entries()) {
      await query(`insert into actions (organization_id, id, at, op, campaign_id, detail, source, actor_type, state)
        values (${northwind}, 'act_edge_${n}', '${at}', 'update', ${campaign}, 'Edge ${n}', 'engine', 'engine', 'executed')`)
      await query(`insert into recommendations (organization_id, campaign_id, id, type, summary, details, discriminator, status, applied_at)
        values (${northwind}, ${campaign}, 'rec_edge_${n}', 'icp', 'Edge ${n}', '{"version": 1}', 'edge ${n}', 'applied', '${at}')`)
    }
    const { source } = await demo.run(reportBefore(northwind, "weekly"))
    const edges = (texts: ReadonlyArray<string>) =>
      texts.filter((text) => text.startsWith("Edge ")).toSorted()
    expect(edges(source.actions.map(({ detail }) => detail))).toEqual(["Edge 1", "Edge 2"])
    expect(edges(source.applied.map(({ summary }) => summary ?? ""))).toEqual(["Edge 1", "Edge 2"])
  })
})

describe("a report of a past period", () => {
  it("shows the recommendations that were open at its end, not those of today", async () => {
    const day = plusDays((await demo.run(reportBefore(northwind, "weekly"))).facts.period.from, -21)
    const { to } = (await demo.run(reportBefore(northwind, "weekly", day))).facts.period
    const [during, after] = [`${to}T10:00:00Z`, `${plusDays(to, 1)}T10:00:00Z`]
    const campaign = await firstCampaign()
    const rows = [
      ["Open then", during, during, "pending", null],
      ["Renewed since", during, after, "pending", null],
      ["Applied since", during, after, "applied", after],
      ["Applied before", during, during, "applied", during],
      ["Found since", after, after, "pending", null]
    ] as const
    for (const [n, [summary, created, updated, status, applied]] of rows.entries())
      await query(`insert into recommendations (organization_id, campaign_id, id, type, summary, details, discriminator,
          status, estimated_monthly_saving, created_at, updated_at, applied_at)
        values (${northwind}, ${campaign}, 'rec_past_${n}', 'icp', '${summary}', '{"version": 1}', 'past ${n}', '${status}',
          10, '${created}', '${updated}', ${applied === null ? "null" : `'${applied}'`})`)
    const { facts, markdown } = await demo.run(reportBefore(northwind, "weekly", day))
    if (facts.type !== "weekly") throw new Error("not a weekly report")
    expect(facts.next.list.map(({ saving, summary }) => `${summary}: ${saving}`).toSorted()).toEqual([
      "Applied since: 10",
      "Customers without a campaign: null",
      "Open then: 10"
    ])
    expect(markdown).toContain("3 recommendations were open at the end of this period.")
    await query("delete from recommendations where id like 'rec_past_%'")
  })
})

/** One campaign with the same figures on each of these days, and nothing else. */
const serveFrom = async (from: string, to: string) => {
  await query(`delete from campaign_days where organization_id = ${northwind}`)
  await query(`insert into campaign_days (organization_id, campaign_id, date, impressions, clicks, cost_micros, conversions)
    select ${northwind}, c.id, day, 1000, 100, 7000000, 5
    from campaigns c, generate_series('${from}'::date, '${to}'::date, interval '1 day') day
    where c.organization_id = ${northwind} and c.slug = 'boiler-repair'`)
}

describe("a report whose data begins within the days before", () => {
  it.each(reportTypes)("reports no rise against them: %s", async (type) => {
    const { facts: whole } = await demo.run(reportBefore(northwind, type))
    const begins = plusDays(whole.period.from, -3)
    await serveFrom(begins, whole.period.to)
    const { facts, markdown } = await demo.run(reportBefore(northwind, type))
    expect(facts).toMatchObject({ first: begins, before: null, days_with_data_before: 0 })
    expect(facts.days_with_data).toBeGreaterThan(0)
    expect(JSON.stringify(facts)).not.toMatch(/"change":\{[^}]*"[+-][\d.]+%"/)
    expect(markdown).toContain("so there is no full period before to compare with.")
    expect(markdown).not.toMatch(/ compared with |\+\d|rose |week before/i)
  })
})

describe("a report whose last days have no data yet", () => {
  it.each(["weekly", "performance", "strategic"] as const)("shows no decline: %s", async (type) => {
    const { period } = (await demo.run(reportBefore(northwind, type))).facts
    await serveFrom(plusDays(period.from, -200), plusDays(period.to, -3))
    const { facts, markdown } = await demo.run(reportBefore(northwind, type))
    expect(facts).toMatchObject({
      period,
      data_until: plusDays(period.to, -3),
      days_compared: facts.days - 3,
      days_with_data: facts.days_with_data_before
    })
    expect(daysIn(facts.before!.from, facts.before!.to)).toBe(facts.days - 3)
    expect(facts).toMatchObject({ all: { change: { spend: "+0%", conversions: "+0%" } } })
    expect(markdown).toContain("spend stayed the same")
    expect(markdown).toContain("(not whole)")
    if (facts.type === "weekly") {
      expect(facts.days_of_week.map(({ day, more }) => [day, more])).toEqual(
        [0, 1, 2, 3].map((n) => [plusDays(period.from, n), 0])
      )
      expect(facts.weeks.map((week) => week.partial)).toEqual([...Array(7).fill(false), true])
    }
    expect(unsupportedFigures(markdown, JSON.stringify(facts))).toEqual([])
  })
})
