import { makeFrontier, normalizeUrl } from "./frontier.ts"
import { pageLanguage } from "./language.ts"
import type { Page, SkippedPage } from "./page.ts"

/** A key that is equal for the same page under two URLs. */
const contentKey = ({ headings, paragraphs, title }: Page): string =>
  JSON.stringify([title?.text, headings.map(({ text }) => text), paragraphs.map(({ text }) => text)])

const pageUrls = ({ canonical, url }: Page): ReadonlyArray<string> => [url, canonical].map(normalizeUrl)

/** Collects the pages of a site and the URLs to continue with: each page once, in one language. */
export const collectPages = (home: Page, isOfSite: (url: URL) => boolean) => {
  const pages: Array<Page> = []
  const skipped: Array<SkippedPage> = []
  const contentKeys = new Set<string>()
  const addresses = new Set<string>()
  const frontier = makeFrontier(isOfSite, pageUrls(home))
  let language: string | null = null

  /** Why a page adds nothing; null for one that does. */
  const skipReason = (page: Page): string | null => {
    if (page.status !== 200) return `It answers ${page.status}.`
    if (pageUrls(page).some((address) => addresses.has(address))) {
      return "It is another address of a page that was read."
    }
    if (contentKeys.has(contentKey(page))) return "It says the same as a page that was read."
    // A home page with few words can have no detectable language. The first page with one then determines it.
    language ??= pageLanguage(page)
    return (pageLanguage(page) ?? language) === language ? null : "It is in another language."
  }

  const skipPage = (url: string, reason: string): void => {
    skipped.push({ url, reason })
  }

  const addPage = (page: Page): void => {
    const reason = skipReason(page)
    if (reason !== null) {
      skipPage(page.url, reason)
      return
    }
    pages.push(page)
    contentKeys.add(contentKey(page))
    for (const address of pageUrls(page)) addresses.add(address)
    for (const { href } of page.navigation) frontier.add(href, "navigation")
    for (const href of page.links) frontier.add(href, "link")
  }

  addPage(home)
  return { pages, skipped, frontier, keep: addPage, skip: skipPage, language: () => language }
}
