import { load } from "cheerio/slim"
import { Effect } from "effect"
import type { Fetcher } from "../fetch/fetcher.ts"
import { pageLimits } from "../fetch/limits.ts"

const accept = ["application/xml", "text/xml", "application/rss+xml", "application/atom+xml", "text/plain"]
const limits = { ...pageLimits, seconds: 10, idleSeconds: 5 }

/** Of a sitemap that lists others, so many of those are read; the pages that matter come first in the first ones. */
const mostMaps = 3
const mostPages = 500

export interface Sitemap {
  readonly pages: ReadonlyArray<string>
  readonly maps: ReadonlyArray<string>
}

export const parseSitemap = (text: string): Sitemap => {
  const $ = load(text, { xml: true })
  const texts = (selector: string, most: number) =>
    $(selector)
      .toArray()
      .slice(0, most)
      .map((element) => $(element).text().trim())
      .filter((address) => URL.canParse(address))
  return { pages: texts("url > loc", mostPages), maps: texts("sitemap > loc", mostMaps) }
}

/**
 * The pages that a site lists of itself. It is there to help, so one that is broken, missing or out of reach is a site
 * that lists none.
 */
export const readSitemaps = (
  fetcher: Fetcher["Type"],
  addresses: ReadonlyArray<string>,
  stay: (to: URL) => boolean
): Effect.Effect<ReadonlyArray<string>> => {
  const read = (address: string): Effect.Effect<Sitemap> =>
    !URL.canParse(address) || !stay(new URL(address))
      ? Effect.succeed({ pages: [], maps: [] })
      : fetcher.get(address, { accept, limits, stay }).pipe(
          Effect.map(({ body }) => parseSitemap(new TextDecoder().decode(body))),
          Effect.orElseSucceed(() => ({ pages: [], maps: [] }))
        )
  const all = (maps: ReadonlyArray<string>) =>
    Effect.forEach([...new Set(maps)].slice(0, mostMaps), read, { concurrency: 2 })
  return Effect.gen(function* () {
    const first = yield* all(addresses)
    const nested = yield* all(first.flatMap(({ maps }) => maps))
    return [...first, ...nested].flatMap(({ pages }) => pages).slice(0, mostPages)
  })
}
