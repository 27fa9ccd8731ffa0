import { maxUrlLength } from "./limits.ts"

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

export type Rank = "navigation" | "sitemap" | "link"
const ranks: Readonly<Record<Rank, number>> = { navigation: 0, sitemap: 1, link: 2 }

export interface Frontier {
  /** Adds a URL, unless a rule excludes it. */
  readonly add: (address: string, rank: Rank) => void
  /** Takes the next URLs, up to the limit. */
  readonly take: (limit: number) => ReadonlyArray<string>
}

export const makeFrontier = (isOfSite: (url: URL) => boolean, known: ReadonlyArray<string>): Frontier => {
  const seen = new Set(known.map(normalizeUrl))
  const patternCounts = new Map<string, number>()
  const queue: Array<{ readonly address: string; readonly order: number }> = []

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

  const take = (limit: number): ReadonlyArray<string> => {
    queue.sort((one, other) => one.order - other.order)
    return queue.splice(0, limit).map(({ address }) => address)
  }

  return { add, take }
}
