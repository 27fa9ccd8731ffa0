import type { Page } from "./page.ts"

/** Fewer pages show no pattern. */
const minPages = 4

/**
 * Removes the headings of sections that more than half of the pages have, such as "Ready to start?": they belong to
 * the frame of the site and name nothing that one of its pages offers.
 */
export const withoutRepeatedHeadings = (pages: ReadonlyArray<Page>): ReadonlyArray<Page> => {
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
