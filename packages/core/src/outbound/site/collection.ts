import { makeFrontier, normalAddress } from "./frontier.ts"
import { languageOf } from "./language.ts"
import type { Page, SkippedPage } from "./page.ts"

/** What two pages have in common that are the same page under two addresses. */
const imprint = ({ headings, paragraphs, title }: Page): string =>
  JSON.stringify([title?.text, headings.map(({ text }) => text), paragraphs.map(({ text }) => text)])

const addressesOf = ({ canonical, url }: Page): ReadonlyArray<string> => [url, canonical].map(normalAddress)

/** What was read of a site so far, and where to go on from there: each page once, in one language. */
export const collectFrom = (home: Page, isOfSite: (url: URL) => boolean) => {
  const pages: Array<Page> = []
  const skipped: Array<SkippedPage> = []
  const imprints = new Set<string>()
  const addresses = new Set<string>()
  const frontier = makeFrontier(isOfSite, addressesOf(home))
  let language: string | null = null

  /** Why a page adds nothing; null for one that does. */
  const whyNot = (page: Page): string | null => {
    if (page.status !== 200) return `It answers ${page.status}.`
    if (addressesOf(page).some((address) => addresses.has(address))) {
      return "It is another address of a page that was read."
    }
    if (imprints.has(imprint(page))) return "It says the same as a page that was read."
    // A home page of few words may not tell its language; then the first page that does tells it.
    language ??= languageOf(page)
    return (languageOf(page) ?? language) === language ? null : "It is in another language."
  }

  const skip = (url: string, why: string): void => {
    skipped.push({ url, why })
  }

  const keep = (page: Page): void => {
    const why = whyNot(page)
    if (why !== null) {
      skip(page.url, why)
      return
    }
    pages.push(page)
    imprints.add(imprint(page))
    for (const address of addressesOf(page)) addresses.add(address)
    for (const { href } of page.navigation) frontier.add(href, "navigation")
    for (const href of page.links) frontier.add(href, "link")
  }

  keep(home)
  return { pages, skipped, frontier, keep, skip, language: () => language }
}
