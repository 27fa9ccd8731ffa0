import { registeredDomain } from "../../outbound/index.ts"
import { quoteText } from "./wording.ts"

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
const websiteOf = (url: string): string | null => {
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
