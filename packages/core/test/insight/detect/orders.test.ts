import { describe, expect, it } from "vitest"
import type { Detector } from "../../../src/contract/index.ts"
import { detect } from "../../../src/insight/detect/detectors/index.ts"
import type { CampaignView } from "../../../src/insight/detect/view.ts"
import { keyword, sums, term, view } from "./support.ts"

/* The order of each detector's findings, down to the last tie-breaker. */

const fieldsOf = (detector: Detector, over: Partial<CampaignView>, options = {}) =>
  detect(detector, view(over), options).findings.map(({ fields }) => fields)
const texts = (detector: Detector, over: Partial<CampaignView>, options = {}) =>
  fieldsOf(detector, over, options).map(({ term: searched, text }) => text ?? searched)

/** Keywords in the given order, each with its own id. */
const keywords = (...given: ReadonlyArray<readonly [text: string, over: Parameters<typeof keyword>[1]]>) =>
  given.map(([text, over], place) => keyword(text, { id: place + 1, ...over }))

describe("findings are sorted", () => {
  it("of no_conversion_keywords by cost", () => {
    const found = keywords(
      ["middle", { last30: sums(30, 120) }],
      ["dearest", { last30: sums(30, 130) }],
      ["cheapest", { last30: sums(30, 110) }]
    )
    expect(texts("no_conversion_keywords", { keywords: found })).toEqual(["dearest", "middle", "cheapest"])
  })

  it("of zero_impression by days without impressions, then by text", () => {
    const found = keywords(
      ["b", { ageDays: 40, daysWithoutImpressions: 40 }],
      ["c", { ageDays: 90, daysWithoutImpressions: 90 }],
      ["a", { ageDays: 40, daysWithoutImpressions: 40 }]
    )
    expect(texts("zero_impression", { keywords: found })).toEqual(["c", "a", "b"])
  })

  it("of negative_keywords by cost in the requested days, then by text", () => {
    const terms = [
      term("b jobs", sums(40, 100)),
      term("c jobs", sums(40, 200), { last30: sums(40, 1) }),
      term("a jobs", sums(40, 100))
    ]
    expect(texts("negative_keywords", { terms })).toEqual(["c jobs", "a jobs", "b jobs"])
  })

  it("of new_keywords by conversions in 90 days, then by cost in them", () => {
    const terms = [
      term("two dear", sums(9, 90, 2)),
      term("three", sums(9, 140, 3)),
      term("two cheap", sums(9, 80, 2))
    ]
    expect(texts("new_keywords", { terms })).toEqual(["three", "two cheap", "two dear"])
  })

  it("of hipo by conversions, then by cost per conversion", () => {
    const found = keywords(
      ["five dear", { last30: sums(40, 200, 5) }],
      ["six", { last30: sums(40, 240, 6) }],
      ["five cheap", { last30: sums(40, 100, 5) }]
    )
    const over = { keywords: found, last7: sums(200, 1400, 20) }
    expect(texts("hipo", over)).toEqual(["six", "five cheap", "five dear"])
  })

  it("of keyword_count by number of keywords, then by the ad's id", () => {
    const ads = [3, 1, 2].map((id) => ({ id, name: `Ad ${id}` }))
    const found = [1, 1, 2, 2, 2, 3, 3].map((ad, id) => keyword(`k${id}`, { id, ad }))
    const shown = fieldsOf("keyword_count", { ads, keywords: found }, { threshold: 1 })
    expect(shown.map(({ ad_id, count }) => [ad_id, count])).toEqual([
      [2, 3],
      [1, 2],
      [3, 2]
    ])
  })

  it("of optimized_keywords by conversions, then cost per conversion, then clicks, then text", () => {
    const found = keywords(
      ["no conversion, few clicks", { last30: sums(5, 50) }],
      ["b, no conversion, more clicks", { last30: sums(9, 50) }],
      ["a, no conversion, more clicks", { last30: sums(9, 90) }],
      ["one at 40", { last30: sums(9, 40, 1) }],
      ["one for 30", { last30: sums(9, 30, 1) }],
      ["two", { last30: sums(9, 90, 2) }]
    )
    expect(texts("optimized_keywords", { keywords: found }, { suggested_count: 9 })).toEqual([
      "two",
      "one for 30",
      "one at 40",
      "a, no conversion, more clicks",
      "b, no conversion, more clicks",
      "no conversion, few clicks"
    ])
  })
})

describe("optimized_keywords", () => {
  it("adds no paused keyword, and no search that is excluded, a keyword, a brand term or without conversions", () => {
    const good = sums(50, 190, 6)
    const over = {
      keywords: keywords(["paused", { state: "paused", last30: good }], ["kept", { last30: good }]),
      terms: ["cheap boiler", "Kept", "northwind boiler", "boiler fix"]
        .map((text) => term(text, good))
        .concat(term("never", sums(50, 190)), term("once", sums(50, 190, 1))),
      negatives: [{ text: "cheap", match: "broad" as const }]
    }
    expect(texts("optimized_keywords", over)).toEqual(["boiler fix", "kept", "once"])
    expect(texts("optimized_keywords", { ...over, type: "brand" })).toEqual([
      "boiler fix",
      "kept",
      "northwind boiler",
      "once"
    ])
  })

  it("pauses only enabled keywords beyond the limit, with enough clicks and no conversion", () => {
    const beyond = (last30: ReturnType<typeof sums>, ageDays = 7) =>
      texts(
        "optimized_keywords",
        { keywords: keywords(["best", { last30: sums(9, 9, 9) }], ["other", { last30, ageDays }]) },
        { suggested_count: 1 }
      )
    expect(beyond(sums(30, 120))).toEqual(["best", "other"])
    expect(beyond(sums(29, 120))).toEqual(["best"])
    expect(beyond(sums(30, 120, 1))).toEqual(["best"])
    expect(beyond(sums(30, 120), 6)).toEqual(["best"])
  })

  it("marks only its changes as actionable, and saves the cost of paused keywords", () => {
    const { findings, saves, saving } = detect(
      "optimized_keywords",
      view({
        keywords: keywords(["good", { last30: sums(50, 200, 5) }], ["barren", { last30: sums(30, 120) }]),
        terms: [term("better", sums(50, 190, 6))]
      }),
      { suggested_count: 2 }
    )
    expect(findings.map(({ fields, operation }) => [fields["text"], operation !== null])).toEqual([
      ["better", true],
      ["good", false],
      ["barren", true]
    ])
    expect(saving).toBe(120)
    expect(saves?.stops).toEqual([{ keyword: 2, micros: 120_000_000 }])
  })
})
