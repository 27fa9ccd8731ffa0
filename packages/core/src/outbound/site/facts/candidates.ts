import type { Found, Link, Passage, Site } from "../page.ts"
import type { SitelinkCandidate } from "./fact-types.ts"
import { pageAt } from "./offers.ts"
import { comparedWith, isNeverShown, whomFor } from "./words.ts"

const most = 20
/** No link or phrase below an ad is longer; the platform's own limits are for whoever writes the ad. */
const longest = 60

const bare = (address: string): string => address.replace(/#.*$/, "").replace(/\/$/, "")

/** What pages call themselves, for sites without a navigation. */
const fromPages = ({ pages }: Site): ReadonlyArray<Link> =>
  pages.slice(1).flatMap(({ headings, url }) => {
    const title = headings.find(({ level }) => level === 1)
    return title === undefined ? [] : [{ text: title.text, url: title.url, at: title.at, href: url }]
  })

/** Pages that an ad could also lead to: each once, under the first name that the site gives it. */
export const sitelinksOf = (site: Site): ReadonlyArray<SitelinkCandidate> => {
  const [home] = site.pages
  const taken = new Set([bare(home!.url), bare(home!.canonical)])
  const found: Array<SitelinkCandidate> = []
  const links = [...site.pages.flatMap(({ navigation }) => navigation), ...fromPages(site)]
  for (const { at, href, text, url } of links) {
    // What was not read may not be there.
    const page = pageAt(site, href)
    if (page === undefined || page === home || isNeverShown(text) || text.length > longest) continue
    const names = [bare(page.url), text.toLowerCase()]
    if (names.some((name) => taken.has(name))) continue
    for (const name of names) taken.add(name)
    found.push({ text, url, at, href: page.canonical, description: page.description })
  }
  return found.slice(0, most)
}

/** Addresses, telephone numbers and prices are no phrases. */
const isPhrase = (text: string): boolean =>
  text.length <= longest && /\p{L}{3}/u.test(text) && !/@|https?:|www\.|\d{4,}|\+\d/.test(text)

/** What lists name that is not a merit: whom the site is for, and whom it is compared with. */
const isOfOthers = ({ under }: Passage): boolean =>
  under !== null && (whomFor.test(under) || comparedWith.test(under))

/** Short items of lists, those first that the site repeats on most of its pages. */
export const calloutsOf = (site: Site): ReadonlyArray<Found> => {
  const menu = new Set(
    site.pages.flatMap(({ navigation }) => navigation.map(({ text }) => text.toLowerCase()))
  )
  const counted = new Map<string, { readonly found: Found; readonly pages: number }>()
  for (const { listItems } of site.pages) {
    const merits = listItems.filter((item) => !isOfOthers(item))
    const ofPage = new Map(merits.map((item) => [item.text.toLowerCase(), item]))
    for (const [key, { at, text, url }] of ofPage) {
      if (!isPhrase(text) || menu.has(key)) continue
      const before = counted.get(key)
      counted.set(key, { found: before?.found ?? { text, url, at }, pages: (before?.pages ?? 0) + 1 })
    }
  }
  return [...counted.values()]
    .sort((one, other) => other.pages - one.pages)
    .map(({ found }) => found)
    .slice(0, most)
}
