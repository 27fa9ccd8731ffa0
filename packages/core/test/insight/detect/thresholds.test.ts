import { describe, expect, it } from "vitest"
import { type Detector, optionProblems } from "../../../src/contract/index.ts"
import { detect } from "../../../src/insight/detect/detect.ts"
import { type CampaignView, lowerRate, referenceCpa } from "../../../src/insight/detect/view.ts"
import { converting, keyword, sums, term, view } from "./support.ts"

/** In `view` a conversion costs 50, and one of eleven clicks converts at least. */
const found = (detector: Detector, over: Partial<CampaignView>, options = {}) =>
  detect(detector, view(over), options).findings.map(({ fields }) => fields)

describe("the reference values of a campaign", () => {
  it.each([
    ["its target", view({ targetCpa: 35.5 }), 35_500_000],
    ["else the actual cost per conversion", view(), 50_000_000],
    ["else nothing", view({ evidence: sums(10, 50) }), null],
    ["with at least ten conversions", view({ evidence: sums(100, 500, 10) }), 50_000_000],
    ["not with fewer", view({ evidence: sums(100, 499, 9.98) }), null],
    ["five with a target", view({ targetCpa: 40, evidence: sums(100, 250, 5) }), 40_000_000],
    ["not with fewer", view({ targetCpa: 40, evidence: sums(100, 249, 4.98) }), null]
  ])("%s", (_, campaign, expected) => expect(referenceCpa(campaign)).toBe(expected))

  it("the rate is the lower bound of an 80 percent interval", () => {
    expect(lowerRate(100, 1000)).toBeCloseTo(0.0923, 4)
    expect(lowerRate(10, 100)).toBeCloseTo(0.0775, 4)
    expect(lowerRate(0, 100)).toBe(0)
    // More conversions than clicks, and conversions on days without clicks.
    expect(lowerRate(12, 10)).toBeLessThanOrEqual(1)
    expect(lowerRate(1, 0)).toBe(0)
  })
})

describe("high_cpc", () => {
  const at = (clicks: number, cost: number, conversions = 0) => ({
    keywords: [keyword("a", { last30: sums(clicks, cost, conversions) })]
  })
  it("finds three times the average of 5, not less", () => {
    expect(found("high_cpc", at(10, 150))).toMatchObject([{ avg_cpc: 15, multiple: 3, action: "review" }])
    expect(found("high_cpc", at(30, 450))).toMatchObject([{ avg_cpc: 15, multiple: 3, action: "pause" }])
    expect(found("high_cpc", at(10, 149))).toEqual([])
    expect(found("high_cpc", at(9, 150))).toEqual([])
  })
  it("only shows keywords that pay off", () => {
    // The true mean of three conversions is at most 7.75, so that they cost more than 75 from 581.5 on.
    expect(found("high_cpc", at(10, 581, 3))).toMatchObject([{ action: "review" }])
    expect(found("high_cpc", at(10, 582, 3))).toMatchObject([
      {
        action: "pause",
        reason:
          "3 conversions for $582: the true CPA is between $75 and $712; the campaign's reference is $50.00."
      }
    ])
    expect(found("high_cpc", at(10, 400, 2.9))).toMatchObject([{ action: "review" }])
    expect(detect("high_cpc", view(at(10, 600, 3))).saving).toBe(450)
  })
})

describe("no_conversion_keywords", () => {
  const at = (clicks: number, cost: number) => ({ keywords: [keyword("a", { last30: sums(clicks, cost) })] })
  it.each([
    // Too few clicks, too little cost, and enough of both.
    [24, 900, 0],
    [200, 99.99, 0],
    [200, 115, 0],
    [200, 116, 1],
    [26, 900, 1]
  ])("%i clicks for %f: %i", (clicks, cost, count) =>
    expect(found("no_conversion_keywords", at(clicks, cost))).toHaveLength(count)
  )
})

