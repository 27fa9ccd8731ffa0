import { serveSiteFolders } from "@adwarden/google-ads-emulator"
import { Effect, Either, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type CheckContext,
  checkLine,
  normalise,
  type PageText,
  type Verdict
} from "../../src/claims/index.ts"
import { fetching, pageTextOf, reading, type Site, SiteReader } from "../../src/outbound/index.ts"
import { Settings } from "../../src/settings.ts"
import { type Line, type Website, websites, websitesFolder } from "./corpus/index.ts"

/* A model that lies half of the time writes for every website of the corpus, read over HTTP. */

const readAt = "2026-11-19T00:00:00.000Z"
let closeServer: () => Promise<void>
let texts: ReadonlyMap<string, ReadonlyMap<string, PageText>>

const textsOf = (site: Site): ReadonlyMap<string, PageText> =>
  new Map(site.pages.map((page) => [new URL(page.url).pathname, pageTextOf(page, readAt)]))

beforeAll(async () => {
  const folders = await serveSiteFolders(websitesFolder)
  closeServer = folders.close
  const settings = Settings.layer("http://adwarden.test", {
    logFormat: "off",
    developmentHosts: folders.addresses
  })
  const read = Effect.flatMap(SiteReader, (reader) =>
    Effect.forEach(websites, ({ folder }) =>
      Effect.map(Effect.either(reader.read(`http://${folder}.test/`)), (site) => {
        // A page that only a script fills proves nothing.
        const pages = Either.match(site, { onLeft: () => new Map<string, PageText>(), onRight: textsOf })
        return [folder, pages] as const
      })
    )
  )
  const layer = Layer.mergeAll(...reading).pipe(Layer.provideMerge(fetching), Layer.provide(settings))
  texts = new Map(await read.pipe(Effect.scoped, Effect.provide(layer), Effect.runPromise))
})
afterAll(() => closeServer())

const nothing = (url: string): PageText => ({ url, language: null, readAt, sentences: [] })

/** The pages that a line must be true for. */
const pagesFor = ({ folder, sells }: Website, { page, part }: Line): ReadonlyArray<PageText> => {
  const paths = part === "callout" ? sells.map((one) => one.page) : [page]
  return [...new Set(paths)].map((path) => texts.get(folder)!.get(path) ?? nothing(path))
}

const verdictOf = (website: Website, line: Line): Verdict => {
  const { language, nameForms: brandNames, places, sells } = website
  const names = sells.map(({ name }) => name)
  const context: CheckContext = { language, brandNames, places, names, today: readAt.slice(0, 10) }
  return checkLine({ part: line.part, text: line.text, quote: line.quote }, pagesFor(website, line), context)
}

const described = ({ folder }: Website, line: Line, verdict: Verdict): string =>
  `${folder}${line.page} “${line.text}” ${verdict.holds ? `rests on ${verdict.evidence?.sentence}` : `${verdict.check}: ${verdict.reason} ${verdict.nearest}`}`

const judged = <A extends Line>(linesOf: (website: Website) => ReadonlyArray<A>) =>
  websites.flatMap((website) =>
    linesOf(website).map((line) => ({ website, line, verdict: verdictOf(website, line) }))
  )
const listOf = (all: ReturnType<typeof judged>): ReadonlyArray<string> =>
  all.map(({ line, verdict, website }) => described(website, line, verdict))

describe("a lying model over all websites", () => {
  it("gets no untrue line into an ad", () => {
    const untrue = judged(({ untrue }) => untrue)
    expect(listOf(untrue.filter(({ verdict }) => verdict.holds))).toEqual([])
    expect(untrue.length).toBeGreaterThanOrEqual(100)
  })

  it("loses at most one in ten of the true lines", () => {
    const truthful = judged((website) => website.truthful)
    if (process.env["LOST"])
      console.log(listOf(truthful.filter(({ verdict }) => !verdict.holds)).join("\n"), truthful.length)
    const lost = truthful.filter(({ verdict }) => !verdict.holds)
    expect(lost.length * 10, listOf(lost).join("\n")).toBeLessThanOrEqual(truthful.length)
  })

  it("is told the sentence of the page that shares words with each refused line, and the category", () => {
    for (const { line, verdict, website } of judged(({ untrue }) => untrue)) {
      if (verdict.holds) continue
      const shared = pagesFor(website, line).some(({ sentences }) =>
        sentences.some(({ text }) => {
          const words = normalise(text).split(" ")
          return normalise(line.text)
            .split(" ")
            .some((word) => words.includes(word))
        })
      )
      if (shared) expect(verdict.nearest, described(website, line, verdict)).not.toBeNull()
      if (line.why === "regulated" && verdict.check === "regulated")
        expect([line.text, verdict.category]).toEqual([line.text, line.category])
    }
  })
})
