import type { SourceLocation } from "../../campaigns/index.ts"

/*
 * What is known of a business, as far as copy may speak of it. Everything has the place where it stands, so that
 * whatever is made of it can be traced back; nothing else may be said in an ad.
 */

/** A text together with where it stands. */
export interface FactText {
  readonly text: string
  readonly at: SourceLocation
}

/** A page of the website, as far as an ad or a link may speak of it. */
export interface FactsPage {
  readonly url: string
  /** What the page is about. */
  readonly headings: ReadonlyArray<FactText>
  /** What its parts are about: seldom worth saying by itself. */
  readonly subheadings: ReadonlyArray<FactText>
  /** What the page says of itself to search engines. */
  readonly summary: FactText | null
  /** Its running text, one paragraph each, in the order of reading. */
  readonly paragraphs: ReadonlyArray<FactText>
  /** Items of its lists. */
  readonly points: ReadonlyArray<FactText>
}

/** Something that the business sells or does. */
export interface Offer {
  readonly name: FactText
  /** The page about it, where there is one. */
  readonly page: FactsPage | null
}

export interface FactsLink {
  readonly text: FactText
  readonly url: string
}

export interface BusinessFacts {
  /** The address that the draft is made from. */
  readonly website: string
  /** A language tag such as `en` or `de-CH`. */
  readonly language: string
  readonly brand: FactText
  readonly home: FactsPage
  readonly pages: ReadonlyArray<FactsPage>
  readonly offers: ReadonlyArray<Offer>
  /** Places that the business works in, as people call them: the first is the first to be named. */
  readonly cities: ReadonlyArray<FactText>
  readonly links: ReadonlyArray<FactsLink>
  /** What the business says of itself, one text each. */
  readonly descriptions: ReadonlyArray<FactText>
  /** Short things that speak for it. */
  readonly strengths: ReadonlyArray<FactText>
  /** Names of others: an ad does not speak of them, whatever the website does. */
  readonly competitors: ReadonlyArray<string>
}

/** Every text that is known, which is all that may be claimed. */
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

/** Whether a text speaks of somebody else. */
export const mentionsCompetitor = ({ competitors }: BusinessFacts, text: string): boolean => {
  const lowerCased = text.toLowerCase()
  return competitors.some((name) => name.trim() !== "" && lowerCased.includes(name.trim().toLowerCase()))
}
