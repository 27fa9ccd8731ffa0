import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ConvertingTerm, KeywordFigures } from "../../../src/campaigns/index.ts"
import { type Detector, detectors } from "../../../src/contract/index.ts"
import { costPerConversion, type Traffic } from "../../../src/insight/amounts.ts"
import { detect } from "../../../src/insight/detect/detect.ts"
import { type CampaignView, normalizeWords, referenceCpa } from "../../../src/insight/detect/view.ts"
import { poissonInterval } from "../../../src/statistics.ts"
import { count } from "../../support/counts.ts"
import { anyView, plus } from "./support.ts"

const holds = (law: (view: CampaignView) => void) =>
  fc.assert(fc.property(anyView, law), { numRuns: count("detectorRuns") })

/** Returns the texts of a detector's operations. */
const proposed = (detector: Detector, view: CampaignView, options = {}): ReadonlyArray<string> =>
  detect(detector, view, options).operations.flatMap((one) => ("text" in one ? [one.text] : []))

const cpaOf = ({ last30 }: { readonly last30: Traffic }) =>
  costPerConversion(last30) ?? Number.POSITIVE_INFINITY

/** Returns the same campaign with one keyword, or one search, changed. */
const withKeyword = (
  view: CampaignView,
  id: number,
  change: (one: KeywordFigures) => Partial<KeywordFigures>
) => ({
  ...view,
  keywords: view.keywords.map((one) => (one.id === id ? { ...one, ...change(one) } : one))
})
const withTerm = (
  view: CampaignView,
  text: string,
  change: (one: ConvertingTerm) => Partial<ConvertingTerm>
) => ({
  ...view,
  converting: view.converting.map((one) => (one.term === text ? { ...one, ...change(one) } : one))
})
const more = <Figures extends Traffic>(traffic: Figures, cost: number, conversions: number): Figures => ({
  ...traffic,
  cost_micros: traffic.cost_micros + cost * 1_000_000,
  conversions: traffic.conversions + conversions
})

it.each(detectors)(
  "%s finds something in many of these campaigns, so its invariants can fail",
  (detector) => {
    const found = fc.sample(anyView, { seed: 7, numRuns: 400 }).filter((view) => {
      const { findings } = detect(detector, view, detector === "keyword_count" ? { threshold: 1 } : {})
      return findings.length > 0
    })
    expect(found.length).toBeGreaterThan(10)
  }
)

describe("high_cpc", () => {
  it("finds nothing below the multiple of the average, or with too few clicks", () =>
    holds((view) => {
      for (const { fields } of detect("high_cpc", view, { threshold: 2 }).findings) {
        expect(Number(fields["avg_cpc"])).toBeGreaterThanOrEqual(
          2 * Number(fields["campaign_avg_cpc"]) - 0.02
        )
        expect(fields["clicks_30d"]).toBeGreaterThanOrEqual(10)
      }
    }))

  it("pauses nothing that pays off, and still finds a keyword when its clicks cost more", () =>
    holds((view) => {
      const reference = referenceCpa(view)
      for (const one of detect("high_cpc", view).operations) {
        const keyword = view.keywords.find(({ id }) => one.op === "pause_keyword" && id === one.keyword)!
        if (keyword.evidence.conversions > 0) {
          expect(costPerConversion(keyword.evidence)).toBeGreaterThan(1.5 * (reference ?? Infinity))
        }
        const dearer = withKeyword(view, keyword.id, ({ last30 }) => ({ last30: more(last30, 50, 0) }))
        expect(proposed("high_cpc", dearer)).toContain(keyword.text)
      }
    }))
})