describe("zero_impression", () => {
  it.each([
    [{ ageDays: 30, daysWithoutImpressions: 30 }, 1],
    [{ ageDays: 29, daysWithoutImpressions: 29 }, 0],
    [{ ageDays: 200, daysWithoutImpressions: 90 }, 1],
    [{ ageDays: 200, daysWithoutImpressions: 89 }, 0],
    [{ ageDays: 200, daysWithoutImpressions: 90, state: "paused" as const }, 0]
  ])("%o: %i", (over, count) => {
    expect(found("zero_impression", { keywords: [keyword("a", over)] })).toHaveLength(count)
  })
  it.each([
    ["all 90 days", 0, 1],
    ["30 of them", 60, 1],
    ["29 of them", 61, 0],
    ["none of them", 90, 0]
  ])("counts only days on which the campaign served: %s", (_, from, count) => {
    const served = Array.from({ length: 90 - from }, (_, n) => from + n)
    const keywords = [keyword("a", { ageDays: 200, daysWithoutImpressions: 90 })]
    expect(found("zero_impression", { keywords, served })).toHaveLength(count)
  })
  it("shows paused ones on request, and proposes nothing for them", () => {
    const keywords = [keyword("a", { ageDays: 200, daysWithoutImpressions: 90, state: "paused" })]
    const detection = detect("zero_impression", view({ keywords }), { include_paused: true })
    expect(detection.findings).toMatchObject([{ operation: null }])
    expect(detection.operations).toEqual([])
    const enabled = [keyword("a", { ageDays: 200, daysWithoutImpressions: 90 })]
    expect(detect("zero_impression", view({ keywords: enabled })).findings).toMatchObject([
      { operation: { op: "pause_keyword" } }
    ])
  })
  it.each([
    ["silent then too", "silent", 454, "pause"],
    ["shown then", "shown", 454, "review"],
    ["added since", "unknown", 454, "review"],
    ["served on 30 days then", "silent", 394, "pause"],
    ["served on 29 days then", "silent", 393, "review"],
    ["without a year of data", "silent", 120, "review"]
  ] as const)("looks at the same weeks a year before: %s", (_, yearBefore, days, action) => {
    const keywords = [keyword("a", { ageDays: 200, daysWithoutImpressions: 90, yearBefore })]
    const served = Array.from({ length: days }, (_, ago) => ago)
    const [finding] = detect("zero_impression", view({ keywords, served })).findings
    expect(finding).toMatchObject({ fields: { action } })
    expect(finding?.operation === null).toBe(action === "review")
  })
})

describe("negative_keywords", () => {
  const at = (clicks: number, cost: number, over = {}) => ({
    terms: [term("boiler jobs", sums(clicks, cost), over)]
  })
  it("finds what cost two conversions, had the clicks for more than two, and cost something in the days", () => {
    expect(found("negative_keywords", at(30, 150), { days: 7 })).toEqual([
      {
        term: "boiler jobs",
        match_type: "exact",
        cost_7d: 150,
        clicks: 30,
        conversions: 0,
        share_of_cost: 0.03,
        action: "exclude",
        reason:
          "About 2.9 conversions were to be expected from 30 clicks (90 days, without the last 3); none came."
      }
    ])
    // What the first edition excluded: the cost of one conversion, or three conversions' clicks.
    expect(found("negative_keywords", at(2, 50))).toEqual([])
    expect(found("negative_keywords", at(40, 99.99))).toEqual([])
    expect(found("negative_keywords", at(40, 200, { window: sums(0, 0) }))).toEqual([])
  })
  it("judges by the days of evidence, not by the requested days", () => {
    expect(found("negative_keywords", at(2, 5, { evidence: sums(40, 200) }))).toHaveLength(1)
    expect(found("negative_keywords", at(40, 200, { evidence: sums(2, 5) }))).toEqual([])
  })
  it("skips searches that converted within 90 days, and says nothing without a reference", () => {
    expect(found("negative_keywords", at(40, 200, { conversions90: 0.5 }))).toEqual([])
    expect(found("negative_keywords", { ...at(400, 2000), evidence: sums(1000, 5000, 9) })).toEqual([])
  })
  it("uses a phrase for longer terms, unless that would block a keyword", () => {
    const terms = [term("boiler repair jobs", sums(40, 200))]
    expect(found("negative_keywords", { terms })).toMatchObject([{ match_type: "phrase" }])
    const keywords = [keyword("boiler repair jobs seattle")]
    expect(found("negative_keywords", { terms, keywords })).toMatchObject([{ match_type: "exact" }])
  })
  it("saves the cost of its terms in 30 days, for any requested days, and never 0.00", () => {
    const saved = (last30: number, days: number) =>
      detect("negative_keywords", view(at(40, 200, { last30: sums(60, last30) })), { days }).saving
    expect(saved(230, 7)).toBe(230)
    expect(saved(230, 90)).toBe(230)
    expect(saved(0, 90)).toBeNull()
    expect(saved(0.004, 90)).toBeNull()
  })
})

