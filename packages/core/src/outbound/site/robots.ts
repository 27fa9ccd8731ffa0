import { Effect } from "effect"
import type { Fetcher } from "../fetch/fetcher.ts"
import { pageLimits } from "../fetch/limits.ts"
import type { FetchFailed } from "../fetch/target.ts"
import { type IsolatedFailure, type IsolatedRunner, isolatedJob } from "../isolated/isolated.ts"
import { maxCount } from "./limits.ts"
import type { parseSitemap, Sitemap } from "./parse-sitemap.ts"
import type { isAllowed, parseRobots } from "./robots-rules.ts"

const robotsJob = isolatedJob<typeof parseRobots>(import.meta.url, "./robots-rules.ts", "parseRobots")
const matchJob = isolatedJob<typeof isAllowed>(import.meta.url, "./robots-rules.ts", "isAllowed")

/** A host's crawling rules (RFC 9309). */
interface Robots {
  readonly allows: (url: string) => Effect.Effect<boolean, IsolatedFailure>
  readonly sitemaps: ReadonlyArray<string>
  /** The delay between two pages; 0 if none is set. */
  readonly delaySeconds: number
  /** The host could not return its rules for now, so it is not crawled. */
  readonly closed: boolean
}

const robotsLimits = { ...pageLimits, bytes: 512 * 1024, seconds: 10, idleSeconds: 5 }

/** The rules of a host without such a file. */
const allowAll: Robots = {
  allows: () => Effect.succeed(true),
  sitemaps: [],
  delaySeconds: 0,
  closed: false
}
const closed: Robots = { ...allowAll, allows: () => Effect.succeed(false), closed: true }

const parseRobotsBody = (
  isolated: IsolatedRunner["Type"],
  body: Uint8Array
): Effect.Effect<Robots, IsolatedFailure> =>
  Effect.map(
    isolated.run(robotsJob, new TextDecoder().decode(body)),
    ({ delaySeconds, rules, sitemaps }) => ({
      allows: (address) =>
        rules.length === 0 ? Effect.succeed(true) : isolated.run(matchJob, { rules, address }),
      sitemaps,
      delaySeconds,
      closed: false
    })
  )

/** Fetches and parses websites. */
export interface ReadingTools {
  readonly fetcher: Fetcher["Type"]
  readonly isolated: IsolatedRunner["Type"]
}

/** Reads a host's rules. Fails if the host is unreachable, which its pages would be too. */
const readRobots = (
  { fetcher, isolated }: ReadingTools,
  origin: string,
  isSameDomain: (to: URL) => boolean
): Effect.Effect<Robots, FetchFailed | IsolatedFailure> =>
  fetcher
    .get(`${origin}/robots.txt`, {
      accept: ["text/plain"],
      limits: robotsLimits,
      allowRedirect: isSameDomain
    })
    .pipe(
      Effect.flatMap(({ body, status }) => {
        if (status >= 500) return Effect.succeed(closed)
        return status === 200 ? parseRobotsBody(isolated, body) : Effect.succeed(allowAll)
      }),
      // An HTML page in place of the file, or a redirect to another site, counts as no file.
      Effect.catchTag("FetchFailed", (failure) =>
        ["wrong_type", "redirects_away", "too_many_redirects", "garbled"].includes(failure.reason)
          ? Effect.succeed(allowAll)
          : failure
      )
    )

/** Reads the rules of each host of a site once. */
export const robotsByHost = (tools: ReadingTools, isSameDomain: (to: URL) => boolean) => {
  const cache = new Map<string, Robots>()
  return ({ origin }: URL): Effect.Effect<Robots, FetchFailed | IsolatedFailure> => {
    const robots = cache.get(origin)
    return robots === undefined
      ? Effect.tap(readRobots(tools, origin, isSameDomain), (found) => cache.set(origin, found))
      : Effect.succeed(robots)
  }
}

const sitemapJob = isolatedJob<typeof parseSitemap>(import.meta.url, "./parse-sitemap.ts", "parseSitemap")

const sitemapTypes = [
  "application/xml",
  "text/xml",
  "application/rss+xml",
  "application/atom+xml",
  "text/plain"
]
const sitemapLimits = { ...pageLimits, seconds: 10, idleSeconds: 5 }

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
      : fetcher
          .get(address, { accept: sitemapTypes, limits: sitemapLimits, allowRedirect: isSameDomain })
          .pipe(
            Effect.flatMap(({ body }) => isolated.run(sitemapJob, new TextDecoder().decode(body))),
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
