import { uniqueBy } from "../html.ts"
import type { Page, PageText, Site } from "../page.ts"

/* Places in the text of a website, for sites without structured data: postal addresses, titles, telephones. */

export interface TextPlace extends PageText {
  readonly region: string | null
  readonly countryCode: string | null
}

const city = String.raw`(?:St\. )?\p{Lu}[\p{L}'’-]{1,30}(?:[ -](?:am |an der |upon |sur |de |la |del )?\p{Lu}[\p{L}'’-]{1,30}){0,2}`
const usAddress = new RegExp(`, (${city}), ([A-Z]{2}) \\d{5}(?!\\d)`, "u")
const ukAddress = new RegExp(
  `(?<![\\p{L}])(${city}),? [A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}(?![\\p{L}\\d])`,
  "u"
)
const fiveDigits = new RegExp(`(?<!\\d)\\d{5} (${city})`, "u")
const fourDigits = new RegExp(`(?<![\\d.,])(?!19\\d\\d|20\\d\\d)[1-9]\\d{3} (${city})`, "u")
const streetAndCity = new RegExp(
  `(?<!\\d)\\d{1,5} [\\p{L} .'’-]{2,40}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Way|Yard|Boulevard|Blvd)\\.?, (${city})(?=[.,]|$)`,
  "u"
)
const inCity = new RegExp(`(?<![\\p{L}])(?:[Ii]n|[Ee]n|[Àà]|[Nn]ear) (${city})`, "u")

const countriesByPrefix: Readonly<Record<string, string>> = {
  "1": "US",
  "31": "NL",
  "32": "BE",
  "33": "FR",
  "34": "ES",
  "351": "PT",
  "353": "IE",
  "39": "IT",
  "41": "CH",
  "43": "AT",
  "44": "GB",
  "45": "DK",
  "46": "SE",
  "47": "NO",
  "48": "PL",
  "49": "DE",
  "61": "AU",
  "64": "NZ"
}
const international = /(?:\+|\b00)(\d{1,3})(?=[\s().-]?\d)/gu
const northAmerican = /\(\d{3}\) ?\d{3}-\d{4}/u
const countriesByDomain: Readonly<Record<string, string>> = {
  at: "AT",
  au: "AU",
  be: "BE",
  ca: "CA",
  ch: "CH",
  de: "DE",
  es: "ES",
  fr: "FR",
  ie: "IE",
  it: "IT",
  nl: "NL",
  uk: "GB",
  us: "US"
}
const countriesByLanguage: Readonly<Record<string, string>> = { de: "DE", es: "ES", fr: "FR", it: "IT" }
/** Countries whose postal codes have four digits. */
const withFourDigits = new Set(["AT", "AU", "BE", "CH", "DK", "NL", "NO"])

const textsOf = ({ frameTexts, listItems, paragraphs }: Page): ReadonlyArray<string> => [
  ...frameTexts,
  ...[...paragraphs, ...listItems].map(({ text }) => text).filter((text) => text.length <= 300)
]

const mostFrequent = (values: ReadonlyArray<string>): string | null =>
  [...Map.groupBy(values, (value) => value).values()].toSorted((a, b) => b.length - a.length)[0]?.[0] ?? null

/** The country that telephone numbers, postal codes or the domain show. */
export const countryHint = (site: Site): string | null => {
  const texts = site.pages.flatMap(textsOf)
  const prefixes = texts.flatMap((text) =>
    [...text.matchAll(international)].flatMap(([, digits]) => {
      const known = [digits!, digits!.slice(0, 2), digits!.slice(0, 1)].find(
        (one) => one in countriesByPrefix
      )
      return known === undefined ? [] : [countriesByPrefix[known]!]
    })
  )
  if (prefixes.length > 0) return mostFrequent(prefixes)
  if (texts.some((text) => usAddress.test(text) || northAmerican.test(text))) return "US"
  if (texts.some((text) => ukAddress.test(text))) return "GB"
  return countriesByDomain[site.domain.split(".").at(-1) ?? ""] ?? null
}

const addressIn = (
  text: string,
  site: Site,
  country: string | null
): Omit<TextPlace, "url" | "at"> | null => {
  const us = usAddress.exec(text)
  if (us !== null) return { text: us[1]!, region: us[2]!, countryCode: "US" }
  const uk = ukAddress.exec(text)
  if (uk !== null) return { text: uk[1]!, region: null, countryCode: "GB" }
  const five = fiveDigits.exec(text)
  if (five !== null)
    return {
      text: five[1]!,
      region: null,
      countryCode: country ?? countriesByLanguage[site.language] ?? null
    }
  const four = country !== null && withFourDigits.has(country) ? fourDigits.exec(text) : null
  if (four !== null) return { text: four[1]!, region: null, countryCode: country }
  const street = streetAndCity.exec(text)
  return street === null ? null : { text: street[1]!, region: null, countryCode: country }
}

/** The cities of postal addresses in the text, as often as they occur. */
const addressesIn = (site: Site, country: string | null): ReadonlyArray<TextPlace> =>
  site.pages.flatMap((page) =>
    textsOf(page).flatMap((text) => {
      const found = addressIn(text, site, country)
      return found === null ? [] : [{ ...found, url: page.url, at: "address" }]
    })
  )

/** The cities that several titles or headings name: "in Leeds". */
const citiesInTitles = (site: Site, country: string | null): ReadonlyArray<TextPlace> => {
  const found = site.pages.flatMap(({ description, headings, title }) =>
    [title, description, ...headings.filter(({ level }) => level === 1)].flatMap((one) => {
      const match = one === null ? null : inCity.exec(one.text)
      return match === null ? [] : [{ ...one!, text: match[1]!, region: null, countryCode: country }]
    })
  )
  return found.filter(({ text }) => found.filter((one) => one.text === text).length > 1)
}

/** Towns that have a page of their own, under the town's name in the navigation: "Plumber in Wokingham". */
const townsWithPages = (site: Site, country: string | null): ReadonlyArray<TextPlace> => {
  const links = site.pages.flatMap(({ navigation }) => navigation)
  return site.pages.slice(1).flatMap(({ canonical, headings, url }) => {
    const heading = headings.find(({ level }) => level === 1)
    const name = heading === undefined ? undefined : inCity.exec(heading.text)?.[1]
    return name !== undefined &&
      links.some(({ href, text }) => text === name && [url, canonical].includes(href))
      ? [{ text: name, url, at: heading!.at, region: null, countryCode: country }]
      : []
  })
}

const maxTowns = 8

/**
 * The places of the business, by its addresses; without one, by its titles. The most frequent is first. Towns with
 * pages of their own follow.
 */
export const textPlaces = (site: Site): ReadonlyArray<TextPlace> => {
  const country = countryHint(site)
  const addresses = addressesIn(site, country)
  const found = addresses.length > 0 ? addresses : citiesInTitles(site, country)
  const groups = [...Map.groupBy(found, ({ text }) => text.toLowerCase()).values()]
  const main = groups.toSorted((a, b) => b.length - a.length).slice(0, 2)
  const towns = townsWithPages(site, main[0]?.[0]?.countryCode ?? country)
  return uniqueBy([...main.map(([first]) => first!), ...towns], ({ text }) => text.toLowerCase())
    .slice(0, maxTowns)
    .map(({ at, countryCode, region, text, url }) => ({ text, url, at, region, countryCode }))
}
