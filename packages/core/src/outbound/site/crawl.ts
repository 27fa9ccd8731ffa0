import { Clock, Effect, Option } from "effect"
import { FetchFailed } from "../fetch/failure.ts"
import { isolatedJob } from "../isolated/isolated.ts"
import { registeredDomain } from "./domain.ts"
import { makeFrontier, normalizeUrl } from "./frontier.ts"
import { pageLanguage } from "./language.ts"
import type { Page, Site, SkippedPage } from "./page.ts"
import type { parsePage } from "./parse-page.ts"
import { withoutRepeatedHeadings } from "./repeated-headings.ts"
import { type ReadingTools, readSitemaps, robotsByHost } from "./robots.ts"
import { type SiteUnreadable, siteNotFetched, siteNotParsed, unreadableSite } from "./site-unreadable.ts"

const defaultMaxPages = 24
/** Concurrent pages from a host without a crawl delay. */
const concurrentPages = 3
/** The time limit. The pages read until then are used. */
const maxSeconds = 60
/** Longer crawl delays are capped, and fewer pages are read within the time. */
const maxDelaySeconds = 10

/**
 * The number of unparseable pages after which the crawl ends: each one blocks a thread until its deadline.
 */
const maxUnparsedPages = 2

const accept = ["text/html", "application/xhtml+xml"]
export interface ReadOptions<E = never, R = never> {
  /** Receives the current step as a short sentence. */
  readonly onStage?: ((sentence: string) => Effect.Effect<unknown, E, R>) | undefined
  /** The maximum number of pages; 24 by default. */
  readonly pages?: number | undefined
}

const parseJob = isolatedJob<typeof parsePage>(import.meta.url, "./parse-page.ts", "parsePage")

const countedPages = (count: number): string => (count === 1 ? "1 page" : `${count} pages`)

/** A shorter text alone is a note such as "Loading…". */
const minLoneText = 40

const hasContent = ({ data, headings, listItems, paragraphs }: Page): boolean =>
  headings.length + listItems.length + data.length > 0 ||
  paragraphs.some(({ text }) => text.length >= minLoneText)

