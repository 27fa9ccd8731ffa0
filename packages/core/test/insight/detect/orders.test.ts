import { describe, expect, it } from "vitest"
import type { Detector } from "../../../src/contract/index.ts"
import { detect } from "../../../src/insight/detect/detect.ts"
import type { CampaignView } from "../../../src/insight/detect/view.ts"
import { converting, keyword, sums, term, view } from "./support.ts"

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
      ["middle", { last30: sums(60, 220) }],
      ["dearest", { last30: sums(60, 230) }],
      ["cheapest", { last30: sums(60, 210) }]
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
      term("b salary", sums(60, 200)),
      term("c career", sums(60, 300), { last30: sums(40, 1) }),
      term("a jobs", sums(60, 200))
    ]
    expect(texts("negative_keywords", { terms })).toEqual(["c career", "a jobs", "b salary"])
  })

  it("of new_keywords by conversions in 90 days, then by cost in them", () => {
    const found = [
      converting("two dear", sums(9, 90, 2)),
      converting("three", sums(9, 140, 3)),
      converting("two cheap", sums(9, 80, 2))
    ]
    expect(texts("new_keywords", { converting: found })).toEqual(["three", "two cheap", "two dear"])
  })

  it("of hipo by conversions, then by cost per conversion", () => {
    const found = keywords(
      ["five dear", { last30: sums(8, 200, 5) }],
      ["six", { last30: sums(8, 240, 6) }],
      ["five cheap", { last30: sums(8, 100, 5) }]
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
    const options = { suggested_count: 9, include_kept: true }
    expect(texts("optimized_keywords", { keywords: found }, options)).toEqual([
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
      converting: ["cheap boiler", "Kept", "northwind boiler", "boiler fix"]
        .map((text) => converting(text, good))
        .concat(
          converting("never in 30 days", sums(50, 190)),
          converting("once", sums(50, 50, 1)),
          converting("twice", sums(50, 50, 2))
        ),
      negatives: [{ text: "cheap", match: "broad" as const }]
    }
    expect(texts("optimized_keywords", over)).toEqual(["boiler fix", "twice"])
    expect(texts("optimized_keywords", { ...over, type: "brand" })).toEqual([
      "boiler fix",
      "northwind boiler",
      "twice"
    ])
  })

  it("pauses only enabled keywords beyond the limit, by absence, and never the brand", () => {
    const beyond = (last30: ReturnType<typeof sums>, over: Partial<CampaignView> = {}) =>
      texts(
        "optimized_keywords",
        { keywords: keywords(["best", { last30: sums(9, 9, 9) }], ["other", { last30 }]), ...over },
        { suggested_count: 1 }
      )
    expect(beyond(sums(30, 120))).toEqual(["other"])
    expect(beyond(sums(24, 120))).toEqual([])
    expect(beyond(sums(30, 99))).toEqual([])
    expect(beyond(sums(30, 120, 1))).toEqual([])
    expect(beyond(sums(30, 120), { brand: ["other"] })).toEqual([])
    expect(beyond(sums(30, 120), { evidence: sums(1000, 5000, 9) })).toEqual([])
  })

  it("marks only its changes as actionable, and saves the cost of paused keywords", () => {
    const { findings, saves, saving } = detect(
      "optimized_keywords",
      view({
        keywords: keywords(["good", { last30: sums(50, 200, 5) }], ["barren", { last30: sums(60, 240) }]),
        converting: [converting("better", sums(50, 190, 6))]
      }),
      { suggested_count: 2, include_kept: true }
    )
    expect(findings.map(({ fields, operation }) => [fields["text"], operation !== null])).toEqual([
      ["better", true],
      ["good", false],
      ["barren", true]
    ])
    expect(saving).toBe(240)
    expect(saves?.stops).toEqual([{ keyword: 2, micros: 240_000_000, conversions: 0 }])
  })
})
