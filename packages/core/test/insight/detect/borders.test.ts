import { describe, expect, it } from "vitest"
import type { KeywordFigures } from "../../../src/campaigns/index.ts"
import type { Detector } from "../../../src/contract/index.ts"
import { detect } from "../../../src/insight/detect/detect.ts"
import type { CampaignView } from "../../../src/insight/detect/view.ts"
import { converting, keyword, sums, term, view } from "./support.ts"

/* Figures on both sides of each threshold. The campaign pays 5 per click and 50 per conversion. */

const found = (detector: Detector, over: Partial<CampaignView>, options = {}) =>
  detect(detector, view(over), options).findings.map(({ fields }) => fields["text"])
const expensive = (over: Partial<KeywordFigures>) => [keyword("dear", { last30: sums(10, 100), ...over })]

describe("high_cpc", () => {
  const texts = (keywords: ReadonlyArray<KeywordFigures>) => found("high_cpc", { keywords }, { threshold: 2 })

  it.each([
    ["at exactly twice the price", {}, ["dear"]],
    ["just below twice the price", { last30: sums(10, 99.99) }, []],
    ["with nine clicks", { last30: sums(9, 900) }, []],
    ["that is paused", { state: "paused" }, []]
  ] as const)("a keyword %s", (_, over, expected) => {
    expect(texts(expensive(over))).toEqual(expected)
  })

  it.each([
    ["that may cost 1.5 times the reference", 3, 581, "review"],
    ["that cost more", 3, 582, "pause"],
    ["of too few", 2.9, 900, "review"],
    ["that never happened", 0, 300, "pause"]
  ])("conversions %s", (_, conversions, cost, action) => {
    const { findings } = detect(
      "high_cpc",
      view({ keywords: expensive({ last30: sums(30, cost, conversions) }) }),
      { threshold: 2 }
    )
    expect(findings.map(({ fields }) => fields["action"])).toEqual([action])
  })

  it("finds nothing if the campaign's clicks cost nothing, or if it had none", () => {
    const keywords = expensive({ last30: sums(10, 0) })
    expect(found("high_cpc", { keywords, last30: sums(1000, 0) })).toEqual([])
    expect(found("high_cpc", { keywords, last30: sums(0, 0) })).toEqual([])
  })

  it("reports the multiple of the average price, to two decimals", () => {
    const { findings } = detect("high_cpc", view({ keywords: expensive({ last30: sums(12, 200) }) }))
    expect(findings[0]?.fields).toMatchObject({ avg_cpc: 16.67, campaign_avg_cpc: 5, multiple: 3.33 })
  })

  it("only shows a keyword that pays off, without an operation", () => {
    const { findings, operations, saving } = detect(
      "high_cpc",
      view({ keywords: expensive({ last30: sums(30, 450, 9) }) })
    )
    expect(findings.map(({ operation }) => operation)).toEqual([null])
    expect([operations, saving]).toEqual([[], null])
    const barren = expensive({ last30: sums(30, 450) })
    expect(detect("high_cpc", view({ keywords: barren })).findings).toMatchObject([
      { operation: { op: "pause_keyword" } }
    ])
    expect(detect("high_cpc", view({ keywords: barren, brand: ["dear"] })).operations).toEqual([])
  })

  it("lists the most expensive first", () => {
    const keywords = [12, 30, 20].map((price, n) =>
      keyword(`at ${price}`, { id: n + 1, last30: sums(10, price * 10) })
    )
    expect(texts(keywords)).toEqual(["at 30", "at 20", "at 12"])
  })
})

describe("exact_match", () => {
  const texts = (terms: ReadonlyArray<readonly [text: string, cost: number, conversions: number]>) =>
    found("exact_match", {
      keywords: terms.map(([text], n) => keyword(text, { id: n + 1 })),
      converting: terms.map(([text, cost, conversions]) => converting(text, sums(20, cost, conversions)))
    })

  it.each([
    ["two conversions at exactly the reference cost", 100, 2, ["boiler repair"]],
    ["two conversions slightly above it", 100.02, 2, []],
    ["one conversion", 50, 1, []]
  ])("a search with %s", (_, cost, conversions, expected) => {
    expect(texts([["boiler repair", cost, conversions]])).toEqual(expected)
  })

  it.each([
    ["is paused", [keyword("boiler repair", { state: "paused" })], 0],
    ["nobody searched for", [keyword("boiler service")], 0],
    ["is in two ads", [keyword("boiler repair"), keyword("Boiler repair", { id: 2, ad: 2 })], 1]
  ])("a keyword that %s", (_, keywords, count) => {
    const over = { keywords, converting: [converting("boiler repair", sums(20, 80, 2))] }
    expect(found("exact_match", over)).toHaveLength(count)
  })

  it("finds nothing without a reference cost per conversion", () => {
    const over = {
      keywords: [keyword("boiler repair")],
      converting: [converting("boiler repair", sums(20, 0, 2))]
    }
    expect(found("exact_match", { ...over, evidence: sums(1000, 5000) })).toEqual([])
  })

  it("orders by conversions, then by cost", () => {
    const found = texts([
      ["two dear", 100, 2],
      ["three", 150, 3],
      ["two cheap", 80, 2]
    ])
    expect(found).toEqual(["three", "two cheap", "two dear"])
  })
})

