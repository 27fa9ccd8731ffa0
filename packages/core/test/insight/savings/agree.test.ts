import { describe, expect, it } from "vitest"
import type { Output } from "../../../src/contract/index.ts"
import { detailsColumn } from "../../../src/insight/recommendations/rows.ts"
import { combinedSaving } from "../../../src/insight/savings/estimate.ts"
import { call } from "../../support/call.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { reportBefore } from "../documents/support/report-before.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const detect = async (detector: string, options = {}) =>
  (await demo.run(call("detectors.run", admin, { slug: "boiler-repair", detector, options })))
    .output as Output<"detectors.run">
const preview = async (id: string) =>
  (await demo.run(call("recommendations.apply", admin, { id }))).output as {
    readonly would_apply: ReadonlyArray<{ readonly summary: string }>
    readonly estimated_monthly_saving: number | null
    readonly would_lose: Readonly<
      Record<"clicks" | "cost" | "conversions" | "clicks_30d" | "cost_30d" | "conversions_30d", number>
    >
  }
const idOf = ({ findings }: Output<"detectors.run">) =>
  findings.find((one) => one.recommendation_id !== undefined)!.recommendation_id!

const found = {
  negatives: await detect("negative_keywords"),
  barren: await detect("no_conversion_keywords"),
  dear: await detect("high_cpc", { threshold: 1 })
}

describe("savings", () => {
  it("are equal in detect and preview, for any requested days", async () => {
    for (const answer of Object.values(found)) {
      const saving = answer.estimated_monthly_saving ?? null
      expect((await preview(idOf(answer))).estimated_monthly_saving).toBe(saving)
    }
    const costs = await demo.query<{ sum: number }>(`
      select round(sum(d.cost_micros) / 1e6, 2)::float8 as sum from search_term_days d
      join search_terms s on s.organization_id = d.organization_id and s.id = d.term_id
      join campaigns c on c.organization_id = d.organization_id and c.id = d.campaign_id
      where c.slug = 'boiler-repair' and d.organization_id = 1
        and d.date > (select max(date) from campaign_days where organization_id = 1) - 30
        and s.term in (${found.negatives.findings.map((one) => `'${String(one["term"])}'`).join(", ")})`)
    expect(found.negatives.estimated_monthly_saving).toBe(costs[0]!.sum)
  })

  it("of several recommendations count shared stops once, in every report", async () => {
    const rows = await demo.query<{ id: string; campaign: string; details: unknown }>(`
      select r.id, c.slug as campaign, r.details from recommendations r
      join campaigns c on c.organization_id = r.organization_id and c.id = r.campaign_id
      where r.organization_id = 1 and r.status = 'pending'`)
    const saving = combinedSaving(
      rows.map(({ campaign, details, id }) => ({
        campaign,
        saves: detailsColumn.read(details, { organization: 1, id }).saves ?? null
      }))
    )
    const together = saving!.amount
    // Keywords and searches of one campaign: their pairs are unknown.
    expect(saving!.atLeast).toBe(true)
    const each = await Promise.all(rows.map(async ({ id }) => (await preview(id)).estimated_monthly_saving))
    const added = each.reduce<number>((sum, one) => sum + (one ?? 0), 0)
    expect(together).toBeLessThan(added)
    const weekly = (await demo.run(reportBefore(1, "weekly"))).facts
    expect(weekly).toMatchObject({ next: { saving: together } })
    const { facts, markdown } = await demo.run(reportBefore(1, "strategic"))
    expect(facts).toMatchObject({
      options: [{ fact: { option: "stop_waste", saving_month: together, recommendations: 3 } }, {}, {}]
    })
    expect(markdown).not.toMatch(/in a quarter/)
    expect(markdown).toMatch(/at least an estimated .* the larger of their sums counts/)
  })

  it("of a preview exclude what is already done", async () => {
    const month = await detect("negative_keywords", { days: 30 })
    const before = await preview(idOf(month))
    expect(before.estimated_monthly_saving).toBe(month.estimated_monthly_saving)
    const [first] = month.findings
    const { match_type, term } = first!
    const excluded = await demo.run(
      call("keywords.add_negatives", admin, {
        slug: "boiler-repair",
        keywords: [term],
        match_type,
        dry_run: false
      })
    )
    expect(excluded.error).toBeNull()
    const after = await preview(idOf(month))
    expect(after.would_apply).toHaveLength(before.would_apply.length - 1)
    expect(after.estimated_monthly_saving).toBeCloseTo(
      before.estimated_monthly_saving! - Number(first!["cost_30d"]),
      2
    )
  })

  it("and losses are shares of the campaign, whatever is stopped", async () => {
    const [campaign] = await demo.query<{ clicks: number; cost: number; conversions: number }>(`
      select sum(clicks)::float8 as clicks, sum(cost_micros)::float8 / 1e6 as cost, sum(conversions)::float8 as conversions
      from campaign_days d join campaigns c on c.organization_id = d.organization_id and c.id = d.campaign_id
      where c.slug = 'boiler-repair' and d.organization_id = 1
        and d.date > (select max(date) from campaign_days where organization_id = 1) - 30`)
    for (const answer of Object.values(found)) {
      const { would_lose } = await preview(idOf(answer))
      expect(would_lose.clicks).toBeCloseTo(would_lose.clicks_30d / campaign!.clicks, 3)
      expect(would_lose.cost).toBeCloseTo(would_lose.cost_30d / campaign!.cost, 3)
      expect(would_lose.conversions).toBeCloseTo(would_lose.conversions_30d / campaign!.conversions, 3)
    }
    const month = await detect("negative_keywords", { days: 30 })
    const [first] = month.findings
    expect(first!["share_of_cost"]).toBeCloseTo(Number(first!["cost_30d"]) / campaign!.cost, 3)
  })

  it("say what they bought, unless they bought nothing", async () => {
    expect(found.negatives).not.toHaveProperty("note")
    expect(found.barren).not.toHaveProperty("note")
    const paused = found.dear.findings.filter(({ action }) => action === "pause")
    const brought = paused.reduce((sum, one) => sum + Number(one["conversions_30d"]), 0)
    expect(brought).toBeGreaterThan(0)
    expect(found.dear.note).toMatch(new RegExp(`brought ${brought} conversions? in these days\\.`))
    const all = await detect("all")
    expect(all.note).toMatch(/The saving is at least this much\. A search term and the keyword/)
  })

  it("are omitted if they round to zero", async () => {
    const none = await detect("high_cpc", { threshold: 10 })
    expect(none.findings).toEqual([])
    expect(none).not.toHaveProperty("estimated_monthly_saving")
  })
})
