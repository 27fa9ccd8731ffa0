import type { Link, Page, PageText, Site } from "../page.ts"
import { nodesOfSite, propertyText, textIn, typesOf } from "./data-nodes.ts"
import type { SiteOffer } from "./fact-types.ts"
import { isAboutTheBusiness } from "./words.ts"

const soldTypes =
  /^(Service|Product|ProductGroup|FinancialProduct|MenuItem|Course|MedicalProcedure|TouristTrip|Accommodation|HotelRoom)$/

const maxOffers = 20
/** The maximum length of an offer's name; longer texts are sentences. */
const maxNameLength = 50
/** From this many offers on, structured data is considered complete. */
const minStructuredOffers = 3

const addressKey = (address: string): string => address.replace(/[?#].*$/, "").replace(/\/$/, "")

/** The page that was read at a URL. */
export const pageAt = ({ pages }: Site, address: string): Page | undefined =>
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
    const before = byKey.get(offerKey(offer))
    if (before === undefined) byKey.set(offerKey(offer), offer)
    else
      byKey.set(offerKey(offer), {
        ...before,
        href: before.href ?? offer.href,
        description: before.description ?? offer.description
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
