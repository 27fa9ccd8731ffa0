import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { figureRows, textIn } from "../../src/platform/google-ads/search.ts"

const { schema } = figureRows((row) => ({ term: textIn(row, "searchTermView", "searchTerm") }))
const decodeAll = Schema.decodeUnknownEither(schema)
const decode = (row: unknown) => decodeAll([row])

const row = {
  campaign: { resourceName: "customers/1/campaigns/2" },
  segments: { date: "2026-11-01" },
  searchTermView: { searchTerm: "plumber", resourceName: "ignored" },
  metrics: {
    impressions: "12",
    clicks: "3",
    costMicros: "9007199254740991",
    conversions: 0.5,
    conversionsValue: 2
  }
}

describe("a row of figures", () => {
  it("is read with integers that are sent as text", () => {
    expect(decode(row)).toMatchObject({
      right: [
        {
          date: "2026-11-01",
          campaign: "customers/1/campaigns/2",
          term: "plumber",
          impressions: 12,
          clicks: 3,
          costMicros: 9_007_199_254_740_991,
          conversions: 0.5,
          conversionsValue: 2
        }
      ]
    })
  })

  it("may omit figures, which are then zero", () => {
    expect(decode({ ...row, metrics: {} })).toMatchObject({
      right: [{ impressions: 0, clicks: 0, costMicros: 0, conversions: 0, conversionsValue: 0 }]
    })
  })

  it.each([
    ["no object", null],
    ["no campaign", { ...row, campaign: undefined }],
    ["a campaign without a name", { ...row, campaign: {} }],
    ["no day", { ...row, segments: {} }],
    ["no term", { ...row, searchTermView: { searchTerm: 5 } }],
    ["no metrics", { ...row, metrics: undefined }],
    ["an integer that is a number", { ...row, metrics: { clicks: 3 } }],
    ["an integer that is empty", { ...row, metrics: { clicks: "" } }],
    ["an integer that is no number", { ...row, metrics: { costMicros: "many" } }],
    ["an infinite integer", { ...row, metrics: { impressions: "Infinity" } }],
    ["conversions as text", { ...row, metrics: { conversions: "1" } }]
  ])("is rejected with %s", (_, wrong) => {
    expect(decode(wrong)).toMatchObject({ _tag: "Left" })
    expect(decodeAll([row, wrong])).toMatchObject({ _tag: "Left" })
  })

  it("is rejected outside a list", () => {
    expect(decodeAll(row)).toMatchObject({ _tag: "Left" })
  })
})
