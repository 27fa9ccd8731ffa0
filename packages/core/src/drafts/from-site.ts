import { pageKey } from "../campaigns/index.ts"
import { isPlaceholder, normalise } from "../claims/index.ts"
import type { ReadyProfile } from "../organizations/index.ts"
import {
  domainLabel,
  isSameSite,
  type Page,
  type PageText,
  pageTextOf,
  type Site,
  type SiteFacts,
  type SiteOffer,
  titleSeparator
} from "../outbound/index.ts"
import type { BusinessFacts, FactsPage, FactText, Offer } from "./copy/facts.ts"
import { capitalise, tidy, tidyFact, withoutShouting } from "./copy/line.ts"

/* Converts the website and the business profile into facts for copy, each with its source location. */

const toFact = ({ at, text, url }: PageText): FactText => ({
  text,
  at: { in: "website", page: url, where: at }
})
const profileFact = (text: string, where: string): FactText => ({ text, at: { in: "profile", where } })

const pageOf =
  (readAt: string, sellingPages: ReadonlySet<string>) =>
  (page: Page): FactsPage => ({
    url: page.url,
    names: [
      ...page.headings.filter(({ level }) => level === 1),
      ...(page.title === null
        ? []
        : page.title.text.split(titleSeparator).map((text) => ({ ...page.title!, text })))
    ]
      .map(toFact)
      .filter(({ text }) => text.trim() !== "" && !isPlaceholder(text)),
    text: pageTextOf(page, readAt),
    sells: sellingPages.has(page.url)
  })

/** For example "Seattle" of "Seattle, Washington, United States". */
export const placeName = (name: string): string => tidy(name.split(",")[0] ?? "")

const uniqueBy = <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string): ReadonlyArray<A> =>
  [...Map.groupBy(items, keyOf).values()].map(([first]) => first!)

/**
 * Builds the facts. The profile's products, name and locations apply only to its own website: another website may be
 * about something else, and the ad would be wrong.
 */
export const businessFactsFrom = (
  site: Site,
  siteFacts: SiteFacts,
  profile: ReadyProfile | null,
  readAt: string,
  places: ReadonlyArray<string> = profile?.places.map(({ name }) => name) ?? []
): BusinessFacts => {
  const ownProfile = profile !== null && isSameSite(profile.url, site.url) ? profile : null
  const localPages = new Map(siteFacts.localPages.map(({ place, url }) => [url, place]))
  const sellingPages = new Set(siteFacts.offerPages.filter((url) => !localPages.has(url)))
  const pages = site.pages.map(pageOf(readAt, sellingPages))
  const byKey = new Map(pages.map((page) => [pageKey(page.url), page]))
  const offerOf = (offer: SiteOffer): Offer => ({
    name: tidyFact(toFact({ ...offer, text: capitalise(offer.text) })),
    page: offer.href === null ? null : (byKey.get(pageKey(offer.href)) ?? null),
    terms: offer.terms.map(toFact),
    isProduct: offer.isProduct
  })
  const ofProfile = (ownProfile?.products ?? []).map((name) => ({
    name: tidyFact(profileFact(name, "products")),
    page: null,
    terms: [],
    isProduct: false
  }))
  const offers = uniqueBy(
    [...siteFacts.offers.map(offerOf), ...ofProfile].filter(({ name }) => name.text.trim() !== ""),
    ({ name }) => normalise(name.text)
  )
  const category = siteFacts.category === null ? null : offerOf(siteFacts.category)
  const brand = tidyFact(
    ownProfile !== null && ownProfile.brand_name !== ""
      ? profileFact(ownProfile.brand_name, "brand name")
      : toFact({ ...siteFacts.brand, text: withoutShouting(siteFacts.brand.text) })
  )
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
    brand,
    domain: siteFacts.domain,
    lineContext: {
      brand_names: [...new Set([brand.text, siteFacts.brand.text, domainLabel(site.domain), site.domain])],
      places: [
        ...new Set([...places, ...siteFacts.locations.map(({ text }) => text)].map((name) => placeName(name)))
      ],
      names: [...offers, ...(category === null ? [] : [category])].map(({ name }) => name.text),
      confirmed: []
    },
    home: pages[0]!,
    pages: pages.slice(1),
    offers,
    category,
    cities: uniqueBy(
      (requestedPlaces.length > 0 ? requestedPlaces : sitePlaces).filter(({ text }) => text.trim() !== ""),
      ({ text }) => normalise(text)
    ),
    links: siteFacts.sitelinks.map((link) => ({ text: toFact(link), url: link.href })),
    competitors: [...siteFacts.competitors.map(({ text }) => text), ...(profile?.competitors ?? [])],
    sellsNothing: siteFacts.sellsNothing,
    localOffers: siteFacts.offers.flatMap((offer) => {
      const place = localPages.get(offer.href ?? "")
      return place === undefined ? [] : [{ name: tidyFact(toFact(offer)), place }]
    })
  }
}
