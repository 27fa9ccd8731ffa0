import { Clock, Effect, Option } from "effect"
import { FetchFailed } from "../fetch/failure.ts"
import { isolatedJob } from "../isolated/job.ts"
import { collectFrom } from "./collection.ts"
import { registeredDomain } from "./domain.ts"
import type { Page, Site } from "./page.ts"
import type { parsePage } from "./parse-page.ts"
import { type ReadingTools, robotsByHost } from "./robots.ts"
import { type SiteUnreadable, unfetched, unparsed, unreadable } from "./site-unreadable.ts"
import { readSitemaps } from "./sitemap.ts"

const usualPages = 24
/** Pages at the same time, from a host that asks for no rest. */
const together = 3
/** What has been read by then is what is worked with. */
const mostSeconds = 60
/** Rests that are longer are not waited for: fewer pages are read instead, within the time. */
const longestRest = 10

/** Pages on which the parser gives up before the site is left alone: each holds a thread for as long as it may. */
const mostUnparsed = 2

const accept = ["text/html", "application/xhtml+xml"]
export interface ReadOptions<E = never, R = never> {
  /** Told what is being done, in a short sentence, while it is done. */
  readonly onStage?: ((sentence: string) => Effect.Effect<unknown, E, R>) | undefined
  /** At most so many pages; 24 unless it is said. */
  readonly pages?: number | undefined
}

const parsing = isolatedJob<typeof parsePage>(import.meta.url, "./parse-page.ts", "parsePage")

const countedPages = (count: number): string => (count === 1 ? "1 page" : `${count} pages`)

const saysSomething = ({ data, headings, listItems, paragraphs }: Page): boolean =>
  headings.length + listItems.length + paragraphs.length + data.length > 0

/** Reads a website from its home page, or from any of its pages. */
export const crawl = <E, R>(
  tools: ReadingTools,
  given: string,
  { onStage = () => Effect.void, pages: most = usualPages }: ReadOptions<E, R>
): Effect.Effect<Site, SiteUnreadable | E, R> =>
  Effect.gen(function* () {
    const host = URL.canParse(given) ? new URL(given).hostname.replace(/\.$/, "") : ""
    const domain = registeredDomain(host)
    if (domain === null) return yield* unreadable("no_domain", given)
    const stay = (to: URL) => registeredDomain(to.hostname) === domain
    const robotsOf = robotsByHost(tools, stay)
    const open = (address: URL) =>
      Effect.flatMap(tools.fetcher.get(address, { accept, stay }), ({ body, headers, status, url }) =>
        tools.isolated.run(parsing, {
          url: { href: url.href },
          status,
          contentType: headers["content-type"]?.slice(0, 200),
          body
        })
      )

    const started = yield* Clock.currentTimeMillis
    yield* onStage(`Opening ${domain}.`)
    const first = new URL(given)
    // A host that cannot be reached is told by the address that was given: nobody asked for its robots.txt.
    const rules = yield* Effect.mapError(robotsOf(first), (failure) => {
      if (failure._tag === "IsolatedFailure") return unparsed(failure, given)
      return unfetched(
        failure.url === `${first.origin}/robots.txt`
          ? new FetchFailed({ reason: failure.reason, url: first.href })
          : failure
      )
    })
    const isOpen = yield* Effect.mapError(rules.allows(first.href), (failure) => unparsed(failure, given))
    if (!isOpen) {
      return yield* unreadable(rules.closed ? "unsteady" : "forbidden_by_robots", given)
    }
    const home = yield* Effect.mapError(open(first), (failure) =>
      failure._tag === "IsolatedFailure" ? unparsed(failure, given) : unfetched(failure)
    )
    if (home.status !== 200) return yield* unreadable(home.status >= 500 ? "unsteady" : "refused", given)

    const site = collectFrom(home, stay)
    const { frontier, pages, skipped } = site
    if (most > 1) {
      const maps = [...rules.sitemaps, `${new URL(home.url).origin}/sitemap.xml`]
      for (const address of yield* readSitemaps(tools, maps, stay)) frontier.add(address, "sitemap")
    }
    let failures = 0
    /** The page at an address, or why there is none. */
    const visit = (address: string): Effect.Effect<Page | string> =>
      Effect.gen(function* () {
        const url = new URL(address)
        const isAllowed = yield* (yield* robotsOf(url)).allows(address)
        return isAllowed ? yield* open(url) : "Its host asks not to read it."
      }).pipe(
        Effect.catchTags({
          FetchFailed: ({ message }) => Effect.succeed(message),
          IsolatedFailure: () =>
            Effect.sync(() => {
              failures++
              return "It is too complex to parse."
            })
        })
      )

    const rest = Math.min(rules.delaySeconds, longestRest)
    // Twice as many visits as pages: what is skipped was a visit too, and there may be no end to those.
    for (let visits = 2 * most; visits > 0 && pages.length < most && failures < mostUnparsed; ) {
      const left = mostSeconds - ((yield* Clock.currentTimeMillis) - started) / 1000
      const next = frontier.take(rest > 0 ? 1 : Math.min(together, most - pages.length, visits))
      if (next.length === 0 || left <= rest) break
      visits -= next.length
      yield* onStage(`Reading ${domain}: ${countedPages(pages.length)} so far.`)
      if (rest > 0) yield* Effect.sleep(rest * 1000)
      const found = yield* Effect.forEach(
        next,
        (address) => Effect.timeoutOption(visit(address), (left - rest) * 1000),
        { concurrency: together }
      )
      // Kept in the order in which they were to be read, not in that in which they came: a site is read alike each time.
      for (const [at, page] of found.map(Option.getOrElse(() => "There was no time left.")).entries()) {
        if (typeof page === "string") site.skip(next[at]!, page)
        else site.keep(page)
      }
    }
    if (!pages.some(saysSomething)) {
      return yield* unreadable(home.needsJavaScript ? "needs_javascript" : "empty", given)
    }
    return { url: home.url, domain, language: site.language() ?? "en", pages, skipped }
  }).pipe(Effect.withSpan("SiteReader.read"))
