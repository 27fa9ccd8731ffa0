import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { conversionsStopped } from "../../src/campaigns/conversion-tracking.ts"
import { syncSignals } from "../../src/campaigns/sync/signals.ts"
import type { Output } from "../../src/contract/index.ts"
import { AdAccounts } from "../../src/platform/index.ts"
import { call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"

const demo = await runOnPlatform()
const owner = demo.keys["northwind"]!.owner!

const read = async <
  Name extends
    | "detectors.run"
    | "campaigns.get"
    | "keywords.list"
    | "campaigns.list_ads"
    | "organizations.get"
>(
  name: Name,
  values: Record<string, unknown>
) => {
  const { error, output } = await demo.run(call(name, owner, values))
  if (error !== null) throw new Error(JSON.stringify(error))
  return output as Output<Name>
}

describe("conversions that stopped", () => {
  const history = { converted: "2026-01-10", conversions: 100, clicks_before: 1000, clicks_since: 80 }

  it("is found when luck does not explain so many clicks without a conversion", () => {
    expect(conversionsStopped(history)).toBe(true)
    expect(conversionsStopped({ ...history, clicks_since: 70 })).toBe(false)
  })

  it("is not judged with too few conversions, or none", () => {
    expect(conversionsStopped({ ...history, conversions: 9, clicks_since: 9000 })).toBe(false)
    expect(conversionsStopped({ ...history, converted: null, conversions: 0 })).toBe(false)
  })
})

describe("a sync", () => {
  it("reads impression shares, quality scores, approvals and strengths", async () => {
    const { serving } = await read("campaigns.get", { slug: "boiler-repair" })
    const { impression_share, lost_to_budget, lost_to_rank } = serving!
    expect(impression_share! + lost_to_budget! + lost_to_rank!).toBeCloseTo(1, 3)
    expect(impression_share).toBeGreaterThan(0)
    expect(serving!.conversions_stopped_since).toBeNull()
    const { keywords } = await read("keywords.list", { slug: "boiler-repair" })
    for (const { quality_score } of keywords) expect(quality_score).toBeOneOf([3, 4, 5, 6, 7, 8, 9, 10])
    const { ads } = await read("campaigns.list_ads", { slug: "boiler-repair" })
    expect(ads.length).toBeGreaterThan(0)
    for (const ad of ads) {
      expect(ad.approval).toBe("approved")
      expect(ad.strength).toBeOneOf(["excellent", "good", "average", "poor"])
    }
  })

  it("reports conversions that stop while clicks go on, for the campaign and the organization", async () => {
    expect((await read("organizations.get", {})).conversions_stopped_since).toBeNull()
    const [last] = await demo.query<{ day: string; account: string; organization: number }>(`
      update campaign_days d set conversions = 0, conversions_value = 0
      from organizations o, ad_accounts a
      where o.slug = 'northwind' and d.organization_id = o.id and a.organization_id = o.id and a.status = 'linked'
        and d.date > a.metrics_synced_through - 20
      returning a.metrics_synced_through - 19 as day, a.id as account, o.id as organization`)
    await demo.run(
      Effect.flatMap(AdAccounts, (accounts) =>
        Effect.flatMap(accounts.get(last!.organization, last!.account), syncSignals)
      )
    )
    const { conversions_stopped_since } = await read("organizations.get", {})
    expect(conversions_stopped_since).not.toBeNull()
    expect(conversions_stopped_since! <= last!.day).toBe(true)
    const { serving } = await read("campaigns.get", { slug: "boiler-repair" })
    expect(serving!.conversions_stopped_since).not.toBeNull()
    for (const detector of ["negative_keywords", "all"]) {
      const { note } = await read("detectors.run", { slug: "boiler-repair", detector })
      expect(note).toContain("Check the conversion tracking first.")
    }
  })
})