/** Reads a website from its home page, or from any of its pages. */
export const crawl = <E, R>(
  tools: ReadingTools,
  startUrl: string,
  { onStage = () => Effect.void, pages: maxPages = defaultMaxPages }: ReadOptions<E, R>
): Effect.Effect<Site, SiteUnreadable | E, R> =>
  Effect.gen(function* () {
    const host = URL.canParse(startUrl) ? new URL(startUrl).hostname.replace(/\.$/, "") : ""
    const domain = registeredDomain(host)
    if (domain === null) return yield* unreadableSite("no_domain", startUrl)
    const isSameDomain = (to: URL) => registeredDomain(to.hostname) === domain
    const robotsOf = robotsByHost(tools, isSameDomain)
    const fetchPage = (address: URL) =>
      Effect.flatMap(
        tools.fetcher.get(address, { accept, allowRedirect: isSameDomain }),
        ({ body, headers, status, url }) =>
          tools.isolated.run(parseJob, {
            url: { href: url.href },
            status,
            contentType: headers["content-type"]?.slice(0, 200),
            body
          })
      )

    const started = yield* Clock.currentTimeMillis
    yield* onStage(`Opening ${domain}.`)
    const first = new URL(startUrl)
    // An unreachable host is reported with the given URL, because the person does not know of its robots.txt.
    const robots = yield* Effect.mapError(robotsOf(first), (failure) => {
      if (failure._tag === "IsolatedFailure") return siteNotParsed(failure, startUrl)
      return siteNotFetched(
        failure.url === `${first.origin}/robots.txt`
          ? new FetchFailed({ reason: failure.reason, url: first.href })
          : failure
      )
    })
    const isHomeAllowed = yield* Effect.mapError(robots.allows(first.href), (failure) =>
      siteNotParsed(failure, startUrl)
    )
    if (!isHomeAllowed) {
      return yield* unreadableSite(robots.closed ? "unsteady" : "forbidden_by_robots", startUrl)
    }
    const home = yield* Effect.mapError(fetchPage(first), (failure) =>
      failure._tag === "IsolatedFailure" ? siteNotParsed(failure, startUrl) : siteNotFetched(failure)
    )
    if (home.status !== 200)
      return yield* unreadableSite(home.status >= 500 ? "unsteady" : "refused", startUrl)

    const site = collectPages(home, isSameDomain)
    const { frontier, pages, skipped } = site
    if (maxPages > 1) {
      const maps = [...robots.sitemaps, `${new URL(home.url).origin}/sitemap.xml`]
      for (const address of yield* readSitemaps(tools, maps, isSameDomain)) frontier.add(address, "sitemap")
    }
    let failures = 0
    /** The page at a URL, or why it cannot be read. */
    const readPage = (address: string): Effect.Effect<Page | string> =>
      Effect.gen(function* () {
        const url = new URL(address)
        const isAllowed = yield* (yield* robotsOf(url)).allows(address)
        return isAllowed ? yield* fetchPage(url) : "Its host asks not to read it."
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

    const delay = Math.min(robots.delaySeconds, maxDelaySeconds)
    // Twice as many visits as pages: skipped pages count as visits and can be unlimited.
    for (
      let visitsLeft = 2 * maxPages;
      visitsLeft > 0 && pages.length < maxPages && failures < maxUnparsedPages;
    ) {
      const secondsLeft = maxSeconds - ((yield* Clock.currentTimeMillis) - started) / 1000
      const next = frontier.take(
        delay > 0 ? 1 : Math.min(concurrentPages, maxPages - pages.length, visitsLeft)
      )
      if (next.length === 0 || secondsLeft <= delay) break
      visitsLeft -= next.length
      yield* onStage(`Reading ${domain}: ${countedPages(pages.length)} so far.`)
      if (delay > 0) yield* Effect.sleep(delay * 1000)
      const results = yield* Effect.forEach(
        next,
        (address) => Effect.timeoutOption(readPage(address), (secondsLeft - delay) * 1000),
        { concurrency: concurrentPages }
      )
      // Pages are added in their planned order, not in their arrival order, so that each crawl yields the
      // same result.
      for (const [index, page] of results.map(Option.getOrElse(() => "There was no time left.")).entries()) {
        if (typeof page === "string") site.skip(next[index]!, page)
        else site.keep(page)
      }
    }
    if (!pages.some(hasContent)) {
      return yield* unreadableSite(home.needsJavaScript ? "needs_javascript" : "empty", startUrl)
    }
    return {
      url: home.url,
      domain,
      language: site.language() ?? "en",
      pages: withoutRepeatedHeadings(pages),
      skipped
    }
  }).pipe(Effect.withSpan("SiteReader.read"))

/** A key that is equal for the same page under two URLs. */
const contentKey = ({ headings, paragraphs, title }: Page): string =>
  JSON.stringify([title?.text, headings.map(({ text }) => text), paragraphs.map(({ text }) => text)])

const pageUrls = ({ canonical, url }: Page): ReadonlyArray<string> => [url, canonical].map(normalizeUrl)

/** Collects the pages of a site and the URLs to continue with: each page once, in one language. */
const collectPages = (home: Page, isOfSite: (url: URL) => boolean) => {
  const pages: Array<Page> = []
  const skipped: Array<SkippedPage> = []
  const contentKeys = new Set<string>()
  const addresses = new Set<string>()
  const frontier = makeFrontier(isOfSite, pageUrls(home))
  let language: string | null = null

  /** Why a page adds nothing; null for one that does. */
  const skipReason = (page: Page): string | null => {
    if (page.status !== 200) return `It answers ${page.status}.`
    if (pageUrls(page).some((address) => addresses.has(address))) {
      return "It is another address of a page that was read."
    }
    if (contentKeys.has(contentKey(page))) return "It says the same as a page that was read."
    // A home page with few words can have no detectable language. The first page with one then determines it.
    const ofPage = pageLanguage(page)
    language ??= ofPage
    return ofPage === null || ofPage === language ? null : "It is in another language."
  }

  const skipPage = (url: string, reason: string): void => {
    skipped.push({ url, reason })
  }

  const addPage = (page: Page): void => {
    const reason = skipReason(page)
    if (reason !== null) {
      skipPage(page.url, reason)
      return
    }
    pages.push(page)
    contentKeys.add(contentKey(page))
    for (const address of pageUrls(page)) addresses.add(address)
    for (const { href } of page.navigation) frontier.add(href, "navigation")
    for (const href of page.links) frontier.add(href, "link")
  }

  addPage(home)
  return { pages, skipped, frontier, keep: addPage, skip: skipPage, language: () => language }
}