describe("tcpa", () => {
  const at = (targetCpa: number | null, cost: number, conversions: number, budget = 200) =>
    found("tcpa", { targetCpa, budget, window: sums(1000, cost, conversions) })
  it("sets the actual cost per conversion if there is no target", () => {
    expect(at(null, 600, 15)).toMatchObject([
      { current_target: null, suggested_target: 40, direction: "set" }
    ])
    expect(at(null, 600, 14)).toEqual([])
  })
  it("suggests nothing for a brand, or where bidding takes no target on the campaign itself", () => {
    const window = sums(1000, 600, 15)
    expect(found("tcpa", { window })).toHaveLength(1)
    expect(found("tcpa", { window, type: "brand" })).toEqual([])
    expect(found("tcpa", { window, takesTargetCpa: false })).toEqual([])
  })
  it("suggests whole units in a currency without smaller ones", () => {
    const window = sums(1000, 60_005, 15)
    expect(found("tcpa", { window, currencyUnit: 1 })).toMatchObject([{ suggested_target: 4000 }])
    expect(found("tcpa", { window })).toMatchObject([{ suggested_target: 4000.33 }])
  })
  it("lowers by at most a fifth", () => {
    expect(at(50, 17_000, 400)).toMatchObject([{ suggested_target: 46.75, direction: "lower" }])
    expect(at(50, 200, 20)).toMatchObject([{ suggested_target: 40, direction: "lower" }])
    expect(at(50, 17_200, 400)).toEqual([])
  })
  it("raises by a fifth, only if budget was left", () => {
    expect(at(50, 24_000, 400, 2000)).toMatchObject([{ suggested_target: 60, direction: "raise" }])
    expect(at(50, 24_000, 400, 1000)).toEqual([])
  })
  it("suggests nothing that luck explains", () => {
    expect(at(50, 850, 20)).toEqual([])
    expect(at(50, 1200, 20)).toEqual([])
  })
  it("says what the figures tell of the true cost per conversion", () => {
    expect(at(60, 812, 27)).toMatchObject([
      { reason: "27 conversions for $812: the true CPA is between $18 and $55; the target is $60." }
    ])
  })
  it("does not count a day without service as unspent budget", () => {
    const raised = (days: number) =>
      found("tcpa", {
        targetCpa: 50,
        budget: 4000,
        window: sums(1000, 24_000, 400),
        served: Array.from({ length: days }, (_, ago) => ago)
      })
    expect(raised(8)).toHaveLength(1)
    expect(raised(7)).toEqual([])
  })
})

describe("exact_match", () => {
  const of = (cost: number, conversions: number) => ({
    converting: [converting("boiler repair", sums(20, cost, conversions))]
  })
  it("finds a broad or phrase keyword whose own text converts", () => {
    expect(found("exact_match", { ...of(80, 2), keywords: [keyword("boiler repair")] })).toMatchObject([
      { text: "boiler repair", current_match_type: "phrase", term_cpa: 40 }
    ])
  })
  it("skips it with an exact-match copy, above the reference cost, or after one conversion", () => {
    const keywords = [keyword("Boiler repair")]
    const twin = keyword("boiler repair", { id: 2, match: "exact", state: "paused" })
    expect(found("exact_match", { ...of(80, 2), keywords: [...keywords, twin] })).toEqual([])
    expect(found("exact_match", { ...of(101, 2), keywords })).toEqual([])
    expect(found("exact_match", { ...of(10, 1), keywords })).toEqual([])
  })
})

describe("hipo", () => {
  const keywords = [keyword("boiler repair", { last30: sums(10, 200, 5) })]
  it("finds cheap conversions with a limited budget", () => {
    expect(found("hipo", { keywords, last7: sums(200, 1260, 20) })).toMatchObject([
      { text: "boiler repair", conversions_30d: 5, cpa: 40, conversion_share: 0.05, budget_utilisation: 0.9 }
    ])
    expect(found("hipo", { keywords, last7: sums(200, 1259, 20) })).toEqual([])
    expect(
      found("hipo", { keywords: [keyword("a", { last30: sums(10, 201, 5) })], last7: sums(9, 1260) })
    ).toEqual([])
  })
  it("finds no keyword whose rate may be the campaign's", () => {
    const of = (clicks: number) =>
      found("hipo", { keywords: [keyword("a", { last30: sums(clicks, 200, 5) })], last7: sums(9, 1260) })
    expect(of(16)).toMatchObject([
      {
        reason:
          "5 conversions of 16 clicks: the true rate is at least 12.3%; the campaign's is at most 11.8%."
      }
    ])
    expect(of(17)).toEqual([])
  })
  it("moves at most three tenths of the conversions", () => {
    const strong = [20, 12, 9].map((conversions, id) =>
      keyword(`a${id}`, { id, last30: sums(2 * conversions, 20 * conversions, conversions) })
    )
    const texts = found("hipo", { keywords: strong, last7: sums(9, 1260) }).map((one) => one["text"])
    expect(texts).toEqual(["a0", "a2"])
  })
})

describe("keyword_count", () => {
  it("counts enabled keywords of an ad, and proposes nothing", () => {
    const keywords = ["a", "b", "c"].map((text, id) => keyword(text, { id }))
    const paused = keyword("d", { id: 9, state: "paused" })
    expect(found("keyword_count", { keywords: [...keywords, paused] }, { threshold: 2 })).toEqual([
      {
        ad_id: 1,
        ad_name: "Ad 1",
        count: 3,
        threshold: 2,
        excess: 1,
        reason: "One text is shown for 3 enabled keywords; 2 are plenty."
      }
    ])
    expect(found("keyword_count", { keywords }, { threshold: 3 })).toEqual([])
  })
})

