import { Either } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { normalise } from "../../src/claims/index.ts"
import { fakeModel } from "../support/fake-model.ts"
import { type CorpusDraft, openCorpus } from "./corpus/generate.ts"
import { type Line, type Part, type Website, websites, websitesFolder } from "./corpus/index.ts"

/*
 * Drafts of websites as strangers write them: by the rules, and with a model that lies with every other line. Websites
 * and model are served over HTTP.
 */

const linesOf = (website: Website, page: string, part: Part): ReadonlyArray<Line> =>
  [...website.untrue, ...website.truthful].filter((line) => line.page === page && line.part === part)

/** The lines of the corpus for the pages of a request, untrue ones first. */
const model = await fakeModel(({ body }) => {
  const { pages } = JSON.parse(body.messages[0]!.content[0]!.text) as {
    pages: ReadonlyArray<{ url: string }>
  }
  return {
    pages: pages.map(({ url }) => {
      const { hostname, pathname } = new URL(url)
      const website = websites.find(({ folder }) => `${folder}.test` === hostname)!
      const written = (part: Part) =>
        linesOf(website, pathname, part).map(({ quote, text }) => ({ text, quote: quote ?? text }))
      return { url, headlines: written("headline"), descriptions: written("description"), keywords: [] }
    })
  }
})
type Drafts = ReadonlyMap<string, Either.Either<CorpusDraft, string>>
let byRules: Drafts
let byModel: Drafts
const draftAll = async (languageModel: Parameters<typeof openCorpus>[1]): Promise<Drafts> => {
  const corpus = await openCorpus(websitesFolder, languageModel)
  const drafts = new Map<string, Either.Either<CorpusDraft, string>>()
  for (const name of corpus.names) drafts.set(name, await corpus.draft(name))
  await corpus.close()
  return drafts
}
beforeAll(async () => {
  byRules = await draftAll(null)
  byModel = await draftAll(model.languageModel)
})
afterAll(() => model.close())

const selling = websites.filter(({ nothingSold }) => nothingSold === undefined)
const draftOf = (drafts: Drafts, { folder }: Website): CorpusDraft =>
  Either.getOrThrowWith(drafts.get(folder)!, (why) => new Error(`${folder}: ${why}`))
const textsOf = ({ draft }: CorpusDraft): ReadonlyArray<string> =>
  [
    ...draft.ads.flatMap(({ descriptions, headlines }) => [...headlines, ...descriptions]),
    ...draft.callouts,
    ...draft.sitelinks.flatMap(({ descriptions, text }) => [text, ...(descriptions ?? [])])
  ].map(({ text }) => normalise(text))
const hasWords = (text: string, part: string): boolean =>
  ` ${normalise(text)} `.includes(` ${normalise(part)} `)

it.each(websites.filter(({ nothingSold }) => nothingSold !== undefined))(
  "refuses $folder, which sells nothing",
  ({ folder }) => {
    const draft = byRules.get(folder)!
    expect(Either.isLeft(draft) && draft.left).toMatch(/sells nothing|shows its text only to browsers/)
  }
)

describe.each(selling)("$folder", (website) => {
  it("gets ads for most of what it sells, on pages that sell, and says what has none", () => {
    const { draft } = draftOf(byRules, website)
    const sold = new Set(website.sells.map(({ page }) => page))
    const landing = draft.ads.map(({ url }) => new URL(url).pathname)
    expect(landing.filter((path) => path !== "/" && !sold.has(path)).length).toBeLessThanOrEqual(1)
    expect(landing.filter((path) => sold.has(path)).length + draft.leftOut.length).toBeGreaterThan(0)
  })

  it("gets no line that an expert refuses, from the rules or from a model that lies", () => {
    // What is true of one page may be untrue of another.
    for (const drafts of [byRules, byModel])
      for (const ad of draftOf(drafts, website).draft.ads) {
        const page = new URL(ad.url).pathname
        const untrue = new Set(
          website.untrue.filter((line) => line.page === page).map(({ text }) => normalise(text))
        )
        const lines = [...ad.headlines, ...ad.descriptions].map(({ text }) => text)
        expect(lines.filter((text) => untrue.has(normalise(text)))).toEqual([])
      }
  })

  it("has none of the nonsense of menus, templates and expired offers in its lines", () => {
    for (const text of textsOf(draftOf(byRules, website)))
      expect(text).not.toMatch(
        /new page|untitled|lorem|obituaries|sectors|policies|cookie|\b20(?:1\d|2[0-5])\b.*(?:until|sale|offer)|sold out|^sorry/
      )
  })

  it("bids on nothing that an expert refuses: its own name, sections, prices it does not have, what is not sold", () => {
    const { ownName, section = [], noPrice = [], notSold = [] } = website.badKeywords
    const keywords = draftOf(byRules, website).draft.ads.flatMap((ad) => ad.keywords.map(({ text }) => text))
    for (const bad of [...ownName, ...noPrice, ...notSold])
      expect(keywords.filter((text) => hasWords(text, bad))).toEqual([])
    for (const bad of section) expect(keywords).not.toContain(bad.toLowerCase())
  })

  it("excludes no word of what it sells", () => {
    const { draft, facts } = draftOf(byRules, website)
    const sold = facts.offers.map(({ name }) => name.text)
    for (const { text } of draft.negatives) expect(sold.filter((name) => hasWords(name, text))).toEqual([])
    expect(draft.negatives.length).toBeGreaterThan(10)
  })
})

it("finds the name of most businesses", () => {
  const found = selling.filter((website) => {
    const { brand } = draftOf(byRules, website)
    return website.nameForms.some((form) => hasWords(brand, form))
  })
  expect(found.length / selling.length).toBeGreaterThanOrEqual(0.9)
})

it("gives most websites that sell something an ad, and names what the others lack", () => {
  const withAds = selling.filter((website) => draftOf(byRules, website).draft.ads.length > 0)
  expect(withAds.length / selling.length).toBeGreaterThanOrEqual(0.9)
})

it("keeps the true lines of the model, each with the sentence that proves it", () => {
  let [kept, written] = [0, 0]
  for (const website of selling)
    for (const { descriptions, headlines, url } of draftOf(byModel, website).draft.ads) {
      const page = new URL(url).pathname
      const used = new Set([...headlines, ...descriptions].map(({ text }) => normalise(text)))
      // A platform's ad has room for so many.
      for (const [part, room] of [
        ["headline", 15],
        ["description", 4]
      ] as const) {
        const lines = website.truthful.filter((line) => line.page === page && line.part === part)
        written += Math.min(lines.length, room)
        kept += Math.min(lines.filter(({ text }) => used.has(normalise(text))).length, room)
      }
    }
  expect(written).toBeGreaterThan(100)
  expect(kept / written).toBeGreaterThanOrEqual(0.9)
})
