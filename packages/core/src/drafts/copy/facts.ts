import type { LineContext, SourceLocation } from "../../campaigns/index.ts"
import type { CheckContext, PageText } from "../../claims/index.ts"

/*
 * The facts about a business that ads are selected from. Each has its source location, so every line can be traced.
 */

/** A text with its source location. */
export interface FactText {
  readonly text: string
  readonly at: SourceLocation
}

/** A page of the website, for ads and sitelinks. */
export interface FactsPage {
  readonly url: string
  /** The parts of the page's title, and its main headings: what it is about. */
  readonly names: ReadonlyArray<FactText>
  /** All that the page says, and what of it is evidence. */
  readonly text: PageText
  /** Whether an ad can lead to it: it sells something that can be bought. */
  readonly sells: boolean
}

/** A product or service of the business. */
export interface Offer {
  readonly name: FactText
  /** The page about it, if there is one. */
  readonly page: FactsPage | null
  /** Words that people search for it with; the most important first. */
  readonly terms: ReadonlyArray<FactText>
  /** Whether it is ordered online by its name. */
  readonly isProduct: boolean
}

export interface BusinessFacts {
  /** The URL that the draft is made from. */
  readonly website: string
  /** A language tag such as `en` or `de-CH`. */
  readonly language: string
  readonly brand: FactText
  /** The registered domain: `example.co.uk`. */
  readonly domain: string
  /** What lines may name without proof. */
  readonly lineContext: LineContext
  readonly home: FactsPage
  readonly pages: ReadonlyArray<FactsPage>
  readonly offers: ReadonlyArray<Offer>
  /** What the business is, with its home page: "Dentist". */
  readonly category: Offer | null
  /** Locations of the business, by their common names, most important first. */
  readonly cities: ReadonlyArray<FactText>
  /** The pages that links below an ad can lead to, under their names on the website. */
  readonly links: ReadonlyArray<{ readonly text: FactText; readonly url: string }>
  /** Names of competitors, which an ad must not mention. */
  readonly competitors: ReadonlyArray<string>
  /** Why nothing is sold, as the end of a sentence; null if something is. */
  readonly sellsNothing: string | null
  /** Offers in one place of a business that sells in its whole country. */
  readonly localOffers: ReadonlyArray<{ readonly name: FactText; readonly place: string }>
}

/** The text of the pages that were read, which proves what lines say. */
export const pagesOf = ({ home, pages }: BusinessFacts): ReadonlyArray<PageText> =>
  [home, ...pages].map(({ text }) => text)

/** What lines about a business are checked with. */
export const checkContextOf = ({ home, language, lineContext }: BusinessFacts): CheckContext => {
  const { brand_names: brandNames, names, places } = lineContext
  return { language, brandNames, places, names, today: home.text.readAt.slice(0, 10) }
}

/** A text as names are compared: "Hörwerk" and "hoerwerk", with or without a hyphen. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

const includesName = (text: string, names: ReadonlyArray<string>): boolean => {
  const plain = ` ${folded(text)} `
  return names.some((name) => folded(name) !== "" && plain.includes(` ${folded(name)} `))
}

/** Marks that websites mention as partners, payments or parts. The platform disapproves ads with one of them. */
const marks =
  "Google|Facebook|Instagram|WhatsApp|YouTube|TikTok|LinkedIn|Pinterest|Twitter|Trustpilot|Tripadvisor|Yelp|OpenTable|Airbnb|Booking.com|Uber|Deliveroo|PayPal|Visa|Mastercard|American Express|Klarna|Stripe|Apple|iPhone|Android|Microsoft|Windows|Excel|Amazon|eBay|Etsy|Shopify|WordPress|WooCommerce|Wix|QuickBooks|Xero|Salesforce|HubSpot|Slack|Zapier|Toyota|Honda|Ford|Volkswagen|Audi|BMW|Mercedes|Renault|Peugeot|Tesla|Bosch|Siemens|Miele|Vaillant|Viessmann|Shimano|Makita|Velux|Gore-Tex|Invisalign|Botox|DHL|UPS|FedEx"
const markPattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${marks})(?![\\p{L}\\p{N}])`, "gu")

/** A list of companies: "We work with Allianz, Axa and Zurich". German writes every noun with a capital. */
const companies =
  /(?:with|including|such as|con|como|avec|comme) \p{Lu}[^,]{1,20}(?:, \p{Lu}[^,]{1,20})+,? (?:and|or|y|e|o|et|ou|&) \p{Lu}/u

/** Whether a line mentions competitors, other companies, or another company's mark that is not a part of the own name. */
export const mentionsOthers = ({ brand, competitors }: BusinessFacts, text: string): boolean =>
  includesName(text, competitors) ||
  companies.test(text) ||
  (text.match(markPattern) ?? []).some((mark) => !brand.text.toLowerCase().includes(mark.toLowerCase()))

/** The words of the name that nothing sold has, and that no text writes in lower case: `turia` of "Fisioterapia Turia". */
const distinctiveWords = ({
  brand,
  category,
  home,
  lineContext,
  offers,
  pages
}: BusinessFacts): ReadonlyArray<string> => {
  const wordsOf = (text: string) => folded(text).split(" ")
  const own = wordsOf(brand.text)
  const words = lineContext.brand_names.flatMap((form) => wordsOf(form.replace(/\.\p{L}+$/u, "")))
  const sold = [
    ...offers
      .flatMap(({ name, terms }) => [name, ...terms])
      .map(({ text }) => wordsOf(text))
      .filter((name) => !own.every((word) => name.includes(word)))
      .flat(),
    // What the business is may have its name in it: "Pemberton Okoro solicitors".
    ...(category === null ? [] : wordsOf(category.name.text).filter((word) => !own.includes(word)))
  ]
  const common = new Set([
    ...sold,
    ...[home, ...pages]
      .flatMap(({ text }) => text.sentences)
      .flatMap(({ text }) => text.match(/(?<!\p{L})\p{Ll}[\p{L}'’-]+/gu) ?? [])
      .map(folded)
  ])
  return [...new Set(words)].filter((word) => word.length > 2 && !common.has(word))
}

/** Returns whether a search asks for the business by its name: whole, its distinctive words, or the domain. */
export const mentionsBrand = (facts: BusinessFacts): ((text: string) => boolean) => {
  const names = [...facts.lineContext.brand_names, ...distinctiveWords(facts)]
  const joined = names.map((name) => folded(name).replaceAll(" ", "")).filter((name) => name.length > 5)
  return (text) =>
    includesName(text, names) || joined.some((name) => folded(text).replaceAll(" ", "").includes(name))
}
