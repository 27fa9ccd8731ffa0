import { Effect } from "effect"
import { pageLimits } from "../fetch/limits.ts"
import { isolatedJob } from "../isolated/job.ts"
import { maxCount } from "./limits.ts"
import type { parseSitemap, Sitemap } from "./parse-sitemap.ts"
import type { ReadingTools } from "./robots.ts"

const parseJob = isolatedJob<typeof parseSitemap>(import.meta.url, "./parse-sitemap.ts", "parseSitemap")

const accept = ["application/xml", "text/xml", "application/rss+xml", "application/atom+xml", "text/plain"]
const limits = { ...pageLimits, seconds: 10, idleSeconds: 5 }

/**
 * The pages that a site lists in its sitemaps. They are optional: a broken, missing or unreachable one lists
 * no pages.
 */
export const readSitemaps = (
  { fetcher, isolated }: ReadingTools,
  addresses: ReadonlyArray<string>,
  isSameDomain: (to: URL) => boolean
): Effect.Effect<ReadonlyArray<string>> => {
  const read = (address: string): Effect.Effect<Sitemap> =>
    !URL.canParse(address) || !isSameDomain(new URL(address))
      ? Effect.succeed({ pages: [], maps: [] })
      : fetcher.get(address, { accept, limits, allowRedirect: isSameDomain }).pipe(
          Effect.flatMap(({ body }) => isolated.run(parseJob, new TextDecoder().decode(body))),
          Effect.orElseSucceed(() => ({ pages: [], maps: [] }))
        )
  const all = (maps: ReadonlyArray<string>) =>
    Effect.forEach([...new Set(maps)].slice(0, maxCount.sitemaps), read, { concurrency: 2 })
  return Effect.gen(function* () {
    const first = yield* all(addresses)
    const nested = yield* all(first.flatMap(({ maps }) => maps))
    return [...first, ...nested].flatMap(({ pages }) => pages).slice(0, maxCount.sitemapPages)
  })
}
