import { eastAsianWidth } from "get-east-asian-width"
import { registeredDomain } from "../../outbound/index.ts"
import type { StoredSitelink } from "../stored-json.ts"

/* The platform's rules for the text of an ad, reported before the launch. */

/** Returns the width as the platform counts it: a double-width (CJK) character is two. */
export const widthOf = (text: string): number =>
  /^[ -~]*$/.test(text)
    ? text.length
    : [...text].reduce((width, character) => width + eastAsianWidth(character.codePointAt(0)!), 0)

export const quoteText = (text: string): string => `“${text}”`

/** Returns what is wrong with the length of a line, as the end of a sentence, or null. */
export const lengthProblem = (text: string, max: number, what: string): string | null => {
  const width = widthOf(text)
  if (text.trim() === "") return `has an empty ${what}`
  return width > max
    ? `has a ${what} of ${width} characters; at most ${max} are allowed: ${quoteText(text)}`
    : null
}

/** Returns what the platform's editorial rules reject, as far as the text alone shows. */
const editorialProblem = (text: string, what: string): string | null => {
  if (/([!?.,;:])\1/u.test(text)) return `has a ${what} with repeated punctuation: ${quoteText(text)}`
  if (/\p{Extended_Pictographic}/u.test(text)) return `has a ${what} with an emoji: ${quoteText(text)}`
  return /[A-Z]/.test(text) && text.length > 8 && text === text.toUpperCase()
    ? `has a ${what} all in capitals: ${quoteText(text)}`
    : null
}

/** Returns the first text that occurs twice, ignoring case. */
export const firstDuplicate = (texts: ReadonlyArray<string>): string | undefined => {
  const keys = texts.map((text) => text.trim().toLowerCase())
  return texts.find((_, n) => keys.indexOf(keys[n]!) < n)
}

/** Returns the first problem that a check finds among items, or null. */
export const firstProblem = <A>(
  items: Iterable<A>,
  check: (item: A, index: number) => string | null
): string | null => {
  let index = 0
  for (const item of items) {
    const problem = check(item, index++)
    if (problem !== null) return problem
  }
  return null
}

/* Checks of landing pages: an ad or sitelink must lead to a page of the campaign's own website. */

/** Returns the host of a URL; null without an http(s) scheme and a host. */
const hostOf = (url: string): string | null => {
  if (!URL.canParse(url)) return null
  const { hostname, protocol } = new URL(url)
  return hostname !== "" && (protocol === "https:" || protocol === "http:") ? hostname.toLowerCase() : null
}

/**
 * Returns the website of a page: its registered domain, or the host itself if it has none, such as an IP
 * address.
 */
export const websiteOf = (url: string): string | null => {
  const host = hostOf(url)
  return host === null ? null : (registeredDomain(host) ?? host)
}

/** Whether a page is on the website's domain or a subdomain. */
export const isOnWebsite = (url: string, website: string): boolean => {
  const page = websiteOf(url)
  return page !== null && page === websiteOf(website)
}

/** Returns what is wrong with a landing page, as the end of a sentence, or null. */
export const addressProblem = (url: string, website: string | null, what: string): string | null => {
  if (hostOf(url) === null) return `has no ${what} that can be opened: ${quoteText(url)}`
  return website === null || websiteOf(website) === null || isOnWebsite(url, website)
    ? null
    : `leads away from the campaign's website ${quoteText(website)}: ${quoteText(url)}`
}

/** Returns one key per page: the fragment after # is ignored. */
export const pageKey = (url: string): string => {
  if (!URL.canParse(url)) return url
  const { host, pathname, search } = new URL(url)
  return `${host.replace(/^www\./, "")}${pathname.replace(/\/+$/, "")}${search}`.toLowerCase()
}

/*
 * The rules of an ad's lines. A launch checks all of a campaign's lines, and the draft writer checks each
 * line before it uses it. So a generated draft can be launched.
 */

export const headlineLimits = { min: 3, max: 15, width: 30 } as const
export const descriptionLimits = { min: 2, max: 4, width: 90 } as const
export const pathWidth = 15
/** The platform shows no ad with fewer. */
export const minAssets = 2
export const sitelinkWidths = { text: 25, description: 35 } as const
const calloutWidth = 25

const exclamation = (text: string, what: string): string | null =>
  text.includes("!") ? `has a ${what} with an exclamation mark: ${quoteText(text)}` : null

/** Each returns what is wrong with one line, as the end of a sentence, or null. */
export const headlineProblem = (line: string): string | null =>
  lengthProblem(line, headlineLimits.width, "headline") ??
  exclamation(line, "headline") ??
  editorialProblem(line, "headline")

export const descriptionProblem = (line: string): string | null =>
  lengthProblem(line, descriptionLimits.width, "description") ?? editorialProblem(line, "description")

export const calloutProblem = (line: string): string | null => lengthProblem(line, calloutWidth, "text")

const descriptionsProblem = ({ description1, description2 }: StoredSitelink): string | null => {
  const lines = [description1 ?? "", description2 ?? ""]
  if (lines.every((line) => line === "")) return null
  if (lines.includes("")) return "has only one of its two descriptions; give it both or neither"
  return firstProblem(lines, (line) => lengthProblem(line, sitelinkWidths.description, "description"))
}

export const sitelinkProblem = (link: StoredSitelink, website: string | null): string | null =>
  lengthProblem(link.text, sitelinkWidths.text, "text") ??
  exclamation(link.text, "text") ??
  descriptionsProblem(link) ??
  addressProblem(link.url, website, "address")
