import { Clock, Effect } from "effect"
import type { FetchFailed } from "../fetch/failure.ts"
import type { Fetcher } from "../fetch/fetcher.ts"
import { pageLimits } from "../fetch/limits.ts"
import { registeredDomain } from "./domain.ts"
import { makeFrontier, normalAddress } from "./frontier.ts"
import { languageOf } from "./language.ts"
import type { Page, Site, SkippedPage } from "./page.ts"
import { parsePage } from "./parse-page.ts"
import { type Robots, readRobots } from "./robots.ts"
import type { ReadOptions } from "./site-reader.ts"
import { type SiteUnreadable, unfetched, unreadable } from "./site-unreadable.ts"
import { readSitemaps } from "./sitemap.ts"

const usualPages = 24
/** Pages at the same time, from a host that asks for no rest. */
const together = 3
/** What has been read by then is what is worked with. */
const mostSeconds = 60
/** Rests that are longer are not waited for: fewer pages are read instead, within the time. */
const longestRest = 10

const accept = ["text/html", "application/xhtml+xml"]

const countedPages = (count: number): string => (count === 1 ? "1 page" : `${count} pages`)

/** What two pages have in common that are the same page under two addresses. */
const imprint = ({ headings, paragraphs, title }: Page): string =>
  JSON.stringify([title?.text, headings.map(({ text }) => text), paragraphs.map(({ text }) => text)])

const saysSomething = ({ data, headings, listItems, paragraphs }: Page): boolean =>
  headings.length + listItems.length + paragraphs.length + data.length > 0

/** Reads a website from its home page, or from any of its pages. */
export const crawl = <E, R>(
  fetcher: Fetcher["Type"],
  given: string,
  { onStage = () => Effect.void, pages: most = usualPages }: ReadOptions<E, R>
): Effect.Effect<Site, SiteUnreadable | E, R> =>
  Effect.gen(function* () {
    const host = URL.canParse(given) ? new URL(given).hostname.replace(/\.$/, "") : ""
    const domain = registeredDomain(host)
    if (domain === null) return yield* unreadable("no_domain", given)
    const stay = (to: URL) => registeredDomain(to.hostname) === domain
    const started = yield* Clock.currentTimeMillis
    const asked = new Map<string, Robots>()
    const robotsOf = (url: URL): Effect.Effect<Robots, FetchFailed> => {
      const known = asked.get(url.origin)
      return known !== undefined
        ? Effect.succeed(known)
        : Effect.tap(readRobots(fetcher, url.origin, stay), (robots) => asked.set(url.origin, robots))
    }

    yield* onStage(`Opening ${domain}.`)
    const first = new URL(given)
    const rules = yield* Effect.mapError(robotsOf(first), unfetched)
    if (!rules.allows(first.href))
      return yield* unreadable(rules.closed ? "unsteady" : "forbidden_by_robots", given)
    const opened = yield* Effect.mapError(fetcher.get(first, { accept, stay }), unfetched)
    if (opened.status >= 500) return yield* unreadable("unsteady", given)
    if (opened.status !== 200) return yield* unreadable("refused", given)
    const home = parsePage({ ...opened, contentType: opened.headers["content-type"] })
    const language = languageOf(home)

    const pages: Array<Page> = [home]
    const skipped: Array<SkippedPage> = []
    const imprints = new Set([imprint(home)])
    const addresses = new Set([home.url, home.canonical].map(normalAddress))
    const frontier = makeFrontier(stay, [...addresses])
    const goOn = ({ links, navigation }: Page) => {
      for (const { href } of navigation) frontier.add(href, "navigation")
      for (const href of links) frontier.add(href, "link")
    }

    /** Why a page adds nothing; null for one that does. */
    const whyNot = (page: Page): string | null => {
      if (page.status !== 200) return `It answers ${page.status}.`
      if ([page.url, page.canonical].some((address) => addresses.has(normalAddress(address)))) {
        return "It is another address of a page that was read."
      }
      if (imprints.has(imprint(page))) return "It says the same as a page that was read."
      return (languageOf(page) ?? language) === language ? null : "It is in another language."
    }

    const keep = (page: Page): void => {
      const why = whyNot(page)
      if (why !== null) return void skipped.push({ url: page.url, why })
      pages.push(page)
      imprints.add(imprint(page))
      for (const address of [page.url, page.canonical]) addresses.add(normalAddress(address))
      goOn(page)
    }

    const visit = (address: string): Effect.Effect<void> =>
      Effect.gen(function* () {
        const url = new URL(address)
        if (!(yield* robotsOf(url)).allows(address)) {
          return void skipped.push({ url: address, why: "Its host asks not to read it." })
        }
        const { headers, ...found } = yield* fetcher.get(url, { accept, stay, limits: pageLimits })
        keep(parsePage({ ...found, contentType: headers["content-type"] }))
      }).pipe(
        Effect.catchTag("FetchFailed", ({ message }) =>
          Effect.sync(() => void skipped.push({ url: address, why: message }))
        )
      )

    if (most > 1) {
      goOn(home)
      const maps = [...rules.sitemaps, `${new URL(home.url).origin}/sitemap.xml`]
      for (const address of yield* readSitemaps(fetcher, maps, stay)) frontier.add(address, "sitemap")
    }
    const rest = Math.min(rules.delaySeconds, longestRest)
    // Twice as many visits as pages: what is skipped was a visit too, and there may be no end to those.
    for (let visits = 2 * most; visits > 0 && pages.length < most; ) {
      const left = mostSeconds - ((yield* Clock.currentTimeMillis) - started) / 1000
      const next = frontier.take(rest > 0 ? 1 : Math.min(together, most - pages.length, visits))
      if (next.length === 0 || left <= rest) break
      visits -= next.length
      yield* onStage(`Reading ${domain}: ${countedPages(pages.length)} so far.`)
      if (rest > 0) yield* Effect.sleep(rest * 1000)
      yield* Effect.forEach(next, visit, { concurrency: together, discard: true }).pipe(
        Effect.timeoutOption((left - rest) * 1000)
      )
    }
    if (!pages.some(saysSomething)) {
      return yield* unreadable(home.needsJavaScript ? "needs_javascript" : "empty", given)
    }
    return { url: home.url, domain, language: language ?? "en", pages, skipped }
  }).pipe(Effect.withSpan("SiteReader.read"))
