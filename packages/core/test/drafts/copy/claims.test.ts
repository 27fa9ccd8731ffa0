import { describe, expect, it } from "vitest"
import { nextAdName } from "../../../src/campaigns/index.ts"
import {
  checkClaims,
  evidenceOf,
  hasClaim,
  unsupportedWord,
  vocabularyOf
} from "../../../src/drafts/copy/claims.ts"
import { keywordOwner } from "../../../src/drafts/copy/keywords.ts"
import { namesInLines, sentenceCase, unusableText } from "../../../src/drafts/copy/line.ts"
import { campaignGoal, campaignName } from "../../../src/drafts/copy/name.ts"
import { page, plumber } from "../support/facts.ts"

const landing = page("implants/", {
  headings: ["Dental implants in Leeds"],
  paragraphs: [
    "Check-ups for children are free on the NHS. A single implant costs £2,350 and lasts for decades."
  ],
  points: ["10-year guarantee on implants"]
})
const evidence = evidenceOf(landing, "en")

describe("a claim stands only with the words of one sentence of its landing page", () => {
  it.each([
    ["10-year guarantee on implants", "10-year guarantee on implants"],
    ["Free NHS check-ups for children", "Check-ups for children are free on the NHS."],
    ["Implant for £2,350", "A single implant costs £2,350 and lasts for decades."],
    ["Ask about dental implants", null]
  ])("%s is supported", (line, passage) => {
    const verdict = checkClaims(line, evidence)
    expect(verdict).toMatchObject({ supported: true })
    expect(verdict.supported && (verdict.passage?.text ?? null)).toBe(passage)
  })

  it.each([
    "Free NHS dental implants",
    "Free implants",
    "5-year guarantee on implants",
    "Best implants in Leeds",
    "Implants from £350"
  ])("%s is not", (line) => expect(checkClaims(line, evidence)).toMatchObject({ supported: false }))

  it.each([
    "Garantie 2 ans",
    "Kostenlose Beratung",
    "El mejor aceite",
    "Meisterbetrieb",
    "Since 1994",
    "Two visits"
  ])("%s is a claim", (line) => expect(hasClaim(line)).toBe(true))

  it("lets a model rephrase the page and add nothing", () => {
    const known = vocabularyOf([...evidence.map(({ text }) => text), "Leeds"])
    expect(unsupportedWord("Ask about your dental implant in Leeds", known)).toBeNull()
    expect(unsupportedWord("Painless dental implants", known)).toBe("painless")
  })
})

describe("text that no ad has", () => {
  it.each([
    "Lorem ipsum dolor sit amet",
    "We value your privacy",
    "Diese Website verwendet Cookies",
    "Copyright 2009 Northwind",
    "Sold out",
    "Agotado",
    "In den Warenkorb",
    "Mentions légales",
    "Quiénes somos",
    "Venloer Straße 214, 50823 Köln",
    "“I stopped dreading the end of the month.”"
  ])("%s", (text) => expect(unusableText(text)).not.toBeNull())

  it.each(["Boiler repair in Seattle", "Entsorgung inklusive", "Wood-fired pizza"])("but %s", (text) =>
    expect(unusableText(text)).toBeNull()
  )
})

it("headings are written in sentence case; names and German nouns keep their capitals", () => {
  const names = new Set(["leeds"])
  expect(sentenceCase("PERSONAL INJURY ATTORNEYS", "en", names)).toBe("Personal injury attorneys")
  expect(sentenceCase("Teeth Whitening In Leeds", "en", names)).toBe("Teeth whitening in Leeds")
  expect(sentenceCase("Neue Dacheindeckung", "de", names)).toBe("Neue Dacheindeckung")
  expect(sentenceCase("Fresh pasta daily", "en", names)).toBe("Fresh pasta daily")
})

it("keeps the capitals of names in lines, where the page writes other lines in sentence case", () => {
  const line = "Members of the Law Society"
  const written = (other: string) => sentenceCase(line, "en", namesInLines([line, other]))
  expect(written("Home visits by appointment")).toBe(line)
  expect(written("Home Visits")).toBe("Members of the law society")
})

it("another campaign owns its keywords, and every search that its phrases match", () => {
  const ownerOf = keywordOwner(
    [
      { text: "gutters", match: "exact", campaign: "This one", ownAd: "Gutters" },
      { text: "gutters", match: "exact", campaign: "Boilers", ownAd: null },
      { text: "Boiler repair", match: "phrase", campaign: "Boilers", ownAd: null },
      { text: "drains", match: "exact", campaign: "Drains", ownAd: null }
    ],
    [{ text: "cheap", match: "broad", list: "Prices" }]
  )
  const boilers = { name: "Boilers", kind: "campaign" }
  expect(ownerOf("cheap plumber")).toEqual({ name: "the negative keyword list Prices", kind: "list" })
  expect(ownerOf("gutters")).toEqual({ name: "the ad Gutters", kind: "own ad" })
  expect(ownerOf("boiler repair")).toEqual(boilers)
  expect(ownerOf("boiler repair seattle")).toEqual(boilers)
  expect(ownerOf("repair boiler")).toEqual(boilers)
  expect(ownerOf("drains")).toEqual({ name: "Drains", kind: "campaign" })
  expect(ownerOf("blocked drains")).toBeUndefined()
})

it("a draft is named after business, type and locations; an ad is numbered after the existing ones", () => {
  expect(campaignName("Northwind", "brand", ["Seattle", "Bellevue"])).toBe(
    "Northwind - Brand - Seattle, Bellevue"
  )
  expect(campaignName("Northwind", "brand", ["A", "B", "C"])).toBe("Northwind - Brand - A and 2 more")
  expect(campaignGoal(plumber, "prospecting", ["Seattle"])).toBe(
    "People who search for Boiler repair and Bathroom fitting in Seattle"
  )
  expect(nextAdName([])).toBe("Ad 1")
  expect(nextAdName(["Boilers", "Ad 7"])).toBe("Ad 8")
})
