import { describe, expect, it } from "vitest"
import type { Detector } from "../../../src/contract/index.ts"
import { detect } from "../../../src/insight/detect/detect.ts"
import type { CampaignView } from "../../../src/insight/detect/view.ts"
import { converting, keyword, sums, term, view } from "./support.ts"

/*
 * The summary and the operations of each detector, for one finding and for several. A conversion costs 50
 * here.
 */

const proposal = (detector: Detector, over: Partial<CampaignView>, options = {}) => {
  const { operations, summary } = detect(detector, view(over), options)
  return { operations, summary }
}

/** Two keywords with the same figures: one for a summary in the singular, both for the plural. */
const pair = (over: Parameters<typeof keyword>[1]) => [
  keyword("first", { ...over, id: 1 }),
  keyword("second", { ...over, id: 2, ad: 2, match: "broad" })
]
const pauseFirst = { op: "pause_keyword", keyword: 1, text: "first", match: "phrase" }
const pauseSecond = { op: "pause_keyword", keyword: 2, text: "second", match: "broad" }

describe("detectors that pause keywords", () => {
  it.each([
    [
      "high_cpc",
      { last30: sums(30, 450) },
      "Pause 1 keyword with clicks at 3 times the campaign's price or more",
      "Pause 2 keywords with clicks at 3 times the campaign's price or more"
    ],
    [
      "no_conversion_keywords",
      { last30: sums(30, 120.5) },
      "Pause 1 keyword that cost $120.50 in 30 days and never converted",
      "Pause 2 keywords that cost $241.00 in 30 days and never converted"
    ],
    [
      "zero_impression",
      { ageDays: 200, daysWithoutImpressions: 90 },
      "Pause 1 keyword that nobody was shown an ad for",
      "Pause 2 keywords that nobody was shown an ad for"
    ]
  ] as const)("%s names the keywords and counts them", (detector, over, one, two) => {
    const [first, second] = pair(over)
    expect(proposal(detector, { keywords: [first!] })).toEqual({ operations: [pauseFirst], summary: one })
    expect(proposal(detector, { keywords: [first!, second!] })).toEqual({
      operations: [pauseFirst, pauseSecond],
      summary: two
    })
  })
})

describe("detectors that add", () => {
  const terms = [
    converting("boiler fix", sums(20, 80, 2)),
    converting("boiler help", sums(20, 90, 2), { ad: 2 })
  ]

  it("exact_match adds the keyword's own text to its ad", () => {
    const keywords = [keyword("boiler fix", { id: 1 }), keyword("boiler help", { id: 2, ad: 2 })]
    const [first, second] = [
      { op: "add_keyword", ad: 1, text: "boiler fix", match: "exact" },
      { op: "add_keyword", ad: 2, text: "boiler help", match: "exact" }
    ]
    expect(proposal("exact_match", { converting: terms, keywords: keywords.slice(0, 1) })).toEqual({
      operations: [first],
      summary: "Add an exact twin for 1 keyword whose own words convert"
    })
    expect(proposal("exact_match", { converting: terms, keywords })).toEqual({
      operations: [first, second],
      summary: "Add an exact twin for 2 keywords whose own words convert"
    })
  })

  it("new_keywords adds a search to the ad that was shown for it", () => {
    const [first, second] = [
      { op: "add_keyword", ad: 1, text: "boiler fix", match: "exact" },
      { op: "add_keyword", ad: 2, text: "boiler help", match: "exact" }
    ]
    expect(proposal("new_keywords", { converting: terms.slice(0, 1) })).toEqual({
      operations: [first],
      summary: "Add 1 search term that converts as keywords"
    })
    expect(proposal("new_keywords", { converting: terms })).toEqual({
      operations: [first, second],
      summary: "Add 2 search terms that convert as keywords"
    })
  })

  it("negative_keywords excludes a search, and reports its cost of 30 days, whatever days are requested", () => {
    const wasted = [term("boiler jobs", sums(40, 200)), term("boiler salary", sums(40, 150.5))]
    const exclude = (text: string) => ({ op: "add_negative_keyword", text, match: "exact" })
    expect(proposal("negative_keywords", { terms: wasted.slice(0, 1) }, { days: 1 })).toEqual({
      operations: [exclude("boiler jobs")],
      summary: "Exclude 1 search term that cost $200.00 in 30 days and never converted"
    })
    expect(proposal("negative_keywords", { terms: wasted }, { days: 14 })).toEqual({
      operations: [exclude("boiler jobs"), exclude("boiler salary")],
      summary: "Exclude 2 search terms that cost $350.50 in 30 days and never converted"
    })
  })
})

