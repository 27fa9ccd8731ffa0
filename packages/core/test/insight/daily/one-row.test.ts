import { describe, expect, it } from "vitest"
import { type DailyRecommendation, oneRowEach } from "../../../src/insight/daily/one-row.ts"
import { partOf } from "../../../src/insight/recommendations/parts.ts"

const exclude = (text: string) => ({ op: "add_negative_keyword" as const, text, match: "phrase" as const })
const pause = (keyword: number, text: string) => ({
  op: "pause_keyword" as const,
  keyword,
  text,
  match: "phrase" as const
})
const add = (text: string) => ({ op: "add_keyword" as const, ad: 1, text, match: "exact" as const })

const of = (
  type: DailyRecommendation["type"],
  operations: DailyRecommendation["operations"],
  findings: DailyRecommendation["findings"] = operations.flatMap((one) =>
    "text" in one ? [{ text: one.text }] : []
  )
): DailyRecommendation => ({ type, operations, findings, summary: "As found", saving: null })

const listed = (all: ReadonlyArray<DailyRecommendation>) =>
  Object.fromEntries(all.map(({ findings, type }) => [type, findings.map(({ text }) => text)]))

describe("each term and keyword is listed once", () => {
  it("goes to the stronger detector", () => {
    const keyword = { text: "boiler service", match: "phrase" as const }
    expect(
      listed(
        oneRowEach([
          of("exact_match", [add("boiler service"), add("boiler help")]),
          of(
            "hipo",
            [{ op: "create_draft", type: "hipo", keywords: [keyword] }],
            [{ text: "boiler service" }]
          ),
          of("optimized_keywords", [add("boiler fix"), pause(1, "boiler grants")]),
          of("new_keywords", [add("Boiler  Fix")]),
          of("no_conversion_keywords", [pause(1, "boiler grants")])
        ])
      )
    ).toEqual({
      no_conversion_keywords: ["boiler grants"],
      hipo: ["boiler service"],
      new_keywords: ["Boiler  Fix"],
      exact_match: ["boiler help"]
    })
  })

  it("goes to a change before a review", () => {
    const review = [{ text: "boiler grants" }, { text: "boiler fix", action: "review" }]
    expect(
      listed(
        oneRowEach([
          of("no_conversion_keywords", [pause(1, "boiler grants")], review),
          of("new_keywords", [add("boiler fix")])
        ])
      )
    ).toEqual({ no_conversion_keywords: ["boiler grants"], new_keywords: ["boiler fix"] })
  })

  it("keeps a recommendation about the campaign as a whole", () => {
    const target = of(
      "tcpa",
      [{ op: "set_target_cpa", from: 50, to: 40 }],
      [{ current_target: 50, suggested_target: 40 }]
    )
    expect(oneRowEach([target])).toEqual([target])
  })
})

describe("a part of a recommendation", () => {
  const whole: DailyRecommendation = {
    ...of(
      "negative_keywords",
      [exclude("jobs"), exclude("boiler grants")],
      [
        { term: "jobs", action: "exclude" },
        { term: "boiler jobs", action: "exclude" },
        { term: "boiler grants", action: "exclude" },
        { term: "boiler near me", action: "review" }
      ]
    ),
    saving: 60,
    saves: {
      spent_micros: 900_000_000,
      stops: [
        { search: "boiler jobs", micros: 40_000_000 },
        { search: "boiler grants", micros: 20_000_000 }
      ]
    }
  }

  it("has its own findings, summary and saving", () => {
    expect(partOf(whole, ({ key }) => key !== "exclude/jobs")).toEqual({
      ...whole,
      operations: [exclude("boiler grants")],
      findings: [
        { term: "boiler grants", action: "exclude" },
        { term: "boiler near me", action: "review" }
      ],
      summary: "Exclude 1 search term",
      saving: 20,
      saves: { spent_micros: 900_000_000, stops: [{ search: "boiler grants", micros: 20_000_000 }] }
    })
  })

  it("lists searches that a shared word stops with the word", () => {
    const part = partOf(whole, ({ key }) => key === "exclude/jobs")
    expect(part?.findings.map(({ term }) => term)).toEqual(["jobs", "boiler jobs", "boiler near me"])
    expect(part?.saving).toBe(40)
  })

  it("is the whole if every change stays, and none if no change does", () => {
    expect(partOf(whole, () => true)).toBe(whole)
    expect(partOf(whole, () => false)).toBeNull()
  })

  it("moves only some keywords to a draft", () => {
    const keywords = ["boiler service", "boiler help"].map((text) => ({ text, match: "phrase" as const }))
    const hipo = of(
      "hipo",
      [{ op: "create_draft", type: "hipo", keywords }],
      [{ text: "boiler service" }, { text: "boiler help" }]
    )
    expect(partOf(hipo, ({ key }) => key === "move/boiler help")).toEqual({
      ...hipo,
      operations: [{ op: "create_draft", type: "hipo", keywords: [keywords[1]] }],
      findings: [{ text: "boiler help" }],
      summary: "Give 1 keyword with high potential a campaign of its own"
    })
  })
})
