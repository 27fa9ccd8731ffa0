import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type Output, reportTypes } from "../../../../src/contract/index.ts"
import { factsColumn } from "../../../../src/insight/documents/tasks.ts"
import { unsupportedFigures } from "../../../../src/outbound/index.ts"
import { call } from "../../../support/call.ts"
import { runCore } from "../../../support/run-core.ts"
import { reportBefore } from "../support/report-before.ts"

const demo = await runCore()
const organizations = await demo.run(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ id: number; slug: string }>`select id, slug from organizations order by id`
  )
)
const northwind = organizations.find(({ slug }) => slug === "northwind")!.id
const admin = demo.keys["northwind"]!.admin!
for (const detector of ["negative_keywords", "high_cpc", "no_conversion_keywords"]) {
  await demo.run(call("detectors.run", admin, { slug: "boiler-repair", detector }))
}

describe.each(organizations)("of $slug", ({ id }) => {
  it.each(reportTypes)(
    "every figure of the %s report is in its facts, which decode as stored",
    async (type) => {
      const { facts, markdown } = await demo.run(reportBefore(id, type))
      expect(unsupportedFigures(markdown, JSON.stringify(facts))).toEqual([])
      const stored = JSON.parse(JSON.stringify(factsColumn.write(facts)))
      expect(factsColumn.read(stored, { organization: id, id: 1 })).toEqual(facts)
    }
  )
})

describe("a report", () => {
  it("of a week equals the performance of the same days", async () => {
    const { facts } = await demo.run(reportBefore(northwind, "weekly"))
    if (facts.type !== "weekly") throw new Error("not a weekly report")
    const { from, to } = facts.period
    const answer = await demo.run(
      call("performance.get", admin, { from, to, group_by: "day", compare: true })
    )
    const { by_day, summary } = answer.output as Output<"performance.get"> & {
      by_day: ReadonlyArray<{ date: string; spend: number; conversions: number }>
    }
    const { all } = facts
    expect(all.now).toMatchObject({
      spend: summary.spend,
      clicks: summary.clicks,
      conversions: summary.conversions,
      cpa: summary.cpa
    })
    expect(summary.vs_previous).toEqual({
      spend: all.change.spend,
      conversions: all.change.conversions,
      cpa: all.change.cpa
    })
    expect(
      facts.days_of_week.map(({ conversions, day, spend }) => ({ date: day, spend, conversions }))
    ).toEqual(by_day.map(({ conversions, date, spend }) => ({ date, spend, conversions })))
  })

  it("lists pending recommendations as next steps, with savings, largest first", async () => {
    const { facts, markdown } = await demo.run(reportBefore(northwind, "weekly"))
    if (facts.type !== "weekly") throw new Error("not a weekly report")
    const listed = await demo.run(call("recommendations.list", admin, {}))
    const { recommendations } = listed.output as Output<"recommendations.list">
    expect(new Set(facts.next.list.map(({ summary }) => summary))).toEqual(
      new Set(recommendations.map(({ summary }) => summary))
    )
    const savings = facts.next.list.map(({ saving }) => saving ?? 0)
    expect(savings).toEqual(savings.toSorted((a, b) => b - a))
    expect(savings[0]).toBeGreaterThan(0)
    for (const { campaign } of facts.next.list) expect(markdown).toContain(`| ${campaign}`)
  })

  it("of a week without data states so, and what to do", async () => {
    const { markdown } = await demo.run(reportBefore(northwind, "weekly", "2020-01-15"))
    expect(markdown).toContain("# Your week: 6 Jan to 12 Jan 2020")
    expect(markdown).toContain("There are no figures for this week")
    expect(markdown).not.toContain("You spent")
  })
})
