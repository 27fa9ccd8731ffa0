import type { PageText, Site, SiteLocation, SiteOffer } from "../page.ts"
import { businessesOf, propertyText } from "./data-nodes.ts"
import { offerTerms } from "./offer-terms.ts"
import { coreName, isOfferName, languageWords, nameStart, nameWithoutPlace, termWords } from "./terms.ts"
import { titleParts } from "./titles.ts"
import { isAboutTheBusiness, placeholderText, sellsNothing } from "./words.ts"

const restaurants: Readonly<Record<string, (cuisine: string) => string>> = {
  en: (cuisine) => `${cuisine} restaurant`,
  de: (cuisine) => `${cuisine} Restaurant`,
  fr: (cuisine) => `Restaurant ${cuisine.toLowerCase()}`,
  es: (cuisine) => `Restaurante ${cuisine.toLowerCase()}`
}

/** The cuisine of a restaurant, in the words of a search. */
const fromCuisine = (site: Site): ReadonlyArray<PageText> =>
  businessesOf(site).flatMap((pageNode) => {
    const cuisine = propertyText(pageNode, "servesCuisine")
    const name = restaurants[site.language]
    return cuisine === null || name === undefined || cuisine.text.length > 20
      ? []
      : [{ ...cuisine, text: name(cuisine.text) }]
  })

/**
 * What the business is, from the title and heading of its home page: "Dentist" of "Dentist in Leeds". Null if
 * they only have its name or a slogan.
 */
export const categoryOf = (
  site: Site,
  brand: string,
  locations: ReadonlyArray<SiteLocation>
): SiteOffer | null => {
  const { language } = site
  const [home] = site.pages
  if (home === undefined || home.paragraphs.some(({ text }) => placeholderText.test(text))) return null
  if (sellsNothing(new URL(home.url).pathname, null, [])) return null
  const places = new Set(locations.flatMap(({ text }) => termWords(text)))
  const main = home.headings.filter(({ level }) => level === 1)
  const coresOf = ({ at, text, url }: PageText) =>
    [coreName(text, language, places), nameStart(nameWithoutPlace(text, language, places), language, 5)].map(
      (name) => ({ text: name, url, at })
    )
  const candidates = [
    ...fromCuisine(site),
    ...titleParts(home, brand).flatMap(coresOf),
    // A heading of one word is a slogan more often than a trade.
    ...main.flatMap((one) => coresOf(one).slice(0, 1)).filter(({ text }) => termWords(text).length > 1)
  ]
  const and = languageWords(language)?.and
  const name = candidates.find(
    ({ text }) =>
      isOfferName(text, language) &&
      !isAboutTheBusiness(text) &&
      text.length > 3 &&
      // Of several offers, each has its own page.
      !termWords(text).some((word) => and?.has(word) ?? false)
  )
  if (name === undefined) return null
  const offer = { ...name, href: home.url, description: home.description, isProduct: false, terms: [] }
  const terms = offerTerms({ ...site, pages: [home] }, offer, { ...home, headings: [] }, brand, places)
  return {
    ...offer,
    terms: [...new Map([name, ...terms].map((one) => [one.text.toLowerCase(), one])).values()]
  }
}
