import { claimOf, isPlaceholder } from "../../../claims/index.ts"
import {
  bodySentences,
  isContent,
  type Link,
  locate,
  type Page,
  type PageText,
  type Site,
  type SiteLocation,
  type SiteOffer
} from "../page.ts"
import { asList, asNode, nodesOfSite, type PageNode, propertyText, textIn, typesOf } from "./data-nodes.ts"
import { offerTerms } from "./offer-terms.ts"
import { coreName, isOfferName, isSameWord, namesBrand, termWords, titleParts } from "./terms.ts"
import { isAboutTheBusiness, isNeverShown, isSoldOutText, sellsNothing } from "./words.ts"

/** Equal for the same page with and without a query, a fragment or the name of an index file. */
const addressKey = (address: string): string =>
  address.replace(/[?#].*$/, "").replace(/\/(?:index\.\w+)?$/, "")

/** The pages of a site by the keys of their URLs, and their names in its navigation. */
interface SiteIndex {
  readonly pagesByKey: ReadonlyMap<string, Page>
  readonly linkNames: ReadonlyMap<Page, ReadonlyArray<PageText>>
}

const indexPages = (pages: Site["pages"]): SiteIndex => {
  const pagesByKey = new Map<string, Page>()
  for (const page of pages) {
    for (const key of [page.url, page.canonical].map(addressKey)) {
      if (!pagesByKey.has(key)) pagesByKey.set(key, page)
    }
  }
  const linkNames = new Map<Page, Array<PageText>>(pages.map((page) => [page, []]))
  for (const { at, href, text, url } of pages.flatMap(({ navigation }) => navigation)) {
    const page = pagesByKey.get(addressKey(href))
    if (page !== undefined) linkNames.get(page)!.push({ text, url, at })
  }
  return { pagesByKey, linkNames }
}

const indexes = new WeakMap<Site["pages"], SiteIndex>()

const indexOf = ({ pages }: Site): SiteIndex => {
  const known = indexes.get(pages)
  if (known !== undefined) return known
  const index = indexPages(pages)
  indexes.set(pages, index)
  return index
}

/** The page that was read at a URL. */
const pageAt = (site: Site, address: string): Page | undefined =>
  indexOf(site).pagesByKey.get(addressKey(address))

/** The names of a page in the site's navigation. */
const linkNames = (site: Site, page: Page): ReadonlyArray<PageText> => indexOf(site).linkNames.get(page) ?? []

const soldTypes =
  /^(Service|Product|ProductGroup|FinancialProduct|MenuItem|Course|MedicalProcedure|TouristTrip|Accommodation|HotelRoom)$/

/** Whether a name is a slogan: "Cheapest", "Bristol's no.1 smile makers". */
export const promises = (name: string): boolean => ["priced", "promised"].includes(claimOf(name))

const maxOffers = 20
/** The maximum length of an offer's name; longer texts are sentences. */
const maxNameLength = 50

const isUnavailable = ({ node }: PageNode): boolean =>
  asList(node["offers"]).some((offer) =>
    /(?:OutOfStock|SoldOut|Discontinued)$/.test(textIn(asNode(offer)?.["availability"]) ?? "")
  )

/** Whether the site has products with an offer. */
export const sellsProducts = (site: Site): boolean =>
  nodesOfSite(site).some(
    ({ node }) => typesOf(node).some((type) => type.startsWith("Product")) && node["offers"] !== undefined
  )

/** A note that stands alone, and is about the page's own product. */
const isShortNote = (text: string): boolean => text.split(" ").length <= 4 && !text.includes(":")

/** Whether a page states that its product cannot be bought. A list of products can have one that is sold out. */
const isSoldOut = (page: Page): boolean => {
  const { data, headings, url } = page
  const cards = new Set(headings.filter(({ level }) => level > 1).map(({ text }) => text))
  return (
    data.some((node) => soldTypes.test(typesOf(node)[0] ?? "") && isUnavailable({ node, url })) ||
    bodySentences(page).some(
      ({ kind, text, under }) =>
        kind === "sentence" && !cards.has(under ?? "") && isShortNote(text) && isSoldOutText(text)
    )
  )
}

/** Whether a page has text of a template that nobody has filled in. */
const hasFiller = ({ sentences }: Page): boolean =>
  sentences.some(({ kind, notEvidence }) => kind !== "structured" && notEvidence === "placeholder")

/** Whether a page can be the landing page of an ad: it sells something, and it is no filler of a template. */
export const isOfferPage = (site: Site, page: Page): boolean => {
  const main = page.headings.find(({ level }) => level === 1)
  const { pathname } = new URL(page.url)
  const names = [...new Set(linkNames(site, page).map(({ text }) => text.toLowerCase()))]
  return (
    (pathname === "/" || !sellsNothing(pathname, main?.text ?? null, names)) &&
    (pathname === "/" || !isSoldOut(page)) &&
    !hasFiller(page)
  )
}

/** Whether a page is about this offer: one of its names shares a word with it. A list of products is not. */
const isAbout = (site: Site, page: Page, offer: string): boolean => {
  const names = [page.title, ...page.headings.slice(0, 1), ...linkNames(site, page)]
  const words = new Set(names.flatMap((name) => termWords(name?.text ?? "")))
  return page === site.pages[0] || termWords(offer).some((word) => word.length > 2 && words.has(word))
}

/** Products and services of structured data, with their pages. */
const fromData = (site: Site): ReadonlyArray<SiteOffer> =>
  nodesOfSite(site)
    .filter(
      (pageNode) => typesOf(pageNode.node).some((type) => soldTypes.test(type)) && !isUnavailable(pageNode)
    )
    .flatMap((pageNode) => {
      const name = propertyText(pageNode, "name")
      if (name === null || name.text.length > maxNameLength) return []
      const declared = textIn(pageNode.node["url"])
      const isProduct = typesOf(pageNode.node).some((type) => type.startsWith("Product"))
      const own = isProduct && pageNode.node["offers"] !== undefined ? pageNode.url : null
      const href =
        declared !== null && URL.canParse(declared, pageNode.url) ? new URL(declared, pageNode.url).href : own
      const page = href === null ? undefined : pageAt(site, href)
      if (page !== undefined && (isSoldOut(page) || !isAbout(site, page, name.text))) return []
      return [{ ...name, href, isProduct, terms: [] }]
    })

/** The name of a page's subject: by its heading and title, otherwise by the links to it. */
const pageName = (site: Site, page: Page, brand: string, places: ReadonlySet<string>): PageText | null => {
  const { language } = site
  const links = linkNames(site, page)
  const namesIn = (texts: ReadonlyArray<PageText>) =>
    texts.flatMap(({ at, text, url }) => {
      const name = coreName(text, language, places)
      const isName =
        isOfferName(name, language) && !isAboutTheBusiness(name) && !isPlaceholder(name) && !promises(name)
      return isName ? [{ text: name, url, at }] : []
    })
  const headings = page.headings.filter(({ text }) => !namesBrand(text, brand)).slice(0, 1)
  // Pages without headings set their subject in an element like any other.
  const subjects = [...links, ...titleParts(page, brand)].flatMap(({ text }) => termWords(text))
  const opening = bodySentences(page)
    .filter((one) => one.kind === "sentence" && isContent(one))
    .slice(0, 8)
    .filter(({ text }) => text.split(" ").length <= 5 && !/[.!?:]$/.test(text))
    .filter(({ text }) => termWords(text).some((word) => subjects.some((one) => isSameWord(one, word))))
    .slice(0, 1)
    .map((sentence) => locate(page, sentence))
  const candidates = namesIn([
    ...headings,
    ...(headings.length > 0 ? [] : opening),
    ...titleParts(page, brand)
  ])
  const isSpecific = ({ text }: PageText) => language === "de" || termWords(text).length > 1
  const found = candidates.filter(isSpecific)
  // A name that the others contain is the subject; they say more about it.
  const support = ({ text }: PageText) =>
    found.filter((other) => termWords(text).every((word) => termWords(other.text).includes(word))).length
  const [best] = found.toSorted((a, b) => support(b) - support(a))
  return best ?? namesIn(links)[0] ?? candidates[0] ?? null
}

/** Pages about one offer each. Those of a shop without a place are categories of products. */
const fromPages = (
  site: Site,
  brand: string,
  places: ReadonlySet<string>,
  isNational: boolean
): ReadonlyArray<SiteOffer> => {
  const isProduct = isNational && sellsProducts(site)
  return site.pages.flatMap((page) => {
    if (new URL(page.url).pathname === "/" || !isOfferPage(site, page)) return []
    // A page of a town is about the whole business there; the place is targeted instead.
    if (linkNames(site, page).some(({ text }) => places.has(text.toLowerCase()))) return []
    const name = pageName(site, page, brand, places)
    return name === null ? [] : [{ ...name, href: page.url, isProduct, terms: [] }]
  })
}

/** A single-page site has headings instead. */
const fromHeadings = ({ language, pages }: Site): ReadonlyArray<SiteOffer> =>
  pages.length > 1
    ? []
    : pages[0]!.headings
        .filter(
          ({ level, text }) =>
            level > 1 &&
            !isAboutTheBusiness(text) &&
            text.split(" ").length <= 4 &&
            !/[?!.]$/.test(text) &&
            isOfferName(text, language)
        )
        .map(({ at, text, url }) => ({
          text,
          url,
          at,
          href: null,
          isProduct: false,
          terms: []
        }))

const offerKey = ({ text }: PageText): string => termWords(text).join(" ")

/** Removes offers that share a name or a page with an earlier one. */
const mergeOffers = (site: Site, all: ReadonlyArray<SiteOffer>): ReadonlyArray<SiteOffer> => {
  const byKey = new Map<string, SiteOffer>()
  const pages = new Set<Page>()
  for (const offer of all) {
    const before = byKey.get(offerKey(offer))
    const page = offer.href === null ? undefined : pageAt(site, offer.href)
    if (before === undefined && page !== undefined && pages.has(page)) continue
    if (page !== undefined) pages.add(page)
    byKey.set(offerKey(offer), { ...(before ?? offer), href: before?.href ?? offer.href })
  }
  return [...byKey.values()]
}

/** The business's offers, in the site's order, each with the words that people search for it with. */
export const offersOf = (
  site: Site,
  brand: string,
  locations: ReadonlyArray<SiteLocation>,
  isNational: boolean
): ReadonlyArray<SiteOffer> => {
  const places = new Set(locations.flatMap(({ text }) => termWords(text)))
  const found = mergeOffers(site, [...fromData(site), ...fromPages(site, brand, places, isNational)])
  const offers = found.length > 0 ? found : mergeOffers(site, fromHeadings(site))
  return offers
    .filter(({ text }) => !isAboutTheBusiness(text) && !isPlaceholder(text))
    .slice(0, maxOffers)
    .map((offer) => ({
      ...offer,
      terms: offerTerms(
        site,
        offer,
        offer.href === null ? undefined : pageAt(site, offer.href),
        brand,
        places
      )
    }))
}

const maxCandidates = 20
/** The maximum length of a link in an ad. The ad's writer applies the platform's own limits. */
const maxTextLength = 60

/** Candidates for sitelinks: each page once, under its first name on the site. */
export const sitelinksOf = (site: Site): ReadonlyArray<Link> => {
  const [home] = site.pages
  const usedKeys = new Set([addressKey(home!.url), addressKey(home!.canonical)])
  const found: Array<Link> = []
  for (const { at, href, text, url } of site.pages.flatMap(({ navigation }) => navigation)) {
    // A page that was not read can be missing.
    const page = pageAt(site, href)
    if (page === undefined || page === home || isNeverShown(text) || text.length > maxTextLength) continue
    const names = [addressKey(page.url), text.toLowerCase()]
    if (names.some((name) => usedKeys.has(name))) continue
    for (const name of names) usedKeys.add(name)
    found.push({ text, url, at, href: page.canonical })
  }
  return found.slice(0, maxCandidates)
}
