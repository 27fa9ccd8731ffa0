import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type Output, plusDays } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { dayIn } from "../support/days.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const owner = demo.keys["northwind"]!.owner!

const read = async (values: Record<string, unknown> = {}, key = owner) => {
  const answer = await demo.run(call("performance.get", key, values))
  if (answer.error !== null) throw new Error(JSON.stringify(answer.error))
  return answer.output as Output<"performance.get">
}
const refused = async (values: Record<string, unknown>) =>
  (await demo.run(call("performance.get", owner, values))).error

interface Figures {
  readonly spend: number
  readonly conversions: number
  readonly impressions: number
}
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const [org] = await query<{ id: number; latest: string; before: string }>(`
  select o.id, max(date) as latest, max(date) - 1 as before from organizations o
  join campaign_days d on d.organization_id = o.id where o.slug = 'northwind' group by o.id`)
const { id, latest } = org!
/** Sums over some days, counted back from the latest. */
const plain = async (from: number, to: number, more = "") => {
  const [row] = await query<Figures>(`select coalesce(round(sum(cost_micros) / 1e6, 2), 0) as spend,
    coalesce(sum(conversions), 0) as conversions, coalesce(sum(impressions), 0) as impressions
    from campaign_days where organization_id = ${id} and date between '${latest}'::date - ${from}
      and '${latest}'::date - ${to} ${more}`)
  return row!
}
const back = (days: number) => new Date(Date.parse(latest) - days * 86_400_000).toISOString().slice(0, 10)

const changed = (now: number, before: number) => {
  const change = Math.round((now / before - 1) * 1000) / 10
  return `${change < 0 ? "" : "+"}${change}%`
}

