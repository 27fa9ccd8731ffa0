import type { SourceLocation } from "../../campaigns/index.ts"

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
  /** The main headings of the page. */
  readonly headings: ReadonlyArray<FactText>
  /** The headings of its sections, which are rarely useful alone. */
  readonly subheadings: ReadonlyArray<FactText>
  /** The meta description of the page. */
  readonly summary: FactText | null
  /** Its paragraphs, in reading order. */
  readonly paragraphs: ReadonlyArray<FactText>
  /** Items of its lists. */
  readonly points: ReadonlyArray<FactText>
}

/** A product or service of the business. */
export interface Offer {
  readonly name: FactText
  /** The page about it, if there is one. */
  readonly page: FactsPage | null
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
  /** Locations of the business, by their common names, most important first. */
  readonly cities: ReadonlyArray<FactText>
  readonly links: ReadonlyArray<FactsLink>
  /** Descriptions by the business itself, one text each. */
  readonly descriptions: ReadonlyArray<FactText>
  /** Short selling points. */
  readonly strengths: ReadonlyArray<FactText>
  /** Names of competitors, which an ad must not mention. */
  readonly competitors: ReadonlyArray<string>
}

/** Returns every known text: only these may be claimed. */
export const allTexts = (facts: BusinessFacts): ReadonlyArray<string> => {
  const ofPage = ({ headings, paragraphs, points, subheadings, summary }: FactsPage) =>
    [...headings, ...subheadings, ...paragraphs, ...points, ...(summary === null ? [] : [summary])].map(
      ({ text }) => text
    )
  return [
    facts.brand.text,
    ...[facts.home, ...facts.pages].flatMap(ofPage),
    ...facts.offers.map(({ name }) => name.text),
    ...[...facts.cities, ...facts.descriptions, ...facts.strengths].map(({ text }) => text),
    ...facts.links.map(({ text }) => text.text)
  ]
}

/** Whether a text mentions a competitor. */
export const mentionsCompetitor = ({ competitors }: BusinessFacts, text: string): boolean => {
  const lowerCased = text.toLowerCase()
  return competitors.some((name) => name.trim() !== "" && lowerCased.includes(name.trim().toLowerCase()))
}
