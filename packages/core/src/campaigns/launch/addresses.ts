import { registeredDomain } from "../../outbound/index.ts"
import { quoteText } from "./wording.ts"

/* Where an ad or a link leads to: it must be a page of the campaign's own website. */

/** Null for an address that people cannot be sent to: it needs a scheme of the web and a host. */
const hostOf = (url: string): string | null => {
  if (!URL.canParse(url)) return null
  const { hostname, protocol } = new URL(url)
  return hostname !== "" && (protocol === "https:" || protocol === "http:") ? hostname.toLowerCase() : null
}

/** The website that a page belongs to: its registered domain. A host that is none, such as numbers, is its own. */
const websiteOf = (url: string): string | null => {
  const host = hostOf(url)
  return host === null ? null : (registeredDomain(host) ?? host)
}

/** Whether a page is on the website's domain, or on a subdomain of it. */
export const isOnWebsite = (url: string, website: string): boolean => {
  const page = websiteOf(url)
  return page !== null && page === websiteOf(website)
}

/** What is wrong with where an ad or a link leads to, as the end of a sentence, or null. */
export const addressProblem = (url: string, website: string | null, what: string): string | null => {
  if (hostOf(url) === null) return `has no ${what} that can be opened: ${quoteText(url)}`
  return website === null || websiteOf(website) === null || isOnWebsite(url, website)
    ? null
    : `leads away from the campaign's website ${quoteText(website)}: ${quoteText(url)}`
}
