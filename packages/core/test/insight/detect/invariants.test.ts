import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { blockedKeywords, blocks } from "../../../src/campaigns/negatives/blocks.ts"
import { detectors } from "../../../src/contract/index.ts"
import { detect } from "../../../src/insight/detect/detectors/index.ts"
import type { CampaignView } from "../../../src/insight/detect/view.ts"
import { termCoverage } from "../../../src/insight/detect/view.ts"
import { count } from "../../support/counts.ts"
import { anyView, plus, sums } from "./support.ts"

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

  it("pauses only enabled keywords older than a week, and none twice", () =>
    holds((view) => {
      const paused = detect(detector, view).operations.flatMap((one) =>
        one.op === "pause_keyword" ? [one.keyword] : []
      )
      expect(new Set(paused).size).toBe(paused.length)
      for (const id of paused) {
        const keyword = view.keywords.find((one) => one.id === id)
        expect(keyword?.state).toBe("enabled")
        expect(keyword?.ageDays).toBeGreaterThanOrEqual(7)
      }
    }))

  it("adds nothing that is excluded", () =>
    holds((view) => {
      const { isExcluded } = termCoverage(view)
      for (const one of detect(detector, view).operations) {
        if (one.op !== "add_keyword" || detector === "exact_match") continue
        expect(
          isExcluded({ term: one.text, ad: 1, window: sums(0, 0), last30: sums(0, 0), last90: sums(0, 0) })
        ).toBe(false)
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
      const converted = view.terms.filter(({ last90 }) => last90.conversions > 0)
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

  it("never finds a brand term, a keyword, or an existing exclusion", () =>
    holds((view) => {
      const { isBrand, isExcluded, isKeyword } = termCoverage(view)
      const found = new Set(excluded(view).map(({ text }) => text))
      for (const one of view.terms.filter(({ term }) => found.has(term))) {
        expect([isBrand(one), isKeyword(one), isExcluded(one)]).toEqual([false, false, false])
      }
    }))

  it("still finds a search when its waste increases", () =>
    holds((view) => {
      const more = sums(10, 80)
      for (const { text } of excluded(view)) {
        const grown: CampaignView = {
          ...view,
          window: plus(view.window, more),
          last30: plus(view.last30, more),
          terms: view.terms.map((one) =>
            one.term === text
              ? {
                  ...one,
                  window: plus(one.window, more),
                  last30: plus(one.last30, more),
                  last90: plus(one.last90, more)
                }
              : one
          )
        }
        expect(excluded(grown).map((one) => one.text)).toContain(text)
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

  it("still pauses a keyword when its waste increases", () =>
    holds((view) => {
      for (const id of paused(view)) {
        const keywords = view.keywords.map((one) =>
          one.id === id ? { ...one, last30: plus(one.last30, sums(10, 80)) } : one
        )
        expect(paused({ ...view, keywords })).toContain(id)
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
      const { findings } = detect("optimized_keywords", view, { suggested_count: 3 })
      const kept = findings.filter(({ fields }) => fields["action"] !== "pause")
      expect(kept.length).toBeLessThanOrEqual(3)
      const conversions = kept.map(({ fields }) => Number(fields["conversions"]))
      expect(conversions).toEqual(conversions.toSorted((a, b) => b - a))
      const paused = findings.filter(({ fields }) => fields["action"] === "pause")
      for (const { fields } of paused) expect(fields["conversions"]).toBe(0)
    }))
})
