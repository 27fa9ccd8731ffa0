import { Either } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { descriptionProblem, headlineProblem, termProblem } from "../../src/campaigns/index.ts"
import { formProblem, hasClaim } from "../../src/claims/index.ts"
import type { AdContent } from "../../src/drafts/copy/content.ts"
import type { CopyLine } from "../../src/drafts/copy/line.ts"
import { expectedDrafts } from "./corpus/expected.ts"
import { type CorpusDraft, openCorpus } from "./corpus/generate.ts"

/* What can be counted of the drafts of twenty-six websites. A person grades the rest: see corpus/grades.md. */

let corpus: Awaited<ReturnType<typeof openCorpus>>
const drafts = new Map<string, Either.Either<CorpusDraft, string>>()
beforeAll(async () => {
  corpus = await openCorpus()
  for (const name of corpus.names) drafts.set(name, await corpus.draft(name))
})
afterAll(() => corpus.close())

const texts = (lines: ReadonlyArray<CopyLine>) => lines.map(({ text }) => text)
const linesOf = (ad: AdContent) => [...ad.headlines, ...ad.descriptions]
const pathOf = ({ url }: AdContent) => new URL(url).pathname
const entries = Object.entries(expectedDrafts)

it("has a judgement for each website", () => {
  expect(Object.keys(expectedDrafts).toSorted()).toEqual([...corpus.names])
})

describe.each(entries.filter(([, { refused }]) => refused !== null))("%s", (name, { refused }) => {
  it("gets no ad, and the message says what is missing", () => {
    const result = drafts.get(name)!
    const message = Either.match(result, {
      onLeft: (why) => why,
      onRight: ({ draft }) => draft.leftOut.join(" ")
    })
    if (Either.isRight(result)) expect(result.right.draft.ads).toEqual([])
    expect(message).toMatch(refused!)
  })
})

describe.each(entries.filter(([, { refused }]) => refused === null))("%s", (name, expected) => {
  const made = () => Either.getOrThrowWith(drafts.get(name)!, (why) => new Error(why))
  const ads = () => made().draft.ads

  it("targets its places and its language, and asks where a name is ambiguous", () => {
    const { language, targeting } = made()
    expect(language).toBe(expected.language)
    expect(targeting.locations.map((place) => place.name)).toEqual(expected.places)
    if (expected.ambiguous === undefined) expect(targeting.locationQuestion).toBeNull()
    else expect(targeting.locationQuestion).toMatch(expected.ambiguous)
  })

  it("has an ad for each theme, on its own page, with the searches of its customers", () => {
    expect(ads().map(pathOf)).toEqual(expect.arrayContaining(expected.themes.map(({ page }) => page)))
    expect(new Set(ads().map(pathOf)).size).toBe(ads().length)
    for (const ad of ads()) expect(pathOf(ad)).not.toMatch(expected.notLanding)
    for (const { keywords, page } of expected.themes) {
      const ad = ads().find((one) => pathOf(one) === page)!
      expect(texts(ad.keywords), page).toEqual(expect.arrayContaining([...keywords]))
    }
  })

  it("has the distinct lines and keywords that each ad needs", () => {
    for (const ad of ads()) {
      expect(ad.headlines.length).toBeGreaterThanOrEqual(3)
      expect(ad.descriptions.length).toBeGreaterThanOrEqual(2)
      expect(ad.keywords.length).toBeGreaterThanOrEqual(1)
      expect(ad.keywords.length).toBeLessThanOrEqual(15)
      const lines = texts(linesOf(ad)).map((text) => text.toLowerCase())
      expect(new Set(lines).size).toBe(lines.length)
    }
    const keywords = ads().flatMap((ad) => texts(ad.keywords))
    expect(new Set(keywords).size).toBe(keywords.length)
  })

  it("has only lines and keywords that the platform accepts and that people can use", () => {
    for (const ad of ads()) {
      for (const text of texts(ad.headlines)) expect([text, headlineProblem(text)]).toEqual([text, null])
      for (const text of texts(ad.descriptions))
        expect([text, descriptionProblem(text)]).toEqual([text, null])
      for (const text of texts(ad.keywords)) expect([text, termProblem(text)]).toEqual([text, null])
      for (const text of texts(linesOf(ad))) expect([text, formProblem(text)]).toEqual([text, null])
      for (const text of [...texts(linesOf(ad)), ...texts(ad.keywords)])
        expect(text).not.toMatch(expected.forbidden)
      for (const text of texts(ad.keywords)) expect(text).not.toMatch(expected.brand)
      for (const { text } of [...made().draft.callouts, ...made().draft.sitelinks.map((link) => link.text)])
        expect(text).not.toMatch(/cookie|privacy|datenschutz/i)
    }
  })

  it("makes a claim only on the page that states it, with the passage as its source", () => {
    for (const ad of ads()) {
      for (const line of linesOf(ad)) {
        for (const [claim, page] of expected.claims)
          if (claim.test(line.text)) expect([line.text, pathOf(ad)]).toEqual([line.text, page])
        if (!hasClaim(line.text) || line.source.from === "template") continue
        expect(line.source).toMatchObject({ from: "place", passage: expect.any(String) })
        const page = made().site.pages.find(({ url }) => url === ad.url)!
        const { passage } = line.source as { readonly passage: string }
        expect(JSON.stringify(page)).toContain(JSON.stringify(passage.replace(/[.]$/, "")).slice(1, -1))
      }
    }
  })

  it("states why it has each keyword", () => {
    const sources = ads().flatMap((ad) => ad.keywords.map(({ source }) => source))
    for (const source of sources) expect(["template", "platform"]).toContain(source.from)
  })

  it("buys clicks up to a price while the account measures no conversions, and warns", () => {
    expect(made().cpcCeiling).toBeGreaterThan(0)
    expect(made().warnings).toContainEqual(expect.stringContaining("measures no conversions"))
  })
})

it("most drafts have searches that the platform suggests", () => {
  const made = [...drafts.values()].filter(Either.isRight)
  const suggested = made.filter(({ right }) =>
    right.draft.ads.some((ad) =>
      ad.keywords.some(({ source }) => source.from === "platform" && source.monthly_searches > 0)
    )
  )
  expect(suggested.length * 2).toBeGreaterThan(made.length)
})

describe("a draft beside other campaigns of the account", () => {
  it("repeats no keyword of theirs, and says which campaign has them", async () => {
    const inUse = [{ text: "dental implants", match: "phrase", campaign: "Implants 2025", ownAd: null }]
    const result = Either.getOrThrow(await corpus.draft("aire-street-dental", inUse))
    const keywords = result.draft.ads.flatMap((ad) => texts(ad.keywords))
    expect(keywords.filter((text) => text.includes("dental implants"))).toEqual([])
    expect(keywords).toContain("teeth whitening")
    const all = ["dental implants", "implant-supported", "single tooth implants"]
    const none = Either.getOrThrow(
      await corpus.draft(
        "aire-street-dental",
        all.map((text) => ({ text, match: "phrase", campaign: "Implants 2025", ownAd: null }))
      )
    )
    expect(none.draft.ads.map(pathOf)).not.toContain("/dental-implants.html")
    expect(none.warnings).toContainEqual(expect.stringContaining("Implants 2025"))
  })
})
