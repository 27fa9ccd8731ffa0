import { uniqueBy } from "../html.ts"
import { bodySentences, type Page, type PageText, type Site, type SiteLocation } from "../page.ts"
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

/* Places in the text of a website, for sites without structured data: postal addresses, titles, telephones. */

const city = String.raw`(?:St\. )?\p{Lu}[\p{L}'’-]{1,30}(?:[ -](?:am |an der |upon |sur |de |la |del )?\p{Lu}[\p{L}'’-]{1,30}){0,2}`
const usAddress = new RegExp(`, (${city}), ([A-Z]{2}) \\d{5}(?!\\d)`, "u")
const ukAddress = new RegExp(
  `(?<![\\p{L}])(${city}),? [A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}(?![\\p{L}\\d])`,
  "u"
)
const fiveDigits = new RegExp(`(?<!\\d)\\d{5} (${city})`, "u")
const fourDigits = new RegExp(`(?<![\\d.,])(?!19\\d\\d|20\\d\\d)[1-9]\\d{3} (${city})`, "u")
const inCity = new RegExp(`(?<![\\p{L}])(?:[Ii]n|[Ee]n|[Àà]|[Nn]ear) (${city})`, "u")

/** Telephone prefixes and the countries that have them. */
const countriesByPrefix = new Map(
  "1 US,31 NL,32 BE,33 FR,34 ES,351 PT,353 IE,39 IT,41 CH,43 AT,44 GB,45 DK,46 SE,47 NO,48 PL,49 DE,61 AU,64 NZ"
    .split(",")
    .map((one) => one.split(" ") as [string, string])
)
const international = /(?:\+|\b00)(\d{1,3})(?=[\s().-]?\d)/gu
const northAmerican = /\(\d{3}\) ?\d{3}-\d{4}/u
const domainsOfCountries = new Set("at au be ca ch de es fr ie it nl uk us".split(" "))
/** Languages that are mostly spoken in the country of the same letters. */
const languagesOfCountries = new Set(["de", "es", "fr", "it"])
/** Countries whose postal codes have four digits. */
const withFourDigits = new Set(["AT", "AU", "BE", "CH", "DK", "NL", "NO"])

const textsOf = (page: Page): ReadonlyArray<string> => bodySentences(page).map(({ text }) => text)

/** The current region code: GB for UK, and successors of old codes. */
const currentCode = (code: string): string => new Intl.Locale(`und-${code}`).region ?? code

const mostFrequent = (values: ReadonlyArray<string>): string | null =>
  [...Map.groupBy(values, (value) => value).values()].toSorted((a, b) => b.length - a.length)[0]?.[0] ?? null

/** The country that telephone numbers, postal codes or the domain show. */
const countryHint = (site: Site): string | null => {
  const texts = site.pages.flatMap(textsOf)
  const prefixes = texts.flatMap((text) =>
    [...text.matchAll(international)].flatMap(([, digits]) => {
      const starts = [digits!, digits!.slice(0, 2), digits!.slice(0, 1)]
      return starts.flatMap((one) => countriesByPrefix.get(one) ?? []).slice(0, 1)
    })
  )
  if (prefixes.length > 0) return mostFrequent(prefixes)
  if (texts.some((text) => usAddress.test(text) || northAmerican.test(text))) return "US"
  if (texts.some((text) => ukAddress.test(text))) return "GB"
  const suffix = site.domain.split(".").at(-1) ?? ""
  return domainsOfCountries.has(suffix) ? currentCode(suffix.toUpperCase()) : null
}

const placeIn = (
  { at, url }: Pick<PageText, "at" | "url">,
  text: string,
  countryCode: string | null,
  region: string | null = null
): SiteLocation => ({ text, url, at, region, countryCode, geo: null, isServed: true })

/** The cities of postal addresses in the text, as often as they occur. */
const addressesIn = ({ language, pages }: Site, country: string | null): ReadonlyArray<SiteLocation> => {
  const ofLanguage = languagesOfCountries.has(language) ? language.toUpperCase() : null
  const hasFour = country !== null && withFourDigits.has(country)
  return pages.flatMap((page) =>
    textsOf(page).flatMap((text) => {
      const at = { at: "address", url: page.url }
      const us = usAddress.exec(text)
      if (us !== null) return placeIn(at, us[1]!, "US", us[2]!)
      const uk = ukAddress.exec(text)
      if (uk !== null) return placeIn(at, uk[1]!, "GB")
      const [, name] = fiveDigits.exec(text) ?? (hasFour ? fourDigits.exec(text) : null) ?? []
      return name === undefined ? [] : placeIn(at, name, country ?? ofLanguage)
    })
  )
}

