import { describe, expect, it } from "vitest"
import { applyFocus, audienceKeywords, audienceNoun } from "../../../src/drafts/copy/content.ts"
import { selectDraft } from "../../../src/drafts/copy/select.ts"
import { plumber } from "../support/facts.ts"

describe("the audience of a draft", () => {
  it.each([
    ["Landlords who need a yearly boiler service", "en", "landlords"],
    ["Home owners in Seattle whose heating has failed", "en-US", "home owners"],
    ["Vermieter, die eine Wartung brauchen", "de", "vermieter"],
    ["Propriétaires qui rénovent", "fr", "propriétaires"],
    ["Familias", "es", "familias"],
    ["Young couples and older ones and their friends", "en", null],
    ["家主", "ja", null]
  ])("%s: %s %s", (audience, language, noun) => {
    expect(audienceNoun(audience, language)).toBe(noun)
  })

  it("is combined with an offer as a search", () => {
    const texts = audienceKeywords("Boiler repair", "Landlords who rent", "en").map(({ text }) => text)
    expect(new Set(texts)).toEqual(new Set(["boiler repair for landlords", "boiler repair landlords"]))
    expect(audienceKeywords("Boiler repair", "Landlords", "ja")).toEqual([])
  })
})

describe("a draft with a focus", () => {
  const draft = selectDraft(plumber, "hipo")
  const whole = draft._tag === "Right" ? draft.right : null
  const none = { keywords: [], locations: [] }

  it("has only the searches that it is made for, each on the matching ad", () => {
    const keywords = ["bathroom design seattle", "Boiler repair", "boiler  repair"]
    const { ads } = applyFocus(whole!, { ...none, keywords }, "en")
    expect(ads.map((ad) => [ad.name, ad.keywords.map(({ match, text }) => `${match} ${text}`)])).toEqual([
      ["Boiler repair", ["exact boiler repair"]],
      ["Bathroom fitting", ["exact bathroom design seattle"]]
    ])
  })

  it("matches the customers' description", () => {
    const { ads } = applyFocus(whole!, { ...none, audience: "Landlords who need a boiler service" }, "en")
    expect(ads.map(({ name }) => name)).toEqual(["Boiler repair"])
    for (const { text } of ads[0]!.keywords) expect(text).toMatch(/landlords$/)
  })

  it("stays unchanged if the focus is empty", () => {
    expect(applyFocus(whole!, null, "en")).toBe(whole)
    expect(applyFocus(whole!, none, "en").ads).toEqual(whole!.ads)
    expect(applyFocus(whole!, { ...none, audience: "x" }, "ja").ads).toEqual(whole!.ads)
  })
})
