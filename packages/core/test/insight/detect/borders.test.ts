import { describe, expect, it } from "vitest"
import type { Detector } from "../../../src/contract/index.ts"
import { detect } from "../../../src/insight/detect/rules/index.ts"
import type { CampaignView, KeywordView } from "../../../src/insight/detect/view.ts"
import { keyword, sums, term, view } from "./support.ts"

/* Figures on both sides of each border. The campaign pays 5 a click and 50 a conversion. */

const found = (detector: Detector, over: Partial<CampaignView>, options = {}) =>
  detect(detector, view(over), options).findings.map(({ fields }) => fields["text"])
const dear = (over: Partial<KeywordView>) => [keyword("dear", { last30: sums(10, 100), ...over })]

describe("high_cpc", () => {
  const texts = (keywords: ReadonlyArray<KeywordView>) => found("high_cpc", { keywords }, { threshold: 2 })

  it.each([
    ["at just twice the price", {}, ["dear"]],
    ["just below twice the price", { last30: sums(10, 99.99) }, []],
    ["with nine clicks", { last30: sums(9, 900) }, []],
    ["that is paused", { state: "paused" }, []],
    ["that is seven days old", { ageDays: 7 }, ["dear"]],
    ["that is six days old", { ageDays: 6 }, []]
  ] as const)("a keyword %s", (_, over, expected) => {
    expect(texts(dear(over))).toEqual(expected)
  })

  it.each([
    ["that costs just what it may", 2, "review"],
    ["that costs more", 1, "pause"],
    ["that brought none", 0, "pause"]
  ])("a conversion %s", (_, conversions, action) => {
    const { findings } = detect(
      "high_cpc",
      view({ keywords: dear({ last30: sums(10, 100, conversions) }) }),
      {
        threshold: 2
      }
    )
    expect(findings.map(({ fields }) => fields["action"])).toEqual([action])
  })

  it("shows the dearest first", () => {
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
      terms: terms.map(([text, cost, conversions]) => term(text, sums(20, cost, conversions)))
    })

  it.each([
    ["two conversions at just the price that they may have", 100, 2, ["boiler repair"]],
    ["two that cost a little more", 100.02, 2, []],
    ["one conversion", 50, 1, []]
  ])("a search with %s", (_, cost, conversions, expected) => {
    expect(texts([["boiler repair", cost, conversions]])).toEqual(expected)
  })

  it("shows those with the most conversions first, and of these the cheaper", () => {
    const found = texts([
      ["two dear", 100, 2],
      ["three", 150, 3],
      ["two cheap", 80, 2]
    ])
    expect(found).toEqual(["three", "two cheap", "two dear"])
  })
})
