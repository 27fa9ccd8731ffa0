import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { blockedKeywords, blocks, makeBlocker } from "../../../src/campaigns/negatives/terms.ts"
import { detectors } from "../../../src/contract/index.ts"
import { detect } from "../../../src/insight/detect/detect.ts"
import { type CampaignView, referenceOf } from "../../../src/insight/detect/view.ts"
import { count } from "../../support/counts.ts"
import { anyView } from "./support.ts"

const holds = (law: (view: CampaignView) => void) =>
  fc.assert(fc.property(anyView, law), { numRuns: count("detectorRuns") })

describe.each(detectors)("%s, in any campaign", (detector) => {
  it("saves between zero and the campaign's cost", () =>
    holds((view) => {
      const { saving } = detect(detector, view)
      if (saving === null) return
      expect(saving).toBeGreaterThan(0)
      expect(saving).toBeLessThanOrEqual(view.last30.cost_micros / 1_000_000 + 0.01)
    }))

  it("proposes exactly the operations of its findings, each once", () =>
    holds((view) => {
      const { findings, operations } = detect(detector, view)
      const proposed = findings.flatMap(({ operation }) => operation ?? [])
      expect(operations).toEqual([...new Set(proposed)])
    }))

  it("pauses only enabled keywords, and none twice", () =>
    holds((view) => {
      const paused = detect(detector, view).operations.flatMap((one) =>
        one.op === "pause_keyword" ? [one.keyword] : []
      )
      expect(new Set(paused).size).toBe(paused.length)
      for (const id of paused) {
        const keyword = view.keywords.find((one) => one.id === id)
        expect(keyword?.state).toBe("enabled")
      }
    }))

  it("adds nothing that is excluded", () =>
    holds((view) => {
      const isExcluded = makeBlocker(view.negatives)
      for (const one of detect(detector, view).operations) {
        if (one.op !== "add_keyword" || detector === "exact_match") continue
        expect(isExcluded(one.text)).toBe(false)
      }
    }))
})

describe("negative_keywords", () => {
  const excluded = (view: CampaignView) =>
    detect("negative_keywords", view).operations.flatMap((one) =>
      one.op === "add_negative_keyword" ? [one] : []
    )

  it("never reports a search that converted", () =>
    holds((view) => {
      const converted = view.terms.filter(({ conversions90 }) => conversions90 > 0)
      for (const one of excluded(view)) {
        expect(converted.some(({ term }) => blocks({ text: one.text, match: one.match }, term))).toBe(false)
      }
    }))

  it("is never broad, and blocks no enabled keyword except a shorter one with other words", () =>
    holds((view) => {
      const enabled = view.keywords.filter(({ state }) => state === "enabled")
      for (const one of excluded(view)) {
        expect(one.match).not.toBe("broad")
        expect(blockedKeywords([one], enabled)).toEqual([])
      }
    }))

  it("never stops a brand term or an enabled keyword, and repeats no exclusion", () =>
    holds((view) => {
      const enabled = view.keywords.filter(({ state }) => state === "enabled").map(({ text }) => text)
      const isExcluded = makeBlocker(view.negatives)
      for (const one of excluded(view)) {
        expect(isExcluded(one.text)).toBe(false)
        for (const { term } of view.terms.filter(({ term }) => blocks(one, term))) {
          expect(term).not.toContain("northwind")
          expect(enabled).not.toContain(term)
        }
      }
    }))

  it("finds only what cost two reference CPAs or more, with conversions to expect", () =>
    holds((view) => {
      const reference = referenceOf(view)
      for (const { fields } of detect("negative_keywords", view).findings) {
        const terms = (fields["terms"] as ReadonlyArray<string> | undefined) ?? [fields["term"]]
        const judged = view.terms.filter(({ term }) => terms.includes(term))
        const cost = judged.reduce((sum, one) => sum + one.evidence.cost_micros, 0)
        expect(cost).toBeGreaterThanOrEqual(2 * reference!.cpa)
        expect(judged.every(({ conversions90 }) => conversions90 === 0)).toBe(true)
      }
    }))
})

describe("no_conversion_keywords", () => {
  const paused = (view: CampaignView) =>
    detect("no_conversion_keywords", view).operations.flatMap((one) =>
      one.op === "pause_keyword" ? [one.keyword] : []
    )

  it("never pauses a keyword that converted", () =>
    holds((view) => {
      const converted = view.keywords.filter(({ last30 }) => last30.conversions > 0).map(({ id }) => id)
      expect(paused(view).filter((id) => converted.includes(id))).toEqual([])
    }))

  it("still pauses a keyword alone when its clicks increase", () =>
    holds((view) => {
      const more = <A extends { readonly clicks: number }>(figures: A) => ({
        ...figures,
        clicks: figures.clicks + 10
      })
      for (const id of paused(view)) {
        // Alone, because its clicks are part of the rate that the other keywords are judged by.
        const keyword = view.keywords.find((one) => one.id === id)!
        const changed = {
          evidence: more(view.evidence),
          // The clicks come on a day on which the keyword was shown.
          evidenceDays: view.evidenceDays.map((day) => (day.ago === keyword.active?.from ? more(day) : day)),
          keywords: [{ ...keyword, evidence: more(keyword.evidence) }]
        }
        expect(paused({ ...view, ...changed })).toContain(id)
      }
    }))
})

describe("a higher threshold finds no more", () => {
  const found = (view: CampaignView, detector: "high_cpc" | "keyword_count", threshold: number) =>
    detect(detector, view, { threshold }).findings.length

  it("of high_cpc", () =>
    holds((view) => {
      expect(found(view, "high_cpc", 4)).toBeLessThanOrEqual(found(view, "high_cpc", 1.5))
    }))

  it("of keyword_count", () =>
    holds((view) => {
      expect(found(view, "keyword_count", 3)).toBeLessThanOrEqual(found(view, "keyword_count", 1))
    }))
})

describe("optimized_keywords", () => {
  it("keeps and adds at most the requested number, best first, and pauses none of it", () =>
    holds((view) => {
      const { findings } = detect("optimized_keywords", view, { suggested_count: 3, include_kept: true })
      const kept = findings.filter(({ fields }) => fields["action"] !== "pause")
      expect(kept.length).toBeLessThanOrEqual(3)
      const conversions = kept.map(({ fields }) => Number(fields["conversions"]))
      expect(conversions).toEqual(conversions.toSorted((a, b) => b - a))
      const paused = findings.filter(({ fields }) => fields["action"] === "pause")
      for (const { fields } of paused) expect(fields["conversions"]).toBe(0)
    }))
})
