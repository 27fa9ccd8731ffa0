import { uniqueBy } from "../html.ts"
import type { Page, PageText, Site, SiteLocation } from "../page.ts"
import {
  asList,
  asNode,
  businessesOf,
  nodesOfSite,
  numberIn,
  type PageNode,
  propertyText,
  textIn,
  typesOf
} from "./data-nodes.ts"
import { sellsProducts } from "./offers.ts"
import { countryHint, textPlaces } from "./text-places.ts"

const maxLocations = 15

/** The current region code: GB for UK, and successors of old codes. */
const currentCode = (code: string): string => new Intl.Locale(`und-${code}`).region ?? code

const nameCountries = (): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return new Map(codes.map((code) => [names.of(code)?.toLowerCase() ?? "", currentCode(code)] as const))
}

let namedCountries: ReadonlyMap<string, string> | undefined

/** Countries by their English names, from the runtime's own tables. Most sites state codes and do not need them. */
const countries = (): ReadonlyMap<string, string> => {
  namedCountries ??= nameCountries()
  return namedCountries
}

export const countryCodeOf = (text: string | null): string | null => {
  if (text === null || text === "") return null
  return /^[a-z]{2}$/i.test(text)
    ? currentCode(text.toUpperCase())
    : (countries().get(text.toLowerCase()) ?? null)
}

/** A geographic point; null if it is incomplete or out of range. */
const geoOf = (value: unknown): SiteLocation["geo"] => {
  const node = asNode(asList(value)[0])
  const [latitude, longitude] = [numberIn(node?.["latitude"]), numberIn(node?.["longitude"])]
  if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    return null
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude }
}

/** The addresses of the business. */
const addressesOf = (pageNode: PageNode): ReadonlyArray<SiteLocation> =>
  asList(pageNode.node["address"]).flatMap((value) => {
    const address = asNode(value)
    const city =
      address === null ? null : propertyText({ node: address, url: pageNode.url }, "addressLocality")
    if (address === null || city === null) return []
    return [
      {
        ...city,
        region: textIn(address["addressRegion"]),
        countryCode: countryCodeOf(textIn(address["addressCountry"])),
        geo: geoOf(pageNode.node["geo"]),
        isAddress: true,
        isServed: false
      }
    ]
  })

/** The areas it serves; in its own country, unless the area is itself a country. */
const areasOf = (pageNode: PageNode, home: SiteLocation | undefined): ReadonlyArray<SiteLocation> =>
  asList(pageNode.node["areaServed"] ?? pageNode.node["serviceArea"]).flatMap((value) => {
    const area = asNode(value)
    const found: PageText | null = propertyText(pageNode, "areaServed", value)
    // A long text lists several places in a sentence for people.
    if (found === null || found.text.length > 60) return []
    const isCountry = area !== null && typesOf(area).includes("Country")
    return [
      {
        ...found,
        region: null,
        countryCode: isCountry ? countryCodeOf(found.text) : (home?.countryCode ?? null),
        geo: geoOf(area?.["geo"] ?? area?.["geoMidpoint"]),
        isAddress: false,
        isServed: true
      }
    ]
  })

const locationKey = ({ text }: SiteLocation): string => text.toLowerCase()

const fromText = (site: Site): ReadonlyArray<SiteLocation> =>
  textPlaces(site).map((place) => ({ ...place, geo: null, isAddress: true, isServed: false }))

const softwareType = /^(SoftwareApplication|WebApplication|MobileApplication)$/
const softwareName = /(?<!\p{L})(?:software|app|saas|logiciel|aplicación)(?!\p{L})/iu

/** Whether the site sells software, by its structured data or the title of its home page. */
const sellsSoftware = (site: Site): boolean =>
  nodesOfSite(site).some(({ node }) => typesOf(node).some((type) => softwareType.test(type))) ||
  softwareName.test(site.pages[0]?.title?.text ?? "")

/** Whether the site takes orders: it has software, products with an offer, or a cart. */
const sellsOnline = (site: Site): boolean =>
  sellsSoftware(site) ||
  sellsProducts(site) ||
  site.pages.some(({ frameTexts }) =>
    frameTexts.some((text) =>
      /^(?:add to (?:cart|bag|basket)|in den warenkorb|ajouter au panier|añadir al? (?:carrito|cesta))$/iu.test(
        text
      )
    )
  )

/** Whether the title or heading of a page names the place, as those of local businesses do. */
const namesPlace = ({ headings, title }: Page, { text }: SiteLocation): boolean => {
  const inPlace = new RegExp(
    `(?<![\\p{L}])(?:in|en|à|near) ${text.replaceAll(/[^\p{L}\p{N} ]/gu, ".")}(?![\\p{L}])`,
    "iu"
  )
  return [title, ...headings.filter(({ level }) => level === 1)].some((one) => inPlace.test(one?.text ?? ""))
}

/** Whether the home page or most others name one of the places. One page may be about a local offer. */
const isLocal = ({ pages: [home, ...others] }: Site, places: ReadonlyArray<SiteLocation>): boolean => {
  const isNamed = (page: Page) => places.some((place) => namesPlace(page, place))
  return home !== undefined && (isNamed(home) || others.filter(isNamed).length * 2 > others.length)
}

const countryName = (code: string): string =>
  new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code) ?? code

const countryLocation = (site: Site, countryCode: string): SiteLocation => ({
  text: countryName(countryCode),
  url: site.url,
  at: "address",
  region: null,
  countryCode,
  geo: null,
  isAddress: false,
  isServed: true
})

/**
 * The business's addresses and served areas, without duplicates, as the site states them. A business that sells
 * online and names no place has its whole country instead.
 */
export const locationsOf = (
  site: Site
): {
  readonly locations: ReadonlyArray<SiteLocation>
  readonly isNational: boolean
  /** Pages of a national business about something that it offers in one place. */
  readonly localPages: ReadonlyArray<{ readonly url: string; readonly place: string }>
} => {
  const businesses = businessesOf(site)
  const addresses = businesses.flatMap(addressesOf)
  const areas = businesses.flatMap((pageNode) => areasOf(pageNode, addresses[0]))
  // Addresses outside of any business node, as in the markup of older sites.
  const unattachedAddresses = nodesOfSite(site)
    .filter(({ node }) => typesOf(node).includes("PostalAddress"))
    .flatMap((pageNode) => addressesOf({ url: pageNode.url, node: { address: pageNode.node } }))
  const servedKeys = new Set(areas.map(locationKey))
  const structured = uniqueBy([...addresses, ...areas, ...unattachedAddresses], locationKey)
  const found = structured.length > 0 ? structured : fromText(site)
  const country = found[0]?.countryCode ?? countryHint(site)
  if (areas.length === 0 && country !== null && sellsOnline(site) && !isLocal(site, found))
    return {
      locations: [countryLocation(site, country)],
      isNational: true,
      localPages: site.pages.flatMap((page) => {
        const place = found.find((one) => namesPlace(page, one))
        return place === undefined ? [] : [{ url: page.url, place: place.text }]
      })
    }
  return {
    localPages: [],
    locations: found
      .map((place) => ({ ...place, isServed: servedKeys.has(locationKey(place)) }))
      .slice(0, maxLocations),
    isNational: false
  }
}
