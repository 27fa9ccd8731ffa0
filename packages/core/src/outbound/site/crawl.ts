import { Clock, Effect, Option } from "effect"
import { FetchFailed } from "../fetch/target.ts"
import { isolatedJob } from "../isolated/isolated.ts"
import { registeredDomain } from "./domain.ts"
import { isAboveRelated } from "./facts/words.ts"
import { pageLanguage } from "./language.ts"
import { maxUrlLength } from "./limits.ts"
import { bodySentences, isContent, type Page, type Site } from "./page.ts"
import type { parsePage } from "./parse-page.ts"
import { type ReadingTools, readSitemaps, robotsByHost } from "./robots.ts"
import { type SiteUnreadable, siteNotFetched, siteNotParsed, unreadableSite } from "./site-unreadable.ts"

/*
 * Decides which page is read next: first those in the navigation, then those in the sitemap, then links in
 * pages. Links can be endless, so there is a rule for each kind of endlessness.
 */

/** URL parts that do not change the page: campaign parameters, sessions, the home page's file name. */
const trackingParameters = /^(utm_|fbclid$|gclid$|msclkid$|mc_|ref$|session|sid$|phpsessid$|jsessionid)/i
const fileExtensions =
  /\.(pdf|jpe?g|png|gif|webp|svg|ico|css|js|json|xml|zip|gz|mp[34]|avi|mov|docx?|xlsx?|pptx?|ics|woff2?)$/i
/** Pages for existing customers, or that no ad should link to. */
const unwantedPath =
  /\/(log-?in|sign-?in|sign-?up|register|cart|checkout|basket|account|wp-admin|wp-login|admin|search|feed|tag)(\/|\.|$)/i

/** The canonical URL of a page. */
export const normalizeUrl = (address: string): string => {
  const url = new URL(address)
  url.hash = ""
  // Rebuilt once: each change of `url.searchParams` serializes the whole URL again.
  const kept = new URLSearchParams([...url.searchParams].filter(([name]) => !trackingParameters.test(name)))
  kept.sort()
  url.search = kept.toString()
  url.pathname = url.pathname.replace(/\/(index|default)\.(html?|php|aspx?)$/i, "/")
  return url.href
}

/** Pages that differ only in numbers (calendars, counters, paginated lists) have the same pattern. */
const urlPattern = ({ pathname, search }: URL): string =>
  `${pathname.replaceAll(/\d+/g, "0")}${search.replaceAll(/=[^&]*/g, "=")}`

const maxPerPattern = 4
const maxDepth = 5

const looksEndless = ({ pathname, search }: URL): boolean => {
  const parts = pathname.split("/").filter((part) => part !== "")
  return (
    parts.length > maxDepth || new Set(parts).size < parts.length || pathname.length + search.length > 300
  )
}

const ranks = { navigation: 0, sitemap: 1, link: 2 } as const
type Rank = keyof typeof ranks

/** Decides which URL is read next. */
const makeFrontier = (isOfSite: (url: URL) => boolean, known: ReadonlyArray<string>) => {
  const seen = new Set(known.map(normalizeUrl))
  const patternCounts = new Map<string, number>()
  const queue: Array<{ readonly address: string; readonly order: number }> = []

  /** Adds a URL, unless a rule excludes it. */
  const add = (inputUrl: string, rank: Rank): void => {
    if (inputUrl.length > maxUrlLength) return
    const address = normalizeUrl(inputUrl)
    const url = new URL(address)
    if (
      seen.has(address) ||
      !isOfSite(url) ||
      fileExtensions.test(url.pathname) ||
      unwantedPath.test(url.pathname)
    )
      return
    if (rank !== "navigation" && looksEndless(url)) return
    seen.add(address)
    const pattern = urlPattern(url)
    const countOfPattern = (patternCounts.get(pattern) ?? 0) + 1
    patternCounts.set(pattern, countOfPattern)
    if (rank !== "navigation" && countOfPattern > maxPerPattern) return
    // A query usually sorts or filters the content of another page.
    queue.push({ address, order: ranks[rank] + (url.search === "" ? 0 : 3) })
  }

  /** Takes the next URLs, up to the limit. */
  const take = (limit: number): ReadonlyArray<string> => {
    queue.sort((one, other) => one.order - other.order)
    return queue.splice(0, limit).map(({ address }) => address)
  }

  return { add, take }
}

