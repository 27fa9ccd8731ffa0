import type { ReadyProfile } from "../organizations/index.ts"
import { type Found, isSameSite, type Page, type Site, type SiteFacts } from "../outbound/index.ts"
import type { Facts, FactsPage, Offer, Said } from "./copy/facts.ts"
import { lineKey } from "./copy/line.ts"
import { pageKey } from "./copy/sitelinks.ts"
import { tidy, tidyHeading } from "./copy/tidy.ts"

/* What was read of a website and what is known of the business, as copy may speak of it: all with its place. */

const said = ({ at, text, url }: Found): Said => ({ text, at: { in: "website", page: url, where: at } })
const named = (one: Said): Said => ({ ...one, text: tidyHeading(one.text) })
const profiled = (text: string, where: string): Said => ({ text, at: { in: "profile", where } })

/** Without what a page lists of others: whom it serves, and whom it competes with. */
const pageOf =
  (aside: ReadonlySet<string>) =>
  ({ description, headings, listItems, paragraphs, url }: Page): FactsPage => {
    const isAside = ({ text }: Found) => aside.has(lineKey(text))
    const lists = new Set(listItems.filter(isAside).map(({ under }) => under))
    const ofLevel = (level: number) =>
      headings.filter((one) => one.level === level && !lists.has(one.text)).map(said)
    return {
      url,
      headings: ofLevel(1),
      subheadings: ofLevel(2),
      summary: description === null ? null : said(description),
      paragraphs: paragraphs.filter(({ under }) => under === null || !lists.has(under)).map(said),
      points: listItems.filter((item) => !isAside(item)).map(said)
    }
  }

/** "Seattle" of "Seattle, Washington, United States": what people call it. */
const placeName = (name: string): string => tidy(name.split(",")[0] ?? "")

const once = <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string): ReadonlyArray<A> =>
  [...new Map(items.map((item) => [keyOf(item), item] as const).toReversed()).values()].toReversed()

const saidOnce = (items: ReadonlyArray<Said>) =>
  once(
    items.filter(({ text }) => text.trim() !== ""),
    ({ text }) => lineKey(text)
  )

/** What holds for the whole business: it stands on the home page, or on several. One page's promise is that page's own. */
const ofAllPages = (pages: ReadonlyArray<FactsPage>): ReadonlyArray<Said> => {
  const [home, ...others] = pages.map(
    ({ points }) => new Map(points.map((point) => [lineKey(point.text), point]))
  )
  const seen = new Map<string, number>()
  for (const points of others) for (const key of points.keys()) seen.set(key, (seen.get(key) ?? 0) + 1)
  const repeated = others.flatMap((points) => [...points].filter(([key]) => (seen.get(key) ?? 0) > 1))
  return [...(home?.values() ?? []), ...repeated.map(([, point]) => point)]
}

/**
 * The business profile speaks for the business whatever website a draft is made from: its description is its own. What
 * it sells, what speaks for it and where it works is taken from it only for its own website, since another one may be
 * about something else, and an ad must not say so.
 */
export const factsFrom = (
  site: Site,
  found: SiteFacts,
  profile: ReadyProfile | null,
  places: ReadonlyArray<string> = profile?.places.map(({ name }) => name) ?? []
): Facts => {
  const own = profile !== null && isSameSite(profile.url, site.url) ? profile : null
  const aside = new Set(
    [
      ...[...found.audiences, ...found.competitors].map(({ text }) => text),
      ...(own?.ideal_customer_profiles ?? [])
    ].map(lineKey)
  )
  const pages = site.pages.map(pageOf(aside))
  const byKey = new Map(pages.map((page) => [pageKey(page.url), page]))
  const offers: ReadonlyArray<Offer> = [
    ...found.offers.map((offer) => ({
      name: named(said(offer)),
      page: offer.href === null ? null : (byKey.get(pageKey(offer.href)) ?? null)
    })),
    ...(own?.products ?? []).map((name) => ({ name: named(profiled(name, "products")), page: null }))
  ]
  const wanted = own === null ? [] : places.map((name) => profiled(placeName(name), "target locations"))
  const known = found.locations.map((location) => said({ ...location, text: placeName(location.text) }))
  return {
    website: site.url,
    language: site.language,
    brand: named(
      own !== null && own.brand_name !== "" ? profiled(own.brand_name, "brand name") : said(found.brand)
    ),
    home: pages[0]!,
    pages: pages.slice(1),
    offers: once(
      offers.filter(({ name }) => name.text.trim() !== ""),
      ({ name }) => lineKey(name.text)
    ),
    cities: saidOnce(wanted.length > 0 ? wanted : known),
    links: found.sitelinks.map((link) => ({ text: said(link), url: link.href })),
    descriptions: [
      ...(profile === null || profile.description === ""
        ? []
        : [profiled(profile.description, "description")]),
      ...(found.description === null ? [] : [said(found.description)])
    ],
    strengths: saidOnce([
      ...ofAllPages(pages),
      ...found.trustSignals.map(said),
      ...(own?.trust_signals ?? []).map((text) => profiled(text, "trust signals"))
    ]),
    rivals: [...found.competitors.map(({ text }) => text), ...(profile?.competitors ?? [])]
  }
}
