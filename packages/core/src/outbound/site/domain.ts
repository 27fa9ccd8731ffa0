import { getDomain, getDomainWithoutSuffix } from "tldts"

/*
 * Whose a host is, by the list of public suffixes. Sites of a shared host (`shop.github.io`) are each their own, so the
 * suffixes that companies lend out count too.
 */
const suffixOptions = { allowPrivateDomains: true }

/** What was registered: `example.co.uk` of `www.example.co.uk`. Null for addresses and for suffixes alone. */
export const registeredDomain = (host: string): string | null => getDomain(host, suffixOptions)

/** The name in it: `example`. */
export const domainLabel = (domain: string): string => getDomainWithoutSuffix(domain, suffixOptions) ?? domain

/** Whether an address belongs to the same registered domain as another: the same site, or a subdomain of it. */
export const isSameSite = (url: string, other: string): boolean => {
  if (!URL.canParse(url) || !URL.canParse(other)) return false
  const domain = registeredDomain(new URL(url).hostname)
  return domain !== null && domain === registeredDomain(new URL(other).hostname)
}
