import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { goals } from "../../../../src/insight/detect/definition.ts"
import { auditCampaign, intentOf } from "../../../../src/insight/documents/audit.ts"
import { documentOf, renderDocument } from "../../../../src/insight/documents/document.ts"
import { strategyKind } from "../../../../src/insight/documents/kinds/strategy.ts"
import { analysePerformance } from "../../../../src/insight/documents/sections/account.ts"
import { analyseDemand } from "../../../../src/insight/documents/sections/demand.ts"
import { analyseWaste } from "../../../../src/insight/documents/sections/waste.ts"
import type { StrategyFacts } from "../../../../src/insight/documents/strategy-source.ts"
import { mentions } from "../../../../src/insight/words.ts"
import { keyword, sums, term, view } from "../../detect/support.ts"
import { anyFacts, campaign, facts, spendOf } from "../support/facts.ts"

const holds = (law: (given: StrategyFacts) => void) => fc.assert(fc.property(anyFacts, law), { numRuns: 100 })

describe("the performance", () => {
  it("adds up: shares are parts of one total, which is that of all campaigns", () =>
    holds((given) => {
      const { all, campaigns } = analysePerformance(given.source)
      const total = all.now.spend
      expect(total).toBeCloseTo(spendOf(given).cost_micros / 1_000_000, 2)
      const shares = campaigns.map(({ shareOfSpend }) => Number.parseFloat(shareOfSpend ?? "0"))
      if (spendOf(given).cost_micros > 0)
        expect(Math.round(shares.reduce((sum, share) => sum + share * 10, 0))).toBe(1000)
      expect(campaigns.map(({ now }) => now.spend)).toEqual(
        campaigns.map(({ now }) => now.spend).toSorted((a, b) => b - a)
      )
    }))

  it("compares live campaigns with relevant spend, without brand campaigns", () => {
    const { best, withoutBrand, worst } = analysePerformance(
      facts({
        campaigns: [
          campaign("brand", { type: "brand", last30: sums(100, 100, 50) }),
          campaign("good", { last30: sums(100, 1000, 50) }),
          campaign("bad", { last30: sums(100, 1000, 10) }),
          campaign("tiny", { last30: sums(1, 5, 1) }),
          campaign("paused", { state: "paused", last30: sums(100, 1000, 1) })
        ]
      }).source
    )
    expect([best?.slug, worst?.slug]).toEqual(["good", "bad"])
    expect(withoutBrand).toMatchObject({ spend: 3005, conversions: 62 })
  })
})

describe("the waste", () => {
  it("never exceeds the cost", () =>
    holds((given) => {
      const { atLeast, campaigns } = analyseWaste(given)
      expect(atLeast).toBeGreaterThanOrEqual(0)
      expect(atLeast).toBeLessThanOrEqual(spendOf(given).cost_micros / 1_000_000 + 0.01)
      expect(campaigns.reduce((sum, one) => sum + one.atLeast, 0)).toBeCloseTo(atLeast, 1)
    }))

  it("counts a keyword once that several detectors found, and never adds a search to its keyword", () => {
    const dear = keyword("boiler parts", { id: 7, last30: sums(40, 900) })
    const searched = term("boiler parts online", sums(40, 700))
    const seen = view({ keywords: [dear], terms: [searched] })
    const audit = auditCampaign(seen, null, [])
    const detected = audit.results.filter(({ detector }) =>
      ["high_cpc", "no_conversion_keywords"].includes(detector)
    )
    expect(detected).toHaveLength(2)
    expect(audit.keywords).toMatchObject({ count: 1, micros: 900_000_000 })
    const waste = analyseWaste(
      facts({ audits: [audit], campaigns: [campaign(seen.slug, { last30: seen.last30 })] })
    )
    expect(waste).toMatchObject({ atLeast: 900, cpaWithout: 41 })
  })

  it("grows with every search without conversions, and not with one that converts", () =>
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 200 }), fc.boolean(), (clicks, converts) => {
        const seen = (more: boolean) =>
          view({
            terms: [
              term("boiler repair jobs", sums(60, 300)),
              ...(more ? [term("boiler manual pdf", sums(clicks, clicks * 5, converts ? 1 : 0))] : [])
            ]
          })
        const wasted = (more: boolean) => auditCampaign(seen(more), null, []).terms.micros
        if (converts) expect(wasted(true)).toBe(wasted(false))
        else expect(wasted(true)).toBe(wasted(false) + clicks * 5_000_000)
      })
    ))

  it.each([
    ["rocket home heroes boiler repair", "rival"],
    ["boiler repair jobs", "work"],
    ["how to repair a boiler yourself", "free"],
    ["why is my boiler not working", "question"],
    ["boiler repair spokane", "other"]
  ])("%s has the intent: %s", (search, intent) =>
    expect(intentOf(search, ["Rocket Home Heroes"])).toBe(intent)
  )
})

