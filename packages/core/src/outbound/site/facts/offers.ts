import type { Found, Link, Page, Site } from "../page.ts"
import { foundIn, nodesOfSite, textIn, typesOf } from "./data-nodes.ts"
import type { Offer } from "./fact-types.ts"
import { isAboutTheBusiness } from "./words.ts"

const sold =
  /^(Service|Product|ProductGroup|FinancialProduct|MenuItem|Course|MedicalProcedure|TouristTrip|Accommodation|HotelRoom)$/

const most = 20
/** The name of something that is sold; what is longer is a sentence about it. */
const longest = 50
/** With so many in the structured data the site has said what it sells. */
const enough = 3

const bare = (address: string): string => address.replace(/[?#].*$/, "").replace(/\/$/, "")

/** The page that was read at an address. */
export const pageAt = ({ pages }: Site, address: string): Page | undefined =>
  pages.find(({ canonical, url }) => [url, canonical].some((one) => bare(one) === bare(address)))

const isHome = (site: Site, { href }: Link): boolean =>
  pageAt(site, href) === site.pages[0] || new URL(href).pathname === "/"

const fromData = (site: Site): ReadonlyArray<Offer> =>
  nodesOfSite(site)
    .filter(({ node }) => typesOf(node).some((type) => sold.test(type)))
    .flatMap((placed) => {
      const name = foundIn(placed, "name")
      if (name === null) return []
      const said = textIn(placed.node["url"])
      const href = said !== null && URL.canParse(said, placed.url) ? new URL(said, placed.url).href : null
      return [{ ...name, description: foundIn(placed, "description"), href }]
    })

/** What its own navigation names, and is not about the business itself: mostly what it sells. */
const fromNavigation = (site: Site): ReadonlyArray<Offer> =>
  site.pages[0]!.navigation.filter((link) => !isHome(site, link) && !isAboutTheBusiness(link.text)).flatMap(
    ({ at, href, text, url }) => {
      const page = pageAt(site, href)
      return page === undefined ? [] : [{ text, url, at, href, description: page.description }]
    }
  )

/** A site of one page has headings instead. */
const fromHeadings = ({ pages }: Site): ReadonlyArray<Offer> =>
  pages.length > 1
    ? []
    : pages[0]!.headings
        .filter(
          ({ level, text }) =>
            level > 1 && !isAboutTheBusiness(text) && text.split(" ").length <= 4 && !/[?!.]$/.test(text)
        )
        .map(({ at, text, url }) => ({ text, url, at, href: null, description: null }))

/** The same thing has the same name, however it is written. */
const key = ({ text }: Found): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

/** Names and pages that each stand for one thing, those found first. */
const distinct = (all: ReadonlyArray<Offer>): ReadonlyArray<Offer> => {
  const known = new Map<string, Offer>()
  for (const offer of all) {
    const before = known.get(key(offer))
    if (before === undefined) known.set(key(offer), offer)
    else
      known.set(key(offer), {
        ...before,
        href: before.href ?? offer.href,
        description: before.description ?? offer.description
      })
  }
  return [...known.values()]
}

/** What the business sells, in the order in which its site tells it. */
export const offersOf = (site: Site): ReadonlyArray<Offer> => {
  const data = distinct(fromData(site)).filter(({ text }) => text.length <= longest)
  const named = fromNavigation(site).filter(({ text }) => text.length <= longest)
  if (data.length >= enough) {
    const offered = new Set(data.map(key))
    return distinct([...data, ...named.filter((offer) => offered.has(key(offer)))]).slice(0, most)
  }
  const all = distinct([...data, ...named])
  return (all.length > 0 ? all : distinct(fromHeadings(site))).slice(0, most)
}