describe("performance", () => {
  it("defaults to the seven days up to the latest with data, compared with the seven before", async () => {
    const { by_campaign, period, summary } = await read()
    expect(period).toEqual({ from: back(6), to: latest })
    const [now, before] = [await plain(6, 0), await plain(13, 7)]
    expect(summary).toMatchObject(now)
    expect(summary.vs_previous!.spend).toBe(changed(now.spend, before.spend))
    const spends = by_campaign!.map(({ spend }) => spend)
    expect(spends).toEqual(spends.toSorted((one, other) => other - one))
    expect(spends.reduce((sum, spend) => sum + spend, 0)).toBeCloseTo(now.spend, 1)
    expect(by_campaign!.map(({ slug }) => slug)).toContain("boiler-repair")
  })

  it("compares equal numbers of days if a period ends after the latest day with data", async () => {
    const { data_until, summary } = await read({ from: back(3), to: back(-3) })
    expect(data_until).toBe(latest)
    const [now, before] = [await plain(3, 0), await plain(7, 4)]
    expect(summary).toMatchObject(now)
    expect(summary.vs_previous!.spend).toBe(changed(now.spend, before.spend))
    expect((await read({ to: back(5) })).data_until).toBe(back(5))
    const ahead = await read({ from: back(-1), to: back(-7) })
    expect(ahead).toMatchObject({
      data_until: latest,
      summary: { spend: 0, vs_previous: { spend: null, conversions: null, cpa: null } }
    })
  })

  it("names the first day with data, and compares only with days that have some", async () => {
    const [{ first } = { first: "" }] = await query<{ first: string }>(
      `select min(date) as first from campaign_days where organization_id = ${id}`
    )
    const on = (days: number) => plusDays(first, days)
    const whole = await read({ from: on(5), to: on(9) })
    expect(whole).toMatchObject({ data_from: first, previous_period: { from: first, to: on(4) } })
    expect(whole.summary.vs_previous).toEqual({
      spend: expect.stringMatching(/%$/),
      conversions: expect.stringMatching(/%$/),
      cpa: expect.stringMatching(/%$/)
    })
    const some = await read({ from: on(3), to: on(7) })
    expect(some.previous_period).toEqual({ from: on(-2), to: on(2) })
    expect(some.summary.vs_previous).toMatchObject({ spend: expect.stringMatching(/^\+/), partial: true })
    const none = await read({ from: on(-1), to: on(3) })
    expect(none.previous_period).toEqual({ from: on(-6), to: on(-2) })
    expect(none.summary.vs_previous).toEqual({ spend: null, conversions: null, cpa: null })
    const weeks = await read({ from: on(-7), to: on(14), group_by: "week" })
    expect(
      weeks.by_week!.filter(({ week_start }) => week_start < first).map(({ partial }) => partial)
    ).toEqual(weeks.by_week!.filter(({ week_start }) => week_start < first).map(() => true))
    expect(await read({ compare: false })).not.toHaveProperty("previous_period")
  })

  it("says that a period is in the future, or before the data begins", async () => {
    expect(await read({ from: "2999-01-01", to: "2999-01-31" })).toMatchObject({
      note: `This period is in the future, so it has no figures. Use days up to ${latest}, the latest with data.`,
      data_until: latest,
      previous_period: null,
      summary: { spend: 0, vs_previous: { spend: null } }
    })
    expect((await read({ from: "2019-01-01", to: "2019-01-31" })).note).toMatch(
      /^This period is before the data/
    )
    expect(await read({ to: back(-3) })).not.toHaveProperty("note")
    expect(await refused({ from: "2999-01-01" })).toMatchObject({
      _tag: "validation_error",
      fields: [{ path: "from", message: expect.stringContaining(`${latest}, the latest day with data`) }]
    })
  })

  it.each(["campaign", "day", "week"])(
    "compares one campaign with itself, by %s, up to and beyond the latest day",
    async (group_by) => {
      const of = `and campaign_id = (select c.id from campaigns c where c.organization_id = ${id} and c.slug = 'boiler-repair')`
      const [now, before, others] = [await plain(6, 0, of), await plain(13, 7, of), await plain(13, 7)]
      expect(before.spend).not.toBe(others.spend)
      for (const to of [latest, back(-2)]) {
        const { summary } = await read({
          from: back(6),
          to,
          campaign: "boiler-repair",
          group_by,
          compare: true
        })
        expect(summary.vs_previous).toEqual({
          spend: changed(now.spend, before.spend),
          conversions: changed(now.conversions, before.conversions),
          cpa: expect.stringMatching(/^[+-]/)
        })
      }
    }
  )

  it("of one campaign uses the organization's latest day", async () => {
    const { by_campaign, period, summary } = await read({ campaign: "boiler-repair" })
    expect(period.to).toBe(latest)
    expect(summary).toMatchObject(
      await plain(
        6,
        0,
        `and campaign_id = (select c.id from campaigns c where c.organization_id = ${id} and c.slug = 'boiler-repair')`
      )
    )
    const { conversions, cpa, roas, spend } = summary
    expect(by_campaign).toEqual([
      { slug: "boiler-repair", spend, conversions, cpa, roas, value: expect.any(Number) }
    ])
    const [{ value = 0 } = {}] = by_campaign!
    expect(value / spend).toBeCloseTo(roas, 1)
    expect(value).toBeGreaterThan(0)
  })

  it("groups by day and by week, with zeros for days without data", async () => {
    const to = back(-3)
    const { by_day } = await read({ from: back(20), to, group_by: "day" })
    expect(by_day).toHaveLength(24)
    expect(by_day!.map(({ date }) => date)).toEqual(Array.from({ length: 24 }, (_, n) => back(20 - n)))
    expect(by_day!.slice(-3)).toEqual(
      [-1, -2, -3].map((days) => ({ date: back(days), spend: 0, conversions: 0, cpa: 0 }))
    )
    expect(by_day![20]).toMatchObject({ spend: (await plain(0, 0)).spend })
    const { by_week } = await read({ from: back(20), to, group_by: "week" })
    for (const { partial, week_start } of by_week!) {
      expect(new Date(week_start).getUTCDay()).toBe(1)
      const sunday = new Date(Date.parse(week_start) + 6 * 86_400_000).toISOString().slice(0, 10)
      expect(partial).toBe(week_start < back(20) || sunday > latest ? true : undefined)
    }
    const sum = (rows: ReadonlyArray<{ readonly spend: number }>) =>
      rows.reduce((all, { spend }) => all + spend, 0)
    expect(sum(by_week!)).toBeCloseTo(sum(by_day!), 1)
  })

  it("has no comparison without earlier data, or without a request", async () => {
    const { summary } = await read({ from: "2019-01-01", to: "2019-01-31" })
    expect(summary).toEqual({
      spend: 0,
      impressions: 0,
      clicks: 0,
      ctr: 0,
      conversions: 0,
      cpa: 0,
      roas: 0,
      vs_previous: { spend: null, conversions: null, cpa: null }
    })
    expect((await read({ compare: false })).summary).not.toHaveProperty("vs_previous")
  })

  it("sums long periods like short ones", async () => {
    const { summary } = await read({ from: back(119) })
    expect(summary).toMatchObject(await plain(119, 0))
  })

  it("of an organization without data is the week up to yesterday, all zeros", async () => {
    const before = dayIn("UTC", 1)
    const { by_day, data_until, period } = await read({ group_by: "day" }, demo.keys["tailspin"]!.owner!)
    expect(data_until).toBeNull()
    // Midnight may pass between the two.
    expect([before, dayIn("UTC", 1)]).toContain(period.to)
    expect(by_day).toHaveLength(7)
  })

  it("refuses an unknown campaign with the closest slug, and an invalid period", async () => {
    expect(await refused({ campaign: "boiler-repairs" })).toMatchObject({
      _tag: "not_found",
      next: expect.stringContaining("Did you mean boiler-repair?")
    })
    for (const [values, path] of [
      [{ from: "2026-01-02", to: "2026-01-01" }, "from"],
      [{ from: back(-1) }, "from"],
      [{ from: "0000-01-01" }, "from"],
      [{ to: "0000-01-01" }, "to"],
      [{ from: "1990-01-01", to: "2020-01-01" }, "from"]
    ] as const) {
      expect(await refused(values)).toMatchObject({ _tag: "validation_error", fields: [{ path }] })
    }
  })
})