describe("demand", () => {
  it("is partitioned completely: by theme, and into covered and uncovered", () =>
    holds((given) => {
      const demand = analyseDemand(given)
      if (demand === null) return
      expect(demand.themes.reduce((sum, { searches }) => sum + searches, 0)).toBe(demand.searches)
      expect(demand.themes.reduce((sum, { unreached }) => sum + unreached, 0)).toBe(
        demand.searches - demand.reached
      )
      for (const { reachedBy } of demand.gaps) expect(reachedBy).toEqual([])
    }))

  const idea = (text: string, monthlySearches: number) => ({
    text,
    monthlySearches,
    competition: null,
    lowBid: 1,
    highBid: 2
  })
  const demand = analyseDemand(
    facts({
      campaigns: [campaign("boilers"), campaign("bathroom-fitting-draft", { state: "draft" })],
      keywords: [{ campaign: "boilers", text: "boiler repair", match: "phrase" }],
      negatives: [{ campaign: "boilers", text: "cheap", match: "broad" }],
      demand: {
        available: true,
        places: 1,
        ideas: [
          idea("boiler repair seattle", 100),
          idea("cheap boiler repair", 90),
          idea("bathroom fitting cost", 80),
          idea("rocket home heroes", 70)
        ]
      }
    })
  )

  it("is covered if a live campaign bids on it and does not exclude it", () =>
    expect(demand).toMatchObject({ searches: 340, reached: 100, shareReached: "29.4%" }))

  it("has no gap for an excluded search or a competitor's name", () =>
    expect(demand?.gaps.map(({ text }) => text)).toEqual(["bathroom fitting cost"]))

  it("matches a draft without keywords by its name", () =>
    expect(demand?.themes.find(({ product }) => product === "Bathroom fitting")?.waitingIn).toEqual([
      "bathroom-fitting-draft"
    ]))

  it("is unknown if the platform could not be queried", () => expect(analyseDemand(facts())).toBeNull())
})

describe("the plan", () => {
  it("orders steps by goal, names each once, and sums correctly", () =>
    holds((given) => {
      const plan = strategyKind.facts(given).plan
      const places = plan.steps.map(({ goal }) => goals.indexOf(goal))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      const detectors = plan.steps.flatMap((step) => (step.kind === "detector" ? [step.detector] : []))
      expect(new Set(detectors).size).toBe(detectors.length)
      expect(plan.committedAfter).toBe(given.organization.committedMonthly + plan.moreEachMonth)
    }))

  it("states what a raise would buy at the true cost per conversion", () => {
    const audits = [
      {
        ...auditCampaign(view(), null, []),
        campaign: "boiler-repair",
        budget: { from: 100, to: 120, conversions: { low: 9, high: 15 } }
      }
    ]
    const given = facts({ campaigns: [campaign("boiler-repair", { last30: sums(1000, 5000, 100) })], audits })
    expect(strategyKind.facts(given).plan.moreEachMonth).toBe(600)
    expect(renderDocument(documentOf(strategyKind, strategyKind.facts(given)))).toContain(
      "**Expected:** 9 to 15 more conversions a month, if the next ones cost the same."
    )
  })

  it("raises a budget that loses impressions, and improves ads where rank loses them", () => {
    const audits = [
      {
        ...auditCampaign(view(), null, []),
        campaign: "boilers",
        budget: { from: 100, to: 120, conversions: { low: 9, high: 15 } }
      }
    ]
    const given = facts({
      campaigns: [campaign("boilers", { last30: sums(1000, 5000, 100) }), campaign("drains")],
      audits
    })
    const of = (slug: string, lost_to_budget: number, lost_to_rank: number, disapproved: number) => ({
      campaign: slug,
      lost_to_budget,
      lost_to_rank,
      keywords: slug === "drains" ? [{ text: "drain rods", score: 2, cost_micros: 80_500_000 }] : [],
      disapproved,
      limited: 0,
      poor: 0
    })
    const serving = [of("boilers", 0.31, 0.19, 0), of("drains", 0.05, 0.42, 1)]
    const text = renderDocument(
      documentOf(strategyKind, strategyKind.facts({ ...given, source: { ...given.source, serving } }))
    )
    expect(text).toContain("it lost 31% of its impressions to its budget in the last seven days")
    expect(text).toContain("Improve the ads and landing pages of drains")
    expect(text).toMatch(
      /lost 42% of its impressions to ad rank .* 4 or lower, which cost \$80\.50 in 30 days/
    )
    expect(text).toContain("Correct 1 ad that the ad platform does not show")
    expect(renderDocument(documentOf(strategyKind, strategyKind.facts(given)))).not.toMatch(
      /ad rank|does not show/
    )
  })

  it("postpones a raise if the campaign's own waste exceeds it", () => {
    const seen = view({ terms: [term("boiler repair jobs", sums(150, 750))] })
    const audits = [
      { ...auditCampaign(seen, null, []), budget: { from: 100, to: 120, conversions: { low: 9, high: 15 } } }
    ]
    const given = facts({ campaigns: [campaign(seen.slug, { last30: seen.last30 })], audits })
    const { moreEachMonth, steps } = strategyKind.facts(given).plan
    expect(steps.map(({ kind }) => kind)).not.toContain("budget")
    expect(moreEachMonth).toBe(0)
  })
})

describe("a text covers a topic", () => {
  it.each([
    ["We fit bathrooms: bathroom fittings from 900", "Bathroom fitting", true],
    ["emergency-plumber", "Emergency plumber", true],
    ["boiler repairs near me", "Boiler repair", true],
    ["boiler", "Boiler repair", false],
    ["boiler repair", "Boiler service", false],
    ["gas boiler help", "Gas boiler services", true]
  ])("%s / %s: %s", (text, thing, is) => expect(mentions(text)(thing)).toBe(is))
})
