const hostOf = (url: string): string | null => {
  if (!URL.canParse(url)) return null
  const { hostname, protocol } = new URL(url)
  return hostname !== "" && (protocol === "https:" || protocol === "http:") ? hostname.toLowerCase() : null
}

/** Whether a page can be sent people to: an address with scheme and host. */
export const isWebPage = (url: string): boolean => hostOf(url) !== null

/** Whether a page is on the website's domain, or on a subdomain of it. */
export const isOnWebsite = (url: string, website: string | null): boolean => {
  const [page, home] = [hostOf(url), website === null ? null : hostOf(website)]
  if (page === null || home === null) return page !== null
  const domain = home.replace(/^www\./, "")
  return page === domain || page.endsWith(`.${domain}`)
}