/** The cities that several titles or headings name: "in Leeds". */
const citiesInTitles = (site: Site, country: string | null): ReadonlyArray<SiteLocation> => {
  const found = site.pages.flatMap(({ description, headings, title }) =>
    [title, description, ...headings.filter(({ level }) => level === 1)].flatMap((one) => {
      const name = inCity.exec(one?.text ?? "")?.[1]
      return one === null || name === undefined ? [] : placeIn(one, name, country)
    })
  )
  return found.filter(({ text }) => found.filter((one) => one.text === text).length > 1)
}

/** Towns that have a page of their own, under the town's name in the navigation: "Plumber in Wokingham". */
const townsWithPages = (site: Site, country: string | null): ReadonlyArray<SiteLocation> => {
  const links = site.pages.flatMap(({ navigation }) => navigation)
  return site.pages.slice(1).flatMap(({ canonical, headings, url }) => {
    const heading = headings.find(({ level }) => level === 1)
    const name = inCity.exec(heading?.text ?? "")?.[1]
    const isLinked = links.some(({ href, text }) => text === name && [url, canonical].includes(href))
    return name === undefined || !isLinked ? [] : placeIn(heading!, name, country)
  })
}

const maxTowns = 8

/**
 * The places of the business, by its addresses; without one, by its titles. The most frequent is first. Towns with
 * pages of their own follow.
 */
const textPlaces = (site: Site): ReadonlyArray<SiteLocation> => {
  const country = countryHint(site)
  const addresses = addressesIn(site, country)
  const found = addresses.length > 0 ? addresses : citiesInTitles(site, country)
  const groups = [...Map.groupBy(found, locationKey).values()]
  const main = groups.toSorted((a, b) => b.length - a.length).slice(0, 2)
  const towns = townsWithPages(site, main[0]?.[0]?.countryCode ?? country)
  return uniqueBy([...main.map(([first]) => first!), ...towns], locationKey).slice(0, maxTowns)
}

const maxLocations = 15

/** Countries by their English names, from the runtime's own tables. Most sites state codes and do not need them. */
const countries = (): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return new Map(codes.map((code) => [names.of(code)?.toLowerCase() ?? "", currentCode(code)] as const))
}

const countryCodeOf = (text: string | null): string | null => {
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
        isServed: true
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
        isServed: true
      }
    ]
  })

const locationKey = ({ text }: SiteLocation): string => text.toLowerCase()

const softwareType = /^(SoftwareApplication|WebApplication|MobileApplication)$/
const softwareName = /(?<!\p{L})(?:software|app|saas|logiciel|aplicación)(?!\p{L})/iu

/** Whether the site sells software, by its structured data or the title of its home page. */
const sellsSoftware = (site: Site): boolean =>
  nodesOfSite(site).some(({ node }) => typesOf(node).some((type) => softwareType.test(type))) ||
  softwareName.test(site.pages[0]?.title?.text ?? "")

/** Whether the site takes orders: it has software, or products with an offer. */
const sellsOnline = (site: Site): boolean => sellsSoftware(site) || sellsProducts(site)

/** Whether the title or heading of a page names the place, as those of local businesses do. */
const namesPlace = ({ headings, title }: Page, { text }: SiteLocation): boolean => {
  const inPlace = new RegExp(
    `(?<![\\p{L}])(?:in|en|à|near) ${text.replaceAll(/[^\p{L}\p{N} ]/gu, ".")}(?![\\p{L}])`,
    "iu"
  )
  return [title, ...headings.filter(({ level }) => level === 1)].some((one) => inPlace.test(one?.text ?? ""))
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
  const servedKeys = new Set(areas.map(locationKey))
  const structured = uniqueBy([...addresses, ...areas], locationKey)
  const found = structured.length > 0 ? structured : textPlaces(site)
  const country = found[0]?.countryCode ?? countryHint(site)
  if (
    areas.length === 0 &&
    country !== null &&
    sellsOnline(site) &&
    !found.some((place) => namesPlace(site.pages[0]!, place))
  )
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
      .map((place) => ({ ...place, isServed: areas.length === 0 || servedKeys.has(locationKey(place)) }))
      .slice(0, maxLocations),
    isNational: false
  }
}