describe("no_conversion_keywords", () => {
  it("pauses only enabled keywords that cost two reference CPAs and never converted", () =>
    holds((view) => {
      const reference = referenceCpa(view)
      for (const one of detect("no_conversion_keywords", view).operations) {
        const keyword = view.keywords.find(({ id }) => one.op === "pause_keyword" && id === one.keyword)!
        expect(keyword).toMatchObject({ state: "enabled", conversions90: 0 })
        expect(keyword.evidence.cost_micros).toBeGreaterThanOrEqual(2 * reference!)
        expect(keyword.text).not.toContain("northwind")
      }
    }))
})

describe("zero_impression", () => {
  it("finds nothing with impressions or too young, and proposes the same with and without paused ones", () =>
    holds((view) => {
      const found = detect("zero_impression", view, { include_paused: true })
      const asleep = view.keywords.filter(
        ({ ageDays, daysWithoutImpressions }) =>
          view.served.filter((ago) => ago < daysWithoutImpressions).length >= 30 &&
          ageDays >= 30 &&
          (daysWithoutImpressions >= 90 || daysWithoutImpressions >= ageDays)
      )
      expect(found.findings.length).toBe(asleep.length)
      const enabled = detect("zero_impression", view)
      expect(found.operations).toEqual(enabled.operations)
      expect(enabled.findings.length).toBe(asleep.filter(({ state }) => state === "enabled").length)
    }))
})

describe("tcpa", () => {
  it("moves a target by at most a fifth, towards the actual cost, and only after fifteen conversions", () =>
    holds((view) => {
      for (const { fields } of detect("tcpa", view).findings) {
        const [suggested, actual] = [Number(fields["suggested_target"]), Number(fields["actual_cpa"])]
        expect(Number(fields["conversions"])).toBeGreaterThanOrEqual(15)
        if (view.targetCpa === null) {
          expect(fields["direction"]).toBe("set")
          expect(Math.abs(suggested - actual)).toBeLessThanOrEqual(0.011)
        } else {
          expect(Math.abs(suggested - view.targetCpa)).toBeLessThanOrEqual(0.2 * view.targetCpa + 0.01)
          expect(fields["direction"]).toBe(actual < view.targetCpa ? "lower" : "raise")
          expect(Math.sign(suggested - view.targetCpa)).toBe(Math.sign(actual - view.targetCpa))
          const { high, low } = poissonInterval(view.settled.conversions, 0.99)
          const [least, most] = [high, low].map((mean) => view.settled.cost_micros / mean / 1_000_000)
          expect(view.targetCpa >= least! && view.targetCpa <= most!).toBe(false)
          if (actual < view.targetCpa) expect(suggested).toBeGreaterThanOrEqual(actual - 0.011)
        }
      }
    }))

  it("gives the same result for twice the conversions at the same cost and twice the budget", () =>
    holds((view) => {
      const [first] = detect("tcpa", view).findings
      if (first === undefined) return
      const twice = { ...view, budget: view.budget * 2, settled: plus(view.settled, view.settled) }
      const [again] = detect("tcpa", twice).findings
      expect(again?.fields["suggested_target"]).toBe(first.fields["suggested_target"])
    }))
})

describe("exact_match", () => {
  it("adds the text of an enabled broad or phrase keyword once, without an exact one, within the reference cost", () =>
    holds((view) => {
      const found = detect("exact_match", view).operations.flatMap((one) =>
        one.op === "add_keyword" ? [one] : []
      )
      const twice = { ...view, keywords: view.keywords.flatMap((one) => [one, { ...one, id: one.id + 100 }]) }
      expect(detect("exact_match", twice).operations).toHaveLength(found.length)
      for (const { ad, match, text } of found) {
        expect(match).toBe("exact")
        const same = view.keywords.filter((one) => normalizeWords(one.text) === normalizeWords(text))
        expect(same.some((one) => one.match === "exact")).toBe(false)
        expect(same.some((one) => one.state === "enabled" && one.ad === ad)).toBe(true)
        const term = view.converting.find((one) => normalizeWords(one.term) === normalizeWords(text))!
        expect(term.last30.conversions).toBeGreaterThanOrEqual(2)
        expect(cpaOf(term)).toBeLessThanOrEqual(referenceCpa(view) ?? 0)
        const better = withTerm(view, term.term, ({ last30 }) => ({ last30: more(last30, 0, 3) }))
        expect(proposed("exact_match", better)).toContain(text)
      }
    }))
})

