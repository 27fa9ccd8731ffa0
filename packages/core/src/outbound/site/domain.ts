import { createRequire } from "node:module"
import type * as Tldts from "tldts"

/*
 * The owner of a host, by the public suffix list. Sites on a shared host (`shop.github.io`) are separate, so
 * private suffixes count too.
 */
const suffixOptions = { allowPrivateDomains: true }

let loaded: typeof Tldts | undefined

/** The list is loaded on first use. Most commands of an operator use none. */
const suffixList = (): typeof Tldts => {
  loaded ??= createRequire(import.meta.url)("tldts") as typeof Tldts
  return loaded
}

/** The registered domain: `example.co.uk` of `www.example.co.uk`. Null for IP addresses and bare suffixes. */
export const registeredDomain = (host: string): string | null => suffixList().getDomain(host, suffixOptions)

/** The name in it: `example`. */
export const domainLabel = (domain: string): string =>
  suffixList().getDomainWithoutSuffix(domain, suffixOptions) ?? domain

/** Whether two URLs have the same registered domain: the same site, or a subdomain of it. */
export const isSameSite = (url: string, other: string): boolean => {
  if (!URL.canParse(url) || !URL.canParse(other)) return false
  const domain = registeredDomain(new URL(url).hostname)
  return domain !== null && domain === registeredDomain(new URL(other).hostname)
}