/** Removes what follows a heading such as "You may also like": it is about other products than the page's own. */
const withoutRelated = (page: Page): Page => {
  const from = page.headings.findIndex(({ level, text }) => level > 1 && isAboveRelated(text))
  if (from < 0) return page
  const headings = page.headings.slice(0, from)
  const own = new Set(headings.map(({ text }) => text))
  const sentences = page.sentences.filter(
    (one) => one.under === null || own.has(one.under) || !isContent(one)
  )
  return { ...page, headings, sentences }
}

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

const hasContent = (page: Page): boolean =>
  page.headings.length + page.data.length > 0 ||
  bodySentences(page).some((one) => isContent(one) && (one.kind === "item" || one.text.length >= minLoneText))

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
    const { frontier, pages } = site
    if (maxPages > 1) {
      const maps = [...robots.sitemaps, `${new URL(home.url).origin}/sitemap.xml`]
      for (const address of yield* readSitemaps(tools, maps, isSameDomain)) frontier.add(address, "sitemap")
    }
    let failures = 0
    /** The page at a URL; null if it cannot or may not be read. */
    const readPage = (address: string): Effect.Effect<Page | null> =>
      Effect.gen(function* () {
        const url = new URL(address)
        const isAllowed = yield* (yield* robotsOf(url)).allows(address)
        return isAllowed ? yield* fetchPage(url) : null
      }).pipe(
        Effect.catchTags({
          FetchFailed: () => Effect.succeed(null),
          IsolatedFailure: () =>
            Effect.sync(() => {
              failures++
              return null
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
      for (const page of results.map(Option.getOrNull)) if (page !== null) site.keep(page)
    }
    if (!pages.some(hasContent)) {
      return yield* unreadableSite(home.needsJavaScript ? "needs_javascript" : "empty", startUrl)
    }
    return {
      url: home.url,
      domain,
      language: site.language() ?? "en",
      pages: pages.map(withoutRelated)
    }
  }).pipe(Effect.withSpan("SiteReader.read"))

/** A key that is equal for the same page under two URLs. */
const contentKey = ({ headings, sentences, title }: Page): string =>
  JSON.stringify([title?.text, ...[...headings, ...sentences].map(({ text }) => text)])

const pageUrls = ({ canonical, url }: Page): ReadonlyArray<string> => [url, canonical].map(normalizeUrl)

/** Collects the pages of a site and the URLs to continue with: each page once, in one language. */
const collectPages = (home: Page, isOfSite: (url: URL) => boolean) => {
  const pages: Array<Page> = []
  const contentKeys = new Set<string>()
  const addresses = new Set<string>()
  const frontier = makeFrontier(isOfSite, pageUrls(home))
  let language: string | null = null

  /** Whether a page says something that no other one does, in the language of the site. */
  const isNew = (page: Page): boolean => {
    if (page.status !== 200 || contentKeys.has(contentKey(page))) return false
    if (pageUrls(page).some((address) => addresses.has(address))) return false
    // A home page with few words can have no detectable language. The first page with one then determines it.
    const ofPage = pageLanguage(page)
    language ??= ofPage
    return ofPage === null || ofPage === language
  }

  const addPage = (page: Page): void => {
    if (!isNew(page)) return
    pages.push(page)
    contentKeys.add(contentKey(page))
    for (const address of pageUrls(page)) addresses.add(address)
    for (const { href } of page.navigation) frontier.add(href, "navigation")
    for (const href of page.links) frontier.add(href, "link")
  }

  addPage(home)
  return { pages, frontier, keep: addPage, language: () => language }
}