describe("negative_keywords", () => {
  const waste = term("boiler repair jobs", sums(40, 200))
  const match = (over: Partial<CampaignView>) =>
    detect("negative_keywords", view({ terms: [waste], ...over })).findings[0]?.fields["match_type"]

  it("uses a phrase even if a paused keyword, or a search that never converted, contains it", () => {
    expect(match({ keywords: [keyword("boiler repair jobs seattle", { state: "paused" })] })).toBe("phrase")
    expect(match({ terms: [waste, term("boiler repair jobs seattle", sums(1, 1))] })).toBe("phrase")
  })

  it("uses exact match if a converting search contains the term", () => {
    expect(match({ terms: [waste, term("boiler repair jobs seattle", sums(1, 1, 0.5))] })).toBe("exact")
    expect(match({ terms: [waste, term("boiler jobs", sums(1, 1, 1))] })).toBe("phrase")
  })

  it.each([
    ["that cost nothing in the days", sums(0, 0), sums(40, 200), 0],
    ["that cost next to nothing in them", sums(1, 0.000_001), sums(40, 200), 1],
    ["with 25 clicks", sums(1, 1), sums(24, 900), 0],
    ["with 26", sums(1, 1), sums(26, 900), 1],
    ["with a conversion in those days", sums(40, 200, 1), sums(40, 200), 0]
  ])("a search %s", (_, window, evidence, count) => {
    const terms = [term("boiler jobs", window, { evidence })]
    expect(detect("negative_keywords", view({ terms })).findings).toHaveLength(count)
  })
})

describe("new_keywords", () => {
  const count = (last30: ReturnType<typeof sums>, over: Partial<CampaignView> = {}) =>
    detect("new_keywords", view({ converting: [converting("boiler fix", last30)], ...over })).findings.length

  it("requires two full conversions, within the reference cost", () => {
    expect(count(sums(9, 10, 2))).toBe(1)
    expect(count(sums(9, 10, 1.9))).toBe(0)
    expect(count(sums(9, 10, 2), { evidence: sums(10, 50) })).toBe(0)
  })

  it("reports cost and conversions of 90 days", () => {
    const over = { converting: [converting("boiler fix", sums(9, 10, 1), { last90: sums(30, 90, 4) })] }
    expect(detect("new_keywords", view(over)).findings[0]?.fields).toEqual({
      term: "boiler fix",
      suggested_match_type: "exact",
      clicks: 30,
      cost: 90,
      conversions: 4,
      cpa: 22.5,
      reason: "4 conversions on 4 days for $90.00, $22.50 each; the reference CPA is $50.00."
    })
  })
})

describe("no_conversion_keywords", () => {
  const fields = (clicks: number, cost: number, over: Partial<CampaignView> = {}) =>
    detect(
      "no_conversion_keywords",
      view({ keywords: [keyword("a", { last30: sums(clicks, cost) })], ...over })
    ).findings.map((one) => one.fields)

  it("reports what was expected, by clicks or by cost, whichever is less", () => {
    const reason = (expected: number, clicks: number) =>
      `About ${expected} conversions were to be expected from ${clicks} clicks (90 days, without the last 3); none came.`
    expect(fields(40, 900)).toMatchObject([{ action: "pause", reason: reason(3.8, 40), reference_cpa: 50 }])
    expect(fields(400, 150)).toMatchObject([{ reason: reason(3, 400) }])
  })

  it("only shows a keyword of the brand, and finds nothing without a reference", () => {
    expect(fields(40, 900, { brand: ["a"] })).toMatchObject([{ action: "review" }])
    expect(fields(40, 9000, { evidence: sums(100, 500, 9) })).toEqual([])
  })
})

describe("hipo", () => {
  const keywords = [keyword("boiler fix", { last30: sums(10, 200, 5) })]
  const count = (over: Partial<CampaignView>) =>
    found("hipo", { keywords, last7: sums(200, 1260, 20), ...over }).length

  it.each([
    ["just five conversions", {}, 1],
    ["fewer", { keywords: [keyword("a", { last30: sums(10, 100, 4.9) })] }, 0],
    ["a paused keyword", { keywords: [keyword("a", { state: "paused", last30: sums(10, 200, 5) })] }, 0],
    ["no budget", { budget: 0 }, 0],
    ["a budget of 1", { budget: 1, last7: sums(9, 6.3) }, 1],
    ["no known price of a conversion", { evidence: sums(1000, 5000) }, 0]
  ] as const)("%s", (_, over, expected) => expect(count(over)).toBe(expected))
})

describe("tcpa", () => {
  const to = (over: Partial<CampaignView>) =>
    detect("tcpa", view(over)).findings.map(({ fields }) => fields["suggested_target"])

  it.each([
    ["no budget: it is not known whether money was left", { budget: 0 }, []],
    ["a cost that is just below a raise", { budget: 2000, window: sums(1000, 23_999, 400) }, []],
    ["conversions that cost nothing", { targetCpa: null, window: sums(1000, 0, 20) }, []],
    // 1 per day for 30 days: 24 of 30 spent are exactly four fifths.
    ["four fifths of the budget spent", { budget: 1, targetCpa: 0.5, window: sums(9, 24, 15) }, []],
    ["a little less than that", { budget: 1, targetCpa: 0.5, window: sums(9, 23.99, 15) }, [0.6]],
    ["a target that rounding keeps", { targetCpa: 0.01, window: sums(9, 0.08, 20) }, []]
  ] as const)("%s", (_, over, expected) => expect(to({ targetCpa: 50, ...over })).toEqual(expected))
})
