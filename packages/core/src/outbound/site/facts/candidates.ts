import type { Link, PageText, Passage, Site } from "../page.ts"
import type { SitelinkCandidate } from "./fact-types.ts"
import { pageAt } from "./offers.ts"
import { audienceHeading, comparisonHeading, isNeverShown } from "./words.ts"

const maxCandidates = 20
/** The maximum length of a link or phrase in an ad. The ad's writer applies the platform's own limits. */
const maxTextLength = 60

const addressKey = (address: string): string => address.replace(/#.*$/, "").replace(/\/$/, "")

/** Page titles, for sites without a navigation. */
const fromPages = ({ pages }: Site): ReadonlyArray<Link> =>
  pages.slice(1).flatMap(({ headings, url }) => {
    const title = headings.find(({ level }) => level === 1)
    return title === undefined ? [] : [{ text: title.text, url: title.url, at: title.at, href: url }]
  })

/** Candidates for sitelinks: each page once, under its first name on the site. */
export const sitelinksOf = (site: Site): ReadonlyArray<SitelinkCandidate> => {
  const [home] = site.pages
  const usedKeys = new Set([addressKey(home!.url), addressKey(home!.canonical)])
  const found: Array<SitelinkCandidate> = []
  const links = [...site.pages.flatMap(({ navigation }) => navigation), ...fromPages(site)]
  for (const { at, href, text, url } of links) {
    // A page that was not read can be missing.
    const page = pageAt(site, href)
    if (page === undefined || page === home || isNeverShown(text) || text.length > maxTextLength) continue
    const names = [addressKey(page.url), text.toLowerCase()]
    if (names.some((name) => usedKeys.has(name))) continue
    for (const name of names) usedKeys.add(name)
    found.push({ text, url, at, href: page.canonical, description: page.description })
  }
  return found.slice(0, maxCandidates)
}

/** Addresses, telephone numbers and prices are not phrases. */
const isPhrase = (text: string): boolean =>
  text.length <= maxTextLength && /\p{L}{3}/u.test(text) && !/@|https?:|www\.|\d{4,}|\+\d/.test(text)

/** List items that are not merits: audiences and competitors. */
const isAboutOthers = ({ under }: Passage): boolean =>
  under !== null && (audienceHeading.test(under) || comparisonHeading.test(under))

/** Short list items, sorted by the number of pages that repeat them. */
export const calloutsOf = (site: Site): ReadonlyArray<PageText> => {
  const menu = new Set(
    site.pages.flatMap(({ navigation }) => navigation.map(({ text }) => text.toLowerCase()))
  )
  const byText = new Map<string, { readonly found: PageText; readonly pages: number }>()
  for (const { listItems } of site.pages) {
    const merits = listItems.filter((item) => !isAboutOthers(item))
    const ofPage = new Map(merits.map((item) => [item.text.toLowerCase(), item]))
    for (const [key, { at, text, url }] of ofPage) {
      if (!isPhrase(text) || menu.has(key)) continue
      const before = byText.get(key)
      byText.set(key, { found: before?.found ?? { text, url, at }, pages: (before?.pages ?? 0) + 1 })
    }
  }
  return [...byText.values()]
    .sort((one, other) => other.pages - one.pages)
    .map(({ found }) => found)
    .slice(0, maxCandidates)
}