describe("detectors of the whole campaign", () => {
  it("hipo drafts one campaign for all keywords, each text and match type once", () => {
    const strong = { last30: sums(8, 200, 5) }
    const last7 = sums(200, 1400, 20)
    const keywords = [
      keyword("boiler fix", { ...strong, id: 1 }),
      keyword("Boiler  fix", { ...strong, id: 2, ad: 2 }),
      keyword("boiler fix", { ...strong, id: 3, match: "exact" })
    ]
    expect(proposal("hipo", { keywords: keywords.slice(0, 1), last7 })).toEqual({
      operations: [{ op: "create_draft", type: "hipo", keywords: [{ text: "boiler fix", match: "phrase" }] }],
      summary: "Give 1 keyword with high potential a campaign of its own"
    })
    const { operations, summary } = proposal("hipo", { keywords, last7 })
    expect(summary).toBe("Give 2 keywords with high potential a campaign of their own")
    expect(operations).toMatchObject([{ keywords: [{ match: "phrase" }, { match: "exact" }] }])
    expect(proposal("hipo", { last7 }).operations).toEqual([])
  })

  it("keyword_count proposes nothing, and reports the limit", () => {
    const keywords = ["a", "b", "c"].map((text, id) => keyword(text, { id }))
    expect(proposal("keyword_count", { keywords }, { threshold: 2 })).toEqual({
      operations: [],
      summary: "1 ad with more than 2 keywords"
    })
    const [finding] = detect("keyword_count", view({ keywords }), { threshold: 2 }).findings
    expect(finding?.operation).toBeNull()
    expect(proposal("keyword_count", { keywords }, { threshold: 1 }).summary).toBe(
      "1 ad with more than 1 keyword"
    )
  })

  it.each([
    ["sets", null, 600, 15, 40, "Set a target CPA of $40.00, what a conversion cost in 30 days"],
    [
      "lowers",
      50,
      400,
      20,
      40,
      "Lower the target CPA from $50.00 to $40.00: conversions cost $20.00 in 30 days"
    ],
    [
      "raises",
      50,
      24_000,
      400,
      60,
      "Raise the target CPA from $50.00 to $60.00: conversions cost $60.00 in 30 days"
    ]
  ] as const)("tcpa %s the target", (_, targetCpa, cost, conversions, to, summary) => {
    expect(proposal("tcpa", { targetCpa, budget: 2000, window: sums(1000, cost, conversions) })).toEqual({
      operations: [{ op: "set_target_cpa", from: targetCpa, to }],
      summary
    })
  })

  it("optimized_keywords reports what it adds and what it pauses", () => {
    const good = keyword("good", { id: 1, last30: sums(50, 200, 5) })
    const barren = keyword("barren", { id: 2, last30: sums(60, 240) })
    const better = converting("better", sums(50, 190, 6), { ad: 2 })
    const add = { op: "add_keyword", ad: 2, text: "better", match: "exact" }
    const pause = { op: "pause_keyword", keyword: 2, text: "barren", match: "phrase" }
    const propose = (over: Partial<CampaignView>) =>
      proposal("optimized_keywords", over, { suggested_count: 1 })
    expect(propose({ keywords: [good] })).toEqual({
      operations: [],
      summary: "Keep the keywords as they are"
    })
    expect(propose({ keywords: [good, barren] })).toEqual({
      operations: [pause],
      summary: "Pause 1 keyword that never converted"
    })
    expect(propose({ converting: [better] })).toEqual({
      operations: [add],
      summary: "Add 1 keyword that converts"
    })
    expect(propose({ keywords: [barren], converting: [better] })).toEqual({
      operations: [add, pause],
      summary: "Add 1 keyword that converts and pause 1 keyword that never converted"
    })
  })
})
