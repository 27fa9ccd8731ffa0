import { registeredDomain } from "../campaigns/index.ts"
import type { BusinessProfile } from "../organizations/index.ts"
import type { Found, Page, Site, SiteFacts } from "../outside/index.ts"
import type { Facts, FactsPage, Offer, Said } from "./copy/facts.ts"
import { lineKey } from "./copy/line.ts"
import { pageKey } from "./copy/sitelinks.ts"
import { tidy } from "./copy/tidy.ts"

/* What was read of a website and what is known of the business, as copy may speak of it: all with its place. */

const said = ({ at, text, url }: Found): Said => ({ text, at: { in: "website", page: url, where: at } })
const profiled = (text: string, where: string): Said => ({ text, at: { in: "profile", where } })

const pageOf = ({ description, headings, listItems, paragraphs, url }: Page): FactsPage => ({
  url,
  headings: headings.filter(({ level }) => level < 3).map(said),
  summary: description === null ? null : said(description),
  paragraphs: paragraphs.map(said),
  points: listItems.map(said)
})

/** "Seattle" of "Seattle, Washington, United States": what people call it. */
const placeName = (name: string): string => tidy(name.split(",")[0] ?? "")

const once = <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string): ReadonlyArray<A> =>
  [...new Map(items.map((item) => [keyOf(item), item] as const).toReversed()).values()].toReversed()

const saidOnce = (items: ReadonlyArray<Said>) =>
  once(
    items.filter(({ text }) => text.trim() !== ""),
    ({ text }) => lineKey(text)
  )

/**
 * The business profile speaks for the business whatever website a draft is made from: its description and the places
 * that it wants customers in. What it sells and what speaks for it is taken from it only for its own website, since
 * another one may be about something else.
 */
export const factsFrom = (
  site: Site,
  found: SiteFacts,
  profile: BusinessProfile | null,
  places: ReadonlyArray<string> = profile?.target_locations ?? []
): Facts => {
  const pages = site.pages.map(pageOf)
  const byKey = new Map(pages.map((page) => [pageKey(page.url), page]))
  const own =
    profile !== null && registeredDomain(profile.url) === registeredDomain(site.url) ? profile : null
  const offers: ReadonlyArray<Offer> = [
    ...found.offers.map((offer) => ({
      name: said(offer),
      page: offer.href === null ? null : (byKey.get(pageKey(offer.href)) ?? null)
    })),
    ...(own?.products ?? []).map((name) => ({ name: profiled(name, "products"), page: null }))
  ]
  const wanted = places.map((name) => profiled(placeName(name), "target locations"))
  const known = found.locations.map((location) => said({ ...location, text: placeName(location.text) }))
  return {
    website: site.url,
    language: site.language,
    brand: own !== null && own.brand_name !== "" ? profiled(own.brand_name, "brand name") : said(found.brand),
    home: pages[0]!,
    pages: pages.slice(1),
    offers: once(
      offers.filter(({ name }) => name.text.trim() !== ""),
      ({ name }) => lineKey(name.text)
    ),
    cities: saidOnce(wanted.length > 0 ? wanted : known),
    links: found.sitelinks.map((link) => ({ text: said(link), url: link.href })),
    descriptions: [
      ...(found.description === null ? [] : [said(found.description)]),
      ...(profile === null || profile.description === ""
        ? []
        : [profiled(profile.description, "description")])
    ],
    strengths: saidOnce([
      ...found.callouts.map(said),
      ...found.trustSignals.map(said),
      ...(own?.trust_signals ?? []).map((text) => profiled(text, "trust signals"))
    ])
  }
}
