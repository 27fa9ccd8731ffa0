import type { Place } from "../../campaigns/index.ts"

/*
 * What is known of a business, as far as copy may speak of it. Everything has the place where it stands, so that
 * whatever is made of it can be traced back; nothing else may be said in an ad.
 */

/** A text together with where it stands. */
export interface Said {
  readonly text: string
  readonly at: Place
}

/** A page of the website, as far as an ad or a link may speak of it. */
export interface FactsPage {
  readonly url: string
  /** What the page is about. */
  readonly headings: ReadonlyArray<Said>
  /** What its parts are about: seldom worth saying by itself. */
  readonly subheadings: ReadonlyArray<Said>
  /** What the page says of itself to search engines. */
  readonly summary: Said | null
  /** Its running text, one paragraph each, in the order of reading. */
  readonly paragraphs: ReadonlyArray<Said>
  /** Items of its lists. */
  readonly points: ReadonlyArray<Said>
}

/** Something that the business sells or does. */
export interface Offer {
  readonly name: Said
  /** The page about it, where there is one. */
  readonly page: FactsPage | null
}

export interface FactsLink {
  readonly text: Said
  readonly url: string
}

export interface Facts {
  /** The address that the draft is made from. */
  readonly website: string
  /** A language tag such as `en` or `de-CH`. */
  readonly language: string
  readonly brand: Said
  readonly home: FactsPage
  readonly pages: ReadonlyArray<FactsPage>
  readonly offers: ReadonlyArray<Offer>
  /** Places that the business works in, as people call them: the first is the first to be named. */
  readonly cities: ReadonlyArray<Said>
  readonly links: ReadonlyArray<FactsLink>
  /** What the business says of itself, one text each. */
  readonly descriptions: ReadonlyArray<Said>
  /** Short things that speak for it. */
  readonly strengths: ReadonlyArray<Said>
  /** Names of others: an ad does not speak of them, whatever the website does. */
  readonly rivals: ReadonlyArray<string>
}

/** Every text that is known, which is all that may be claimed. */
export const textsOf = (facts: Facts): ReadonlyArray<string> => {
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
export const namesRival = ({ rivals }: Facts, text: string): boolean => {
  const told = text.toLowerCase()
  return rivals.some((name) => name.trim() !== "" && told.includes(name.trim().toLowerCase()))
}
