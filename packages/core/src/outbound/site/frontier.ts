import { maxUrlLength } from "./limits.ts"

/*
 * Which page is read next. What a site's navigation names comes first, then what its sitemap lists, then what pages link
 * to on the way. There is no end to what a page can link to, so there is a rule for each way of being endless.
 */

/** Addresses that are the same page for everybody: campaign marks, sessions, the home page's file name. */
const trackingParameters = /^(utm_|fbclid$|gclid$|msclkid$|mc_|ref$|session|sid$|phpsessid$|jsessionid)/i
const fileExtensions =
  /\.(pdf|jpe?g|png|gif|webp|svg|ico|css|js|json|xml|zip|gz|mp[34]|avi|mov|docx?|xlsx?|pptx?|ics|woff2?)$/i
/** Pages for those who are customers already, or that no ad should lead to. */
const unwantedPath =
  /\/(log-?in|sign-?in|sign-?up|register|cart|checkout|basket|account|wp-admin|wp-login|admin|search|feed|tag)(\/|\.|$)/i

/** The address by which a page is known. */
export const normalizeUrl = (address: string): string => {
  const url = new URL(address)
  url.hash = ""
  // Built anew once: each change of `url.searchParams` writes the whole address again.
  const kept = new URLSearchParams([...url.searchParams].filter(([name]) => !trackingParameters.test(name)))
  kept.sort()
  url.search = kept.toString()
  url.pathname = url.pathname.replace(/\/(index|default)\.(html?|php|aspx?)$/i, "/")
  return url.href
}

/** Pages that differ in numbers alone (calendars, counters, lists in pages) are of one shape. */
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
  /** Takes note of an address; whether it is worth a visit. */
  readonly add: (address: string, rank: Rank) => void
  /** The next ones, at most so many. */
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
    // A query usually sorts or filters what another page shows whole.
    queue.push({ address, order: ranks[rank] + (url.search === "" ? 0 : 3) })
  }

  const take = (limit: number): ReadonlyArray<string> => {
    queue.sort((one, other) => one.order - other.order)
    return queue.splice(0, limit).map(({ address }) => address)
  }

  return { add, take }
}
