import type { Link, PageText, Passage, Site } from "../page.ts"
import type { SitelinkCandidate } from "./fact-types.ts"
import { pageAt } from "./offers.ts"
import { audienceHeading, comparisonHeading, isNeverShown } from "./words.ts"

const maxCandidates = 20
/** No link or phrase below an ad is longer; the platform's own limits are for whoever writes the ad. */
const maxTextLength = 60

const addressKey = (address: string): string => address.replace(/#.*$/, "").replace(/\/$/, "")

/** What pages call themselves, for sites without a navigation. */
const fromPages = ({ pages }: Site): ReadonlyArray<Link> =>
  pages.slice(1).flatMap(({ headings, url }) => {
    const title = headings.find(({ level }) => level === 1)
    return title === undefined ? [] : [{ text: title.text, url: title.url, at: title.at, href: url }]
  })

/** Pages that an ad could also lead to: each once, under the first name that the site gives it. */
export const sitelinksOf = (site: Site): ReadonlyArray<SitelinkCandidate> => {
  const [home] = site.pages
  const usedKeys = new Set([addressKey(home!.url), addressKey(home!.canonical)])
  const found: Array<SitelinkCandidate> = []
  const links = [...site.pages.flatMap(({ navigation }) => navigation), ...fromPages(site)]
  for (const { at, href, text, url } of links) {
    // What was not read may not be there.
    const page = pageAt(site, href)
    if (page === undefined || page === home || isNeverShown(text) || text.length > maxTextLength) continue
    const names = [addressKey(page.url), text.toLowerCase()]
    if (names.some((name) => usedKeys.has(name))) continue
    for (const name of names) usedKeys.add(name)
    found.push({ text, url, at, href: page.canonical, description: page.description })
  }
  return found.slice(0, maxCandidates)
}

/** Addresses, telephone numbers and prices are no phrases. */
const isPhrase = (text: string): boolean =>
  text.length <= maxTextLength && /\p{L}{3}/u.test(text) && !/@|https?:|www\.|\d{4,}|\+\d/.test(text)

/** What lists name that is not a merit: whom the site is for, and whom it is compared with. */
const isAboutOthers = ({ under }: Passage): boolean =>
  under !== null && (audienceHeading.test(under) || comparisonHeading.test(under))

/** Short items of lists, those first that the site repeats on most of its pages. */
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
