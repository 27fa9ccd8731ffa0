import { maxCount, maxUrlLength } from "./limits.ts"

export interface Sitemap {
  readonly pages: ReadonlyArray<string>
  readonly maps: ReadonlyArray<string>
}

/** An entry of a page or of another sitemap, or the start of an address with its text. */
const entries = /<(url|sitemap|loc)(?:\s[^<>]*)?>(?:\s*<!\[CDATA\[)?([^<\]]*)/g

/** The URLs in a sitemap. The last opened entry determines whether one is a page or another sitemap. */
export const parseSitemap = (text: string): Sitemap => {
  const pages: Array<string> = []
  const maps: Array<string> = []
  let list: Array<string> = []
  for (const [, name, content = ""] of text.matchAll(entries)) {
    if (name === "url") list = pages
    else if (name === "sitemap") list = maps
    else if (content.length <= 2 * maxUrlLength) {
      const address = content.trim().replaceAll("&amp;", "&")
      if (address.length <= maxUrlLength && URL.canParse(address)) list.push(address)
    }
    if (pages.length === maxCount.sitemapPages) break
  }
  return { pages, maps: maps.slice(0, maxCount.sitemaps) }
}
