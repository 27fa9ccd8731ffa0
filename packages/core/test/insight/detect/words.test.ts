import { describe, expect, it } from "vitest"
import { detect } from "../../../src/insight/detect/detect.ts"
import {
  containsVariant,
  distinctiveWord,
  makeVariantFinder
} from "../../../src/insight/detect/excluded-terms.ts"
import type { CampaignView } from "../../../src/insight/detect/view.ts"
import { keyword, sums, term, view } from "./support.ts"

describe("a close variant", () => {
  it.each([
    ["plural", "boiler repair", "boilers repairs"],
    ["plural in y", "battery", "batteries"],
    ["word order", "boiler repair seattle", "seattle boiler repair"],
    ["spacing", "boiler repair", "boilerrepair"],
    ["spacing, split", "bathroom fitting", "bath room fitting"],
    ["letter left out", "boiler repair", "boler repair"],
    ["letter added", "boiler repair", "boiller repair"],
    ["letter replaced", "boiler repair", "boiker repair"],
    ["letters swapped", "boiler repair", "bolier repair"],
    ["function words", "boiler repair seattle", "boiler repair in seattle"],
    ["case and punctuation", "boiler repair", "Boiler, repair!"]
  ])("differs by %s", (_, own, search) => expect(makeVariantFinder([own])(search)).toBe(true))

  it.each([
    ["another word", "boiler repair", "boiler repair jobs"],
    ["a word left out", "boiler repair seattle", "boiler repair"],
    ["a short word with another letter", "gas boat", "gas coat"],
    ["two typing errors", "boiler repair", "boler repiar"],
    ["another meaning", "boiler repair", "boiler rental"]
  ])("does not differ by %s", (_, own, search) => expect(makeVariantFinder([own])(search)).toBe(false))

  it("of the brand is found inside a search", () => {
    expect(containsVariant("northwnd plumbing", "Northwind")).toBe(true)
    expect(containsVariant("north wind plumbing", "Northwind")).toBe(true)
    expect(containsVariant("plumbing", "Northwind")).toBe(false)
    expect(containsVariant("anything", "")).toBe(false)
  })
})

/** In `view` a conversion costs 50. Each search alone costs too little to be judged. */
const found = (terms: CampaignView["terms"], over: Partial<CampaignView> = {}) =>
  detect("negative_keywords", view({ terms, ...over }))
const small = (text: string, over = {}) => term(text, sums(16, 60), over)

describe("a word that searches share", () => {
  const jobs = [small("boiler jobs"), small("heating jobs london"), small("jobs for plumbers")]

  it("is excluded as a phrase, with the searches that it stops and their cost", () => {
    const { findings, operations, saving } = found(jobs, { keywords: [keyword("boiler heating")] })
    expect(findings.map(({ fields }) => fields)).toMatchObject([
      {
        term: "jobs",
        match_type: "phrase",
        cost_7d: 180,
        clicks: 48,
        conversions: 0,
        terms: ["boiler jobs", "heating jobs london", "jobs for plumbers"],
        action: "exclude"
      }
    ])
    expect(operations).toEqual([{ op: "add_negative_keyword", text: "jobs", match: "phrase" }])
    expect(saving).toBe(180)
  })

  it("needs three searches, none of which converted", () => {
    expect(found(jobs.slice(1).map((one) => ({ ...one, evidence: sums(60, 90) }))).findings).toEqual([])
    const converted = [...jobs, small("best jobs", { conversions90: 1 })]
    expect(found(converted).findings).toEqual([])
  })

  it.each([
    ["an enabled keyword", { keywords: [keyword("heating job")] }],
    ["the brand", { brand: ["Jobs & Sons"] }],
    ["a product", { ownTexts: ["Odd jobs"] }],
    ["a served place", { ownTexts: ["Jobs, Texas"] }]
  ])("is never a word of %s", (_, over) => expect(found(jobs, over).operations).toEqual([]))

  it("is for review if it would stop a search with the brand", () => {
    const { findings, operations } = found([...jobs, small("northwind jobs")])
    expect(findings.map(({ fields }) => fields)).toMatchObject([{ term: "jobs", action: "review" }])
    expect(operations).toEqual([])
  })

  it("covers a search that is found by itself: one exclusion, each cost once", () => {
    const { findings, operations, saving } = found([...jobs, term("jobs near me", sums(80, 400))])
    expect(findings.map(({ fields }) => [fields["term"], fields["action"]])).toEqual([
      ["jobs", "exclude"],
      ["jobs near me", "exclude"]
    ])
    expect(operations).toEqual([{ op: "add_negative_keyword", text: "jobs", match: "phrase" }])
    expect(saving).toBe(580)
  })

  it("can be a pair whose words convert elsewhere, but not two words of the business", () => {
    const pairs = ["gas parts online", "oil parts online", "parts online cheap"].map((text) => small(text))
    const elsewhere = [
      small("parts fitted", { conversions90: 2 }),
      small("online booking", { conversions90: 2 })
    ]
    expect(found([...pairs, ...elsewhere]).operations).toEqual([
      { op: "add_negative_keyword", text: "parts online", match: "phrase" }
    ])
    const own = { keywords: [keyword("boiler parts"), keyword("online booking")] }
    expect(found([...pairs, ...elsewhere], own).operations).toEqual([])
  })
})

