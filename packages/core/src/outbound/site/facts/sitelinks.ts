import type { Link, Site, SitelinkCandidate } from "../page.ts"
import { isSoldOut } from "./offers.ts"
import { pageAt } from "./page-index.ts"
import { isNeverShown, placeholderText } from "./words.ts"

const maxCandidates = 20
/** The maximum length of a link in an ad. The ad's writer applies the platform's own limits. */
const maxTextLength = 60

const linkKey = (address: string): string => address.replace(/#.*$/, "").replace(/\/$/, "")

/** Page titles, for sites without a navigation. */
const fromPages = ({ pages }: Site): ReadonlyArray<Link> =>
  pages.slice(1).flatMap(({ headings, url }) => {
    const title = headings.find(({ level }) => level === 1)
    return title === undefined ? [] : [{ text: title.text, url: title.url, at: title.at, href: url }]
  })

/** Candidates for sitelinks: each page once, under its first name on the site. */
export const sitelinksOf = (site: Site): ReadonlyArray<SitelinkCandidate> => {
  const [home] = site.pages
  const usedKeys = new Set([linkKey(home!.url), linkKey(home!.canonical)])
  const found: Array<SitelinkCandidate> = []
  const links = [...site.pages.flatMap(({ navigation }) => navigation), ...fromPages(site)]
  for (const { at, href, text, url } of links) {
    // A page that was not read can be missing.
    const page = pageAt(site, href)
    if (page === undefined || page === home || isNeverShown(text) || text.length > maxTextLength) continue
    if (isSoldOut(page) || page.paragraphs.some((one) => placeholderText.test(one.text))) continue
    const names = [linkKey(page.url), text.toLowerCase()]
    if (names.some((name) => usedKeys.has(name))) continue
    for (const name of names) usedKeys.add(name)
    found.push({ text, url, at, href: page.canonical, description: page.description })
  }
  return found.slice(0, maxCandidates)
}
