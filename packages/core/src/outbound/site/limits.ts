/*
 * How much is taken from a website before anything else is done with it. Everything is far more than honest sites have,
 * and little enough that whatever follows costs a fraction of a second.
 */

/** Characters of an address. Longer ones are not fetched either. */
export { maxUrlLength } from "../fetch/limits.ts"

/** Characters of one text, by what it is. */
export const maxLength = {
  title: 300,
  description: 1000,
  heading: 300,
  link: 200,
  listItem: 500,
  paragraph: 2000,
  language: 35,
  datum: 1000
} as const

/** How many of each are taken from a page, or from a site's sitemaps. */
export const maxCount = {
  /** Of a sitemap that lists others, so many of those are read; the pages that matter come first in the first ones. */
  sitemaps: 3,
  sitemapPages: 500,
  headings: 60,
  navigation: 80,
  listItems: 150,
  paragraphs: 150,
  links: 400,
  addresses: 20,
  addressParts: 20,
  /** Characters of all list items and paragraphs together. */
  passageCharacters: 60_000,
  /** Nodes of structured data with a type. */
  dataNodes: 300,
  /** Values of all structured data together. */
  dataValues: 20_000
} as const

/** A text of at most so many characters. A cut one ends with an ellipsis, by which it is known not to be whole. */
export const truncate = (text: string, characters: number): string => {
  if (text.length <= characters) return text
  const start = text.slice(0, characters)
  const space = start.lastIndexOf(" ")
  return `${start.slice(0, space > characters / 2 ? space : characters).toWellFormed()} …`
}
