import { isAboveRelated } from "./facts/words.ts"
import type { Page } from "./page.ts"

/** Fewer pages show no pattern. */
const minPages = 4

/** Removes what follows a heading such as "You may also like": it is about other products than the page's own. */
const withoutRelated = (page: Page): Page => {
  const from = page.headings.findIndex(({ level, text }) => level > 1 && isAboveRelated(text))
  if (from < 0) return page
  const headings = page.headings.slice(0, from)
  const own = new Set(headings.map(({ text }) => text))
  const isOwn = ({ under }: { readonly under: string | null }) => under === null || own.has(under)
  return {
    ...page,
    headings,
    listItems: page.listItems.filter(isOwn),
    paragraphs: page.paragraphs.filter(isOwn)
  }
}

/**
 * Removes the headings of sections that more than half of the pages have, such as "Ready to start?": they belong to
 * the frame of the site and name nothing that one of its pages offers. Also removes what is about other products.
 */
export const withoutRepeatedHeadings = (all: ReadonlyArray<Page>): ReadonlyArray<Page> => {
  const pages = all.map(withoutRelated)
  if (pages.length < minPages) return pages
  const counts = new Map<string, number>()
  for (const { headings } of pages)
    for (const text of new Set(headings.map((heading) => heading.text)))
      counts.set(text, (counts.get(text) ?? 0) + 1)
  return pages.map((page) => ({
    ...page,
    headings: page.headings.filter(
      ({ level, text }) => level === 1 || (counts.get(text) ?? 0) * 2 <= pages.length
    )
  }))
}
