import type { SourceLocation } from "../../campaigns/index.ts"
import { isSameWord, termWords } from "../../outbound/index.ts"

/*
 * The facts about a business that copy may use. Each has its source location, so every line can be traced. An
 * ad must state nothing else.
 */

/** A text with its source location. */
export interface FactText {
  readonly text: string
  readonly at: SourceLocation
}

/** A page of the website, for ads and sitelinks. */
export interface FactsPage {
  readonly url: string
  /** The parts of the page's title. */
  readonly titles: ReadonlyArray<FactText>
  /** The main headings of the page. */
  readonly headings: ReadonlyArray<FactText>
  /** The headings of its sections. */
  readonly subheadings: ReadonlyArray<FactText>
  /** The meta description of the page. */
  readonly summary: FactText | null
  /** Its paragraphs, in reading order. */
  readonly paragraphs: ReadonlyArray<FactText>
  /** Items of its lists. */
  readonly points: ReadonlyArray<FactText>
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

export interface FactsLink {
  readonly text: FactText
  readonly url: string
}

export interface BusinessFacts {
  /** The URL that the draft is made from. */
  readonly website: string
  /** A language tag such as `en` or `de-CH`. */
  readonly language: string
  readonly brand: FactText
  readonly home: FactsPage
  readonly pages: ReadonlyArray<FactsPage>
  readonly offers: ReadonlyArray<Offer>
  /** What the business is, with its home page: "Dentist". */
  readonly category: Offer | null
  /** Locations of the business, by their common names, most important first. */
  readonly cities: ReadonlyArray<FactText>
  readonly links: ReadonlyArray<FactsLink>
  /** Descriptions by the business itself, one text each. */
  readonly descriptions: ReadonlyArray<FactText>
  /** Short selling points. */
  readonly strengths: ReadonlyArray<FactText>
  /** Names of competitors, which an ad must not mention. */
  readonly competitors: ReadonlyArray<string>
  /** Names of other companies, which an ad's lines must not use. */
  readonly thirdParties: ReadonlyArray<string>
  /** Words that only products have that are sold out. */
  readonly soldOutWords: ReadonlyArray<string>
  /** The share of the website's texts that are filler of a template: 0 to 1. */
  readonly placeholderShare: number
  /** Offers in one place of a business that sells in its whole country. */
  readonly localOffers: ReadonlyArray<{ readonly name: FactText; readonly place: string }>
}

const includesName = (text: string, names: ReadonlyArray<string>): boolean => {
  const plain = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ")} `
  return names.some((name) => {
    const words = name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim()
    return words !== "" && plain.includes(` ${words} `)
  })
}

/** Whether a line mentions a competitor, another company's name, or something that is sold out. */
export const mentionsOthers = (
  { competitors, soldOutWords, thirdParties }: BusinessFacts,
  text: string
): boolean =>
  includesName(text, competitors) ||
  includesName(text, thirdParties) ||
  termWords(text).some((word) => soldOutWords.some((one) => isSameWord(one, word)))

/** The words of the brand that no offer uses: `turia` of "Fisioterapia Turia". */
const brandWords = ({ brand, category, offers, pages }: BusinessFacts): ReadonlyArray<string> => {
  const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const names = [
    ...offers.flatMap(({ name, terms }) => [name, ...terms]),
    ...(category === null ? [] : [category.name]),
    ...pages.flatMap(({ headings }) => headings)
  ]
  const common = new Set(names.filter(({ text }) => text !== brand.text).flatMap(({ text }) => wordsOf(text)))
  return wordsOf(brand.text).filter((word) => word.length > 2 && !common.has(word))
}

/** Returns whether a search asks for the business by its name. */
export const mentionsBrand = (facts: BusinessFacts): ((text: string) => boolean) => {
  const names = [facts.brand.text, ...brandWords(facts)]
  return (text) => includesName(text, names)
}
