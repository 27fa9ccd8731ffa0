import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { daysIn, plusDays } from "../../../../src/contract/index.ts"
import type { Sums } from "../../../../src/insight/amounts.ts"
import { documentOf, renderDocument } from "../../../../src/insight/documents/document.ts"
import { type Strategy, strategyKind } from "../../../../src/insight/documents/kinds/strategy.ts"
import { unsupportedFigures } from "../../../../src/outbound/index.ts"
import { count } from "../../../support/counts.ts"
import { sums } from "../../detect/support.ts"
import { anyFacts, campaign, facts } from "../support/facts.ts"

/** Figures of the method itself, for any account: windows, scales, waiting times. */
const method = "30 days, 90 days, 100, ten detectors, two weeks, half of it"

const leaves = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [value]

/** Every figure of the strategy in all display formats: raw, to the cent, whole. */
const sourceOf = (strategy: Strategy): string =>
  [
    method,
    ...strategy.plan.steps.map((_, n) => String(n + 1)),
    ...leaves(strategy).map((leaf) =>
      typeof leaf === "number"
        ? [leaf, leaf.toFixed(2), Math.round(leaf), `${leaf}%`].join(" ")
        : String(leaf)
    ),
    // Counts are figures too.
    ...[
      strategy.facts.audits,
      strategy.documents,
      strategy.performance.weeks,
      strategy.performance.campaigns
    ].map(({ length }) => String(length)),
    ...strategy.plan.steps.map((step) => ("items" in step ? String(step.items.length) : "")),
    String(strategy.performance.campaigns.filter(({ now }) => now.spend === 0).length)
  ].join("\n")

const written = (strategy: Strategy) => renderDocument(documentOf(strategyKind, strategy))

describe("a step for searches without a bid", () => {
  const demanded = (state: "paused" | "draft", before30: Sums) =>
    written(
      strategyKind.facts(
        facts({
          campaigns: [
            campaign("Drains"),
            campaign("Bathroom fitting", { state, last7: sums(0, 0, 0), last30: sums(0, 0, 0), before30 })
          ],
          demand: {
            available: true,
            places: 1,
            ideas: [
              { text: "bathroom fitting", monthlySearches: 320, competition: 7, lowBid: 5, highBid: 15 }
            ]
          }
        })
      )
    )

  it("launches a draft", () =>
    expect(demanded("draft", sums(0, 0, 0))).toContain("**1. Launch Bathroom fitting.**"))

  it("shows the results of a paused campaign before it goes live again", () => {
    const markdown = demanded("paused", sums(100, 640, 8))
    expect(markdown).toContain("**1. Decide whether Bathroom fitting goes live again.**")
    expect(markdown).toContain(
      "it is paused; in the 30 days before it cost $640.00 for 8 conversions at $80.00"
    )
    expect(markdown).toContain("find out why it was paused")
  })
})

describe("lost conversion tracking", () => {
  it("opens the strategy and is its first step", () => {
    const given = facts({ campaigns: [campaign("boilers")] })
    const { period, since } = given.source.windows
    const days = Array.from({ length: daysIn(since, period.to) }, (_, n) => ({
      campaign: "boilers",
      date: plusDays(since, n),
      ...sums(50, 100, plusDays(since, n) > plusDays(period.to, -8) ? 0 : 5)
    }))
    const markdown = written(strategyKind.facts({ ...given, source: { ...given.source, days } }))
    expect(markdown).toMatch(/\*15 November 2026\*\n\n\*\*From \d+ Nov on, no conversion was counted/)
    expect(markdown).toContain("**1. Check the conversion tracking.**")
  })
})

describe("every figure of a strategy", () => {
  it("is in its facts, for any account", () =>
    fc.assert(
      fc.property(anyFacts, (given) => {
        const strategy = strategyKind.facts(given)
        expect(unsupportedFigures(written(strategy), sourceOf(strategy))).toEqual([])
      }),
      { numRuns: count("documentRuns") }
    ))

  it("is detected by this test if it comes from elsewhere", () => {
    const strategy = strategyKind.facts(facts({ campaigns: [campaign("boiler-repair")] }))
    const body = written(strategy)
    expect(body).toContain("$1,500.00")
    expect(unsupportedFigures(body.replace("$1,500.00", "$1,500.01"), sourceOf(strategy))).toEqual([
      "1500.01"
    ])
  })

  it("of a document appears only in the quotation, not as the account's", () => {
    const strategy = strategyKind.facts(
      facts({
        campaigns: [campaign("boiler-repair")],
        documents: [{ name: "Goals", content: "We want 777 conversions from boiler repair at $3.21 each." }]
      })
    )
    const lines = written(strategy).split("\n")
    const holding = lines.filter((line) => /777|3\.21/.test(line))
    expect(holding).toEqual(["> We want 777 conversions from boiler repair at $3.21 each."])
  })
})
