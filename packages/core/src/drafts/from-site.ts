import { pageKey } from "../campaigns/index.ts"
import type { ReadyProfile } from "../organizations/index.ts"
import {
  isSameSite,
  type Page,
  type PageText,
  type Site,
  type SiteFacts,
  type SiteOffer,
  titleSeparator
} from "../outbound/index.ts"
import type { BusinessFacts, FactsPage, FactText, Offer } from "./copy/facts.ts"
import { capitalise, lineKey, tidy, tidyFact } from "./copy/line.ts"

/* Converts the website and the business profile into facts for copy, each with its source location. */

const toFact = ({ at, text, url }: PageText): FactText => ({
  text,
  at: { in: "website", page: url, where: at }
})
const profileFact = (text: string, where: string): FactText => ({ text, at: { in: "profile", where } })

/** Cells of a table are words and prices that stand for nothing alone. */
const isProse = ({ at, text }: PageText): boolean => at !== "table cell" || text.length >= 40

/** Leaves out a page's lists of customers and competitors. */
const pageOf =
  (excludedTexts: ReadonlySet<string>, offerPages: ReadonlySet<string>) =>
  ({ description, headings, listItems, paragraphs, title, url }: Page): FactsPage => {
    const isExcluded = ({ text }: PageText) => excludedTexts.has(lineKey(text))
    const excludedHeadings = new Set(listItems.filter(isExcluded).map(({ under }) => under))
    const ofLevel = (isOfLevel: (level: number) => boolean) =>
      headings.filter((one) => isOfLevel(one.level) && !excludedHeadings.has(one.text)).map(toFact)
    return {
      url,
      titles:
        title === null ? [] : title.text.split(titleSeparator).map((text) => toFact({ ...title, text })),
      headings: ofLevel((level) => level === 1),
      subheadings: ofLevel((level) => level > 1),
      summary: description === null ? null : toFact(description),
      paragraphs: paragraphs
        .filter((one) => isProse(one) && (one.under === null || !excludedHeadings.has(one.under)))
        .map(toFact),
      points: listItems.filter((item) => !isExcluded(item)).map(toFact),
      sells: offerPages.has(url)
    }
  }

/** For example "Seattle" of "Seattle, Washington, United States". */
const placeName = (name: string): string => tidy(name.split(",")[0] ?? "")

const uniqueBy = <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string): ReadonlyArray<A> =>
  [...new Map(items.map((item) => [keyOf(item), item] as const).toReversed()).values()].toReversed()

const uniqueFacts = (items: ReadonlyArray<FactText>) =>
  uniqueBy(
    items.filter(({ text }) => text.trim() !== ""),
    ({ text }) => lineKey(text)
  )

/** A product and its category say the same, so two pages are not enough. */
const minPagesOfBusiness = 3

/**
 * Returns points that hold for the whole business: those of the home page or of several pages. A point of one
 * page belongs to that page.
 */
const businessWidePoints = (pages: ReadonlyArray<FactsPage>): ReadonlyArray<FactText> => {
  const [home, ...others] = pages.map(
    ({ points }) => new Map(points.map((point) => [lineKey(point.text), point]))
  )
  const seen = new Map<string, number>()
  for (const points of others) for (const key of points.keys()) seen.set(key, (seen.get(key) ?? 0) + 1)
  const repeated = others.flatMap((points) =>
    [...points].filter(([key]) => (seen.get(key) ?? 0) >= minPagesOfBusiness)
  )
  return [...(home?.values() ?? []), ...repeated.map(([, point]) => point)]
}

/**
 * Builds the facts. The profile's description applies to every website of the business. Its products, selling
 * points and locations apply only to its own website: another website may be about something else, and the ad
 * would be wrong.
 */
export const businessFactsFrom = (
  site: Site,
  siteFacts: SiteFacts,
  profile: ReadyProfile | null,
  places: ReadonlyArray<string> = profile?.places.map(({ name }) => name) ?? [],
  isOtherBusiness = false
): BusinessFacts => {
  const ownProfile = profile !== null && isSameSite(profile.url, site.url) ? profile : null
  const excludedTexts = new Set(
    [
      ...[...siteFacts.audiences, ...siteFacts.competitors].map(({ text }) => text),
      ...(ownProfile?.ideal_customer_profiles ?? [])
    ].map(lineKey)
  )
  const offerPages = new Set(siteFacts.offerPages)
  const home = site.pages[0]!.url
  const localPages = new Map(siteFacts.localPages.map(({ place, url }) => [url, place]))
  const sellingPages = new Set([...offerPages].filter((url) => !localPages.has(url)))
  const pages = site.pages.map(pageOf(excludedTexts, sellingPages))
  const byKey = new Map(pages.map((page) => [pageKey(page.url), page]))
  const offerOf = (offer: SiteOffer): Offer => ({
    name: tidyFact(toFact({ ...offer, text: capitalise(offer.text) })),
    page: offer.href === null ? null : (byKey.get(pageKey(offer.href)) ?? null),
    terms: offer.terms.map(toFact),
    isProduct: offer.isProduct
  })
  const offers: ReadonlyArray<Offer> = [
    ...siteFacts.offers.map(offerOf),
    ...(ownProfile?.products ?? []).map((name) => ({
      name: tidyFact(profileFact(name, "products")),
      page: null,
      terms: [],
      isProduct: false
    }))
  ]
  const requestedPlaces =
    ownProfile === null || siteFacts.isNational
      ? []
      : places.map((name) => profileFact(placeName(name), "target locations"))
  const sitePlaces = (siteFacts.isNational ? [] : siteFacts.locations).map((location) =>
    toFact({ ...location, text: placeName(location.text) })
  )
  return {
    website: site.url,
    language: site.language,
    brand: tidyFact(
      ownProfile !== null && ownProfile.brand_name !== ""
        ? profileFact(ownProfile.brand_name, "brand name")
        : toFact(siteFacts.brand)
    ),
    home: pages[0]!,
    pages: pages.slice(1),
    offers: uniqueBy(
      offers.filter(({ name }) => name.text.trim() !== ""),
      ({ name }) => lineKey(name.text)
    ),
    category: siteFacts.category === null ? null : offerOf(siteFacts.category),
    cities: uniqueFacts(requestedPlaces.length > 0 ? requestedPlaces : sitePlaces),
    links: siteFacts.sitelinks.map((link) => ({ text: toFact(link), url: link.href })),
    descriptions: [
      ...(profile === null || profile.description === "" || isOtherBusiness
        ? []
        : [profileFact(profile.description, "description")]),
      ...(siteFacts.description === null ? [] : [toFact(siteFacts.description)])
    ],
    strengths: uniqueFacts([
      ...businessWidePoints(pages),
      // A reason to trust on the page of an offer may hold for that offer alone.
      ...siteFacts.trustSignals.filter(({ url }) => url === home || !offerPages.has(url)).map(toFact),
      ...(ownProfile?.trust_signals ?? []).map((text) => profileFact(text, "trust signals"))
    ]),
    competitors: [...siteFacts.competitors.map(({ text }) => text), ...(profile?.competitors ?? [])],
    thirdParties: siteFacts.thirdParties,
    soldOutWords: siteFacts.soldOutWords,
    placeholderShare: siteFacts.placeholderShare,
    localOffers: siteFacts.offers.flatMap((offer) => {
      const place = localPages.get(offer.href ?? "")
      return place === undefined ? [] : [{ name: tidyFact(toFact(offer)), place }]
    })
  }
}