describe("optimized_keywords", () => {
  it("keeps, adds and pauses by rank", () => {
    const keywords = [
      keyword("good", { id: 1, last30: sums(50, 200, 5) }),
      keyword("barren", { id: 2, last30: sums(60, 240) })
    ]
    const over = {
      keywords,
      converting: [
        converting("better", sums(50, 190, 6)),
        converting("northwind better", sums(50, 190, 9)),
        converting("once, too expensive", sums(50, 50.01, 1))
      ]
    }
    const rows = [
      { text: "better", match_type: "exact", rank: 1, action: "add" },
      { text: "good", rank: 2, action: "keep" },
      { text: "barren", rank: 3, action: "pause" }
    ]
    expect(found("optimized_keywords", over, { suggested_count: 2, include_kept: true })).toMatchObject(rows)
    expect(found("optimized_keywords", over, { suggested_count: 2 })).toMatchObject([rows[0], rows[2]])
  })
})

describe("new_keywords", () => {
  it.each([
    ["two conversions in 90 days", sums(9, 106, 2), sums(0, 0), 1],
    ["two in 90 days that many clicks explain", sums(9, 107, 2), sums(0, 0), 0],
    ["three in 90 days", sums(9, 180, 3), sums(0, 0), 1],
    ["three in 90 days, too expensive", sums(9, 180.01, 3), sums(0, 0), 0],
    ["two in 30 days, cheap enough", sums(90, 900, 3), sums(9, 100, 2), 1],
    ["two in 30 days, too expensive", sums(90, 900, 3), sums(9, 100.01, 2), 0],
    ["one in 30 days", sums(9, 5, 1), sums(9, 5, 1), 0]
  ])("%s", (_, last90, last30, count) => {
    expect(
      found("new_keywords", { converting: [converting("boiler fix", last30, { last90 })] })
    ).toHaveLength(count)
  })
  it("skips two conversions of one day", () => {
    const [search] = [converting("boiler fix", sums(9, 20, 2))]
    const onOneDay = { ...search!, last30: { ...search!.last30, conversion_days: 1 } }
    const all = { ...onOneDay, last90: onOneDay.last30 }
    expect(found("new_keywords", { converting: [search!] })).toMatchObject([
      { reason: "2 conversions on 2 days for $20.00, $10.00 each; the reference CPA is $50.00." }
    ])
    expect(found("new_keywords", { converting: [all] })).toEqual([])
    expect(found("optimized_keywords", { converting: [onOneDay] })).toEqual([])
  })
  it("skips searches with a word that the campaign excludes, or of those who look for work", () => {
    const over = {
      converting: ["plumber near me jobs salary", "cheap plumber", "plumbing course"].map((text) =>
        converting(text, sums(9, 5, 3))
      )
    }
    const terms = (more: Partial<CampaignView>) =>
      found("new_keywords", { ...over, ...more }).map((one) => one["term"])
    expect(terms({})).toEqual(["cheap plumber"])
    expect(terms({ negatives: [{ text: "cheap", match: "exact" }] })).toEqual([])
    expect(terms({ ownTexts: ["Courses for plumbers"] })).toEqual(["cheap plumber", "plumbing course"])
  })
  it("skips keywords, exclusions and brand terms", () => {
    const over = {
      converting: ["boiler fix", "cheap boiler", "boiler help", "northwind boiler"].map((text) =>
        converting(text, sums(9, 5, 3))
      ),
      keywords: [keyword("Boiler fix", { state: "paused" })],
      negatives: [{ text: "cheap", match: "broad" as const }],
      // A keyword of another campaign of the account.
      accountKeywords: ["boiler help"]
    }
    expect(found("new_keywords", over)).toEqual([])
    expect(found("new_keywords", { ...over, type: "brand" })).toMatchObject([{ term: "northwind boiler" }])
  })
})

describe("options", () => {
  it.each([
    ["high_cpc", { threshold: 11 }, "must be a number from 1 to 10 for high_cpc (3 by default)"],
    [
      "keyword_count",
      { threshold: 1.5 },
      "must be a whole number from 1 to 50 for keyword_count (15 by default)"
    ],
    ["tcpa", { period_days: 6 }, "must be a whole number from 7 to 90 for tcpa (30 by default)"],
    ["hipo", { days: 7 }, "hipo takes no options"],
    ["tcpa", { days: 7 }, "tcpa takes only period_days"]
  ] as const)("%s %o", (detector, options, message) =>
    expect(optionProblems(detector, options).map((one) => one.message)).toEqual([message])
  )
})
