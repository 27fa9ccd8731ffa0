/*
 * Limits for everything read from a website. They are far above real sites, yet keep later processing within
 * a fraction of a second.
 */

/** The maximum length of a URL. Longer ones are not fetched either. */
export { maxUrlLength } from "../fetch/limits.ts"

/** The maximum length of one text, by kind. */
export const maxLength = {
  title: 300,
  description: 1000,
  heading: 300,
  link: 200,
  text: 2000,
  language: 35,
  datum: 1000
} as const

/** The maximum number per page, or per site's sitemaps. */
export const maxCount = {
  /** The number of sitemaps read from an index; the important pages are in the first ones. */
  sitemaps: 3,
  sitemapPages: 500,
  headings: 60,
  navigation: 80,
  links: 400,
  /** Characters of all texts together. */
  characters: 60_000,
  /** Nodes of structured data with a type. */
  dataNodes: 300,
  /** Values of all structured data together. */
  dataValues: 20_000
} as const

/** Truncates a text. An ellipsis at its end marks a truncated one. */
export const truncate = (text: string, characters: number): string => {
  if (text.length <= characters) return text
  const start = text.slice(0, characters)
  const space = start.lastIndexOf(" ")
  return `${start.slice(0, space > characters / 2 ? space : characters).toWellFormed()} …`
}
