import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { nextAdName } from "../../../src/campaigns/index.ts"
import { composeAd, composeDraft } from "../../../src/drafts/copy/compose.ts"
import { allTexts } from "../../../src/drafts/copy/facts.ts"
import { unsupportedWord, vocabularyOf } from "../../../src/drafts/copy/model-lines.ts"
import { campaignGoal, campaignName } from "../../../src/drafts/copy/name.ts"
import { plumber } from "../support/facts.ts"

const made = (...given: Parameters<typeof composeDraft>) => Either.getOrThrow(composeDraft(...given))
const texts = (lines: ReadonlyArray<{ readonly text: string }>) => lines.map(({ text }) => text)
const words = (keywords: ReadonlyArray<{ readonly match: string; readonly text: string }>) =>
  keywords.map(({ match, text }) => `${match} ${text}`)

describe("a draft from a website with enough text", () => {
  const draft = made(plumber, "prospecting", "northwind.example")

  it("has an ad for each offer, about that offer and on its page", () => {
    expect(draft.ads.map(({ name, url }) => [name, url])).toEqual([
      ["Boiler repair", "https://www.northwind.example/boiler-repair/"],
      ["Bathroom fitting", "https://www.northwind.example/bathrooms/"]
    ])
    expect(texts(draft.ads[0]!.headlines).slice(0, 2)).toEqual([
      "Boiler repair in Seattle",
      "Boiler repair in Bellevue"
    ])
  })

  it("claims in each ad only what its page or the whole site states", () => {
    const [repair, bathrooms] = draft.ads
    expect(texts(repair!.headlines)).toContain("All makes")
    expect(texts(bathrooms!.headlines)).not.toContain("All makes")
    expect(texts(draft.callouts)).not.toContain("All makes")
  })

  it("has keywords with the offer, locations and modifiers; never the brand, and no duplicates", () => {
    const all = draft.ads.flatMap(({ keywords }) => words(keywords))
    expect(all).toEqual(
      expect.arrayContaining([
        "exact boiler repair",
        "phrase boiler repair seattle",
        "phrase bathroom fitting near me"
      ])
    )
    expect(all.filter((one) => one.includes("northwind"))).toEqual([])
    expect(new Set(all).size).toBe(all.length)
  })

  it("has sitelinks to pages of the website, without standard pages", () => {
    expect(draft.sitelinks.map(({ text }) => text.text)).toEqual([
      "Boiler repair",
      "Bathroom fitting",
      "Contact"
    ])
  })

  it("for the brand is one ad on the home page, with the brand's names as keywords", () => {
    const { ads } = made(plumber, "brand", "northwind.example")
    expect(ads.map(({ url }) => url)).toEqual(["https://www.northwind.example/"])
    expect(words(ads[0]!.keywords)).toEqual(
      expect.arrayContaining([
        "exact northwind plumbing heating",
        "phrase northwind",
        "exact northwind.example"
      ])
    )
    expect(words(ads[0]!.keywords).filter((one) => !one.includes("northwind"))).toEqual([])
  })

  it("is named after business, type and locations, and states its goal", () => {
    expect(campaignName("Northwind", "prospecting", ["Seattle"])).toBe("Northwind - Prospecting - Seattle")
    expect(campaignName("Northwind", "brand", ["Seattle", "Bellevue"])).toBe(
      "Northwind - Brand - Seattle, Bellevue"
    )
    expect(campaignName("Northwind", "brand", ["A", "B", "C"])).toBe("Northwind - Brand - A and 2 more")
    expect(campaignGoal(plumber, "prospecting", ["Seattle"])).toBe(
      "People who search for Boiler repair and Bathroom fitting in Seattle"
    )
  })
})

describe("an ad from a landing page", () => {
  const landing = { ...plumber, home: plumber.pages[0]!, pages: [] }

  it("skips keywords of other ads, unless it would have none", () => {
    const all = words(Either.getOrThrow(composeAd(landing, false, "northwind.example", new Set())).keywords)
    const less = composeAd(landing, false, "northwind.example", new Set(["exact boiler repair"]))
    expect(all).toContain("exact boiler repair")
    expect(words(Either.getOrThrow(less).keywords)).toEqual(
      all.filter((one) => one !== "exact boiler repair")
    )
    const none = composeAd(landing, false, "northwind.example", new Set(all))
    expect(words(Either.getOrThrow(none).keywords)).toEqual(all)
  })

  it("is numbered after the existing ones", () => {
    expect(nextAdName([])).toBe("Ad 1")
    expect(nextAdName(["Boilers"])).toBe("Ad 2")
    expect(nextAdName(["Boilers", "Ad 7"])).toBe("Ad 8")
    expect(nextAdName(["Ad 2", "ad 2x"])).toBe("Ad 3")
  })
})

describe("a model's lines are checked against the website", () => {
  const vocabulary = vocabularyOf(allTexts(plumber))
  it.each([
    ["Fixed prices for boiler repairs", null],
    ["Your bathroom, fitted by one team", null],
    ["Book your boiler repair today", null],
    ["Boilers repaired in Seattle", null],
    ["Free boiler repair", "free"],
    ["Best plumbers in Seattle", "best"],
    ["Repairs from 49 dollars", "49"],
    ["24-month guarantee", "24-month"],
    ["Boiler repair in Tacoma", "tacoma"]
  ])("%s", (line, unfounded) => expect(unsupportedWord(line, vocabulary)).toBe(unfounded))
})