describe("a search that is never excluded comes for review, without an operation", () => {
  const waste = (text: string) => [term(text, sums(40, 200))]
  it.each([
    ["the brand", "northwind jobs", {}, "It contains the brand."],
    ["the misspelt brand", "nortwind jobs", {}, "It contains the brand."],
    [
      "a close variant",
      "repairs for boiler",
      { keywords: [keyword("boiler repair")] },
      "It is a close variant of an enabled keyword."
    ]
  ])("%s", (_, text, over, reason) => {
    const { findings, operations } = found(waste(text), over)
    expect(findings.map(({ fields }) => fields)).toMatchObject([
      { term: text, action: "review", reason: expect.stringContaining(reason) }
    ])
    expect(operations).toEqual([])
  })

  it("but a variant of a paused keyword is excluded", () => {
    const keywords = [keyword("boiler repair", { state: "paused" })]
    expect(found(waste("repairs for boiler"), { keywords }).operations).toHaveLength(1)
  })
})

it("saves what a phrase stops, also the searches that it was not found for", () => {
  const terms = [term("boiler repair jobs", sums(40, 200)), term("boiler repair jobs seattle", sums(2, 9))]
  expect(found(terms)).toMatchObject({
    operations: [{ text: "boiler repair jobs", match: "phrase" }],
    saving: 209
  })
})

describe("the distinctive word of a name", () => {
  it.each([
    ["is the first that is not sold", "Northwind Plumbing", ["plumbing"], "northwind"],
    ["may come last", "Seattle Plumbing by Northwind Inc", ["Plumbing repairs", "Seattle"], "northwind"],
    ["is none of a name of products and places", "Seattle Plumbing Co", ["plumbing", "Seattle"], null],
    ["is none of a single word", "Northwind", [], null]
  ])("%s", (_, name, generic, word) => expect(distinctiveWord(name, generic)).toBe(word))
})

describe("a search whose days or brand differ from the campaign's", () => {
  const days = (recent: number, before: number) => [
    { ago: 10, clicks: 500, conversions: recent },
    { ago: 60, clicks: 500, conversions: before }
  ]
  const wasted = (active: { readonly from: number; readonly to: number }, recent: number) =>
    detect(
      "negative_keywords",
      view({
        evidenceDays: days(recent, 100 - recent),
        terms: [term("combi boiler flush", sums(40, 200), { active })]
      })
    ).findings.length

  it("is judged by the campaign's rate on the days from its first to its last click", () => {
    expect(wasted({ from: 60, to: 10 }, 10)).toBe(1)
    expect(wasted({ from: 10, to: 10 }, 10)).toBe(0)
    expect(wasted({ from: 10, to: 10 }, 90)).toBe(1)
  })

  it("is judged by the rate of searches without the brand", () => {
    const excluded = (conversions90: number) =>
      detect(
        "negative_keywords",
        view({
          terms: [
            term("combi boiler flush", sums(80, 400)),
            term("northwind", sums(300, 900, 90), { conversions90: 90 }),
            term("boiler repair", sums(600, 3000, conversions90))
          ]
        })
      ).operations.length
    expect(excluded(60)).toBe(1)
    expect(excluded(6)).toBe(0)
  })
})