describe("hipo", () => {
  it("finds only frequent cheap conversions above the campaign's rate, and moves at most 30 percent of them", () =>
    holds((view) => {
      const found = new Set(detect("hipo", view).findings.map(({ fields }) => fields["text"]))
      if (found.size === 0) return
      expect(view.last7.cost_micros / 1_000_000).toBeGreaterThanOrEqual(0.9 * 7 * view.budget)
      const strong = view.keywords.filter(
        (one) =>
          one.state === "enabled" &&
          one.last30.conversions >= 5 &&
          cpaOf(one) <= 0.8 * referenceCpa(view)! &&
          one.evidence.conversions / one.evidence.clicks > view.evidence.conversions / view.evidence.clicks
      )
      expect(strong.map(({ text }) => text)).toEqual(expect.arrayContaining([...found]))
      const { operations } = detect("hipo", view)
      const moved = operations.flatMap((one) => ("keywords" in one ? one.keywords : []))
      const least = moved.map(({ match, text }) =>
        Math.min(
          ...strong
            .filter((one) => one.match === match && normalizeWords(one.text) === normalizeWords(text))
            .map(({ last30 }) => last30.conversions)
        )
      )
      expect(least.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(0.3 * view.last30.conversions)
    }))
})

describe("keyword_count", () => {
  it("reports the excess of keywords of an ad, and one more for one more", () =>
    holds((view) => {
      for (const { fields } of detect("keyword_count", view, { threshold: 1 }).findings) {
        const ad = Number(fields["ad_id"])
        const here = view.keywords.filter((one) => one.ad === ad && one.state === "enabled")
        expect(fields).toMatchObject({ count: here.length, excess: here.length - 1 })
        expect(here.length).toBeGreaterThan(1)
        const grown = { ...view, keywords: [...view.keywords, { ...here[0]!, id: 99, text: "one more" }] }
        const again = detect("keyword_count", grown, { threshold: 1 }).findings
        expect(again.find((one) => one.fields["ad_id"] === ad)?.fields["excess"]).toBe(here.length)
      }
    }))
})

describe("new_keywords", () => {
  it("adds no search twice and none without conversions, and still adds one with more conversions", () =>
    holds((view) => {
      const found = proposed("new_keywords", view)
      expect(new Set(found).size).toBe(found.length)
      for (const text of found) {
        expect(view.converting.find(({ term }) => term === text)!.last90.conversions).toBeGreaterThan(0)
        const better = withTerm(view, text, ({ last30, last90 }) => ({
          last30: more(last30, 0, 1),
          last90: more(last90, 0, 1)
        }))
        expect(proposed("new_keywords", better)).toContain(text)
      }
    }))

  it("misses no search with two cheap conversions that has no keyword, exclusion or brand word", () =>
    holds((view) => {
      const open = { ...view, negatives: [], brand: [], keywords: [] }
      // Without a reference no search is cheap, not even a free one.
      const maxCpa = 1.2 * (referenceCpa(view) ?? Number.NEGATIVE_INFINITY)
      const proven = open.converting
        .filter(({ last90, term }) => last90.conversion_days >= 2 && !/jobs|free/.test(term))
        .filter(({ last90 }) => (costPerConversion(last90) ?? Infinity) <= maxCpa)
        .filter(({ last90 }) => {
          const { low } = poissonInterval(last90.conversions, 0.9)
          return last90.cost_micros / low <= 6 * referenceCpa(view)!
        })
        .map(({ term }) => term)
      expect(proposed("new_keywords", open)).toEqual(expect.arrayContaining(proven))
    }))
})
