import type { Page, PageText, Site } from "../page.ts"

/** Equal for the same page with and without a query, a fragment or the name of an index file. */
const addressKey = (address: string): string =>
  address.replace(/[?#].*$/, "").replace(/\/(?:index\.\w+)?$/, "")

/** The pages of a site by the keys of their URLs, and their names in its navigation. */
interface SiteIndex {
  readonly pagesByKey: ReadonlyMap<string, Page>
  readonly linkNames: ReadonlyMap<Page, ReadonlyArray<PageText>>
}

const indexPages = (pages: Site["pages"]): SiteIndex => {
  const pagesByKey = new Map<string, Page>()
  for (const page of pages) {
    for (const key of [page.url, page.canonical].map(addressKey)) {
      if (!pagesByKey.has(key)) pagesByKey.set(key, page)
    }
  }
  const linkNames = new Map<Page, Array<PageText>>(pages.map((page) => [page, []]))
  for (const { at, href, text, url } of pages.flatMap(({ navigation }) => navigation)) {
    const page = pagesByKey.get(addressKey(href))
    if (page !== undefined) linkNames.get(page)!.push({ text, url, at })
  }
  return { pagesByKey, linkNames }
}

const indexes = new WeakMap<Site["pages"], SiteIndex>()

const indexOf = ({ pages }: Site): SiteIndex => {
  const known = indexes.get(pages)
  if (known !== undefined) return known
  const index = indexPages(pages)
  indexes.set(pages, index)
  return index
}

/** The page that was read at a URL. */
export const pageAt = (site: Site, address: string): Page | undefined =>
  indexOf(site).pagesByKey.get(addressKey(address))

/** The names of a page in the site's navigation. */
export const linkNames = (site: Site, page: Page): ReadonlyArray<PageText> =>
  indexOf(site).linkNames.get(page) ?? []
