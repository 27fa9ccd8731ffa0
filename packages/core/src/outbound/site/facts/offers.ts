import type { Link, Page, PageText, Passage, Site, SitelinkCandidate, SiteOffer } from "../page.ts"
import { nodesOfSite, propertyText, textIn, typesOf } from "./data-nodes.ts"
import { audienceHeading, comparisonHeading, isAboutTheBusiness, isNeverShown } from "./words.ts"

const soldTypes =
  /^(Service|Product|ProductGroup|FinancialProduct|MenuItem|Course|MedicalProcedure|TouristTrip|Accommodation|HotelRoom)$/

const maxOffers = 20
/** The maximum length of an offer's name; longer texts are sentences. */
const maxNameLength = 50
/** From this many offers on, structured data is considered complete. */
const minStructuredOffers = 3

const addressKey = (address: string): string => address.replace(/[?#].*$/, "").replace(/\/$/, "")

/** The page that was read at a URL. */
const pageAt = ({ pages }: Site, address: string): Page | undefined =>
  pages.find(({ canonical, url }) => [url, canonical].some((one) => addressKey(one) === addressKey(address)))

const isHome = (site: Site, { href }: Link): boolean =>
  pageAt(site, href) === site.pages[0] || new URL(href).pathname === "/"

const fromData = (site: Site): ReadonlyArray<SiteOffer> =>
  nodesOfSite(site)
    .filter(({ node }) => typesOf(node).some((type) => soldTypes.test(type)))
    .flatMap((pageNode) => {
      const name = propertyText(pageNode, "name")
      if (name === null) return []
      const declaredUrl = textIn(pageNode.node["url"])
      const href =
        declaredUrl !== null && URL.canParse(declaredUrl, pageNode.url)
          ? new URL(declaredUrl, pageNode.url).href
          : null
      return [{ ...name, description: propertyText(pageNode, "description"), href }]
    })

/** Navigation items that are not about the business itself: mostly its offers. */
const fromNavigation = (site: Site): ReadonlyArray<SiteOffer> =>
  site.pages[0]!.navigation.filter((link) => !isHome(site, link) && !isAboutTheBusiness(link.text)).flatMap(
    ({ at, href, text, url }) => {
      const page = pageAt(site, href)
      return page === undefined ? [] : [{ text, url, at, href, description: page.description }]
    }
  )

/** A single-page site has headings instead. */
const fromHeadings = ({ pages }: Site): ReadonlyArray<SiteOffer> =>
  pages.length > 1
    ? []
    : pages[0]!.headings
        .filter(
          ({ level, text }) =>
            level > 1 && !isAboutTheBusiness(text) && text.split(" ").length <= 4 && !/[?!.]$/.test(text)
        )
        .map(({ at, text, url }) => ({ text, url, at, href: null, description: null }))

/** Offers with the same key are the same, whatever their spelling. */
const offerKey = ({ text }: PageText): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

/** Removes offers that share a name or a page with an earlier one. */
const mergeOffers = (all: ReadonlyArray<SiteOffer>): ReadonlyArray<SiteOffer> => {
  const byKey = new Map<string, SiteOffer>()
  for (const offer of all) {
    const { description, href, ...before } = byKey.get(offerKey(offer)) ?? offer
    byKey.set(offerKey(offer), {
      ...before,
      href: href ?? offer.href,
      description: description ?? offer.description
    })
  }
  return [...byKey.values()]
}

/** The business's offers, in the site's order. */
export const offersOf = (site: Site): ReadonlyArray<SiteOffer> => {
  const data = mergeOffers(fromData(site)).filter(({ text }) => text.length <= maxNameLength)
  const fromMenu = fromNavigation(site).filter(({ text }) => text.length <= maxNameLength)
  if (data.length >= minStructuredOffers) {
    const offered = new Set(data.map(offerKey))
    return mergeOffers([...data, ...fromMenu.filter((offer) => offered.has(offerKey(offer)))]).slice(
      0,
      maxOffers
    )
  }
  const all = mergeOffers([...data, ...fromMenu])
  return (all.length > 0 ? all : mergeOffers(fromHeadings(site))).slice(0, maxOffers)
}

const maxCandidates = 20
/** The maximum length of a link or phrase in an ad. The ad's writer applies the platform's own limits. */
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
    const names = [linkKey(page.url), text.toLowerCase()]
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
