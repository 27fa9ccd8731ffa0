import type { Section } from "./markdown.ts"

export interface SearchedPage {
  readonly url: string
  readonly title: string
  /** How much a hit in this page counts. */
  readonly weight: number
  readonly sections: ReadonlyArray<Section>
}

interface Hit {
  readonly url: string
  readonly title: string
  /** The heading of the best section, or null if it is the page's first. */
  readonly heading: string | null
  /** Text around the first word that was found, in parts; every second part is a match. */
  readonly excerpt: ReadonlyArray<string>
}

const commonWords = new Set(
  "a an and are as at be can do does for from how i in is it my of on or the to what with".split(" ")
)

/** Removes the endings by which forms of an English word differ: approve, approval, approvals. */
const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:als?|ations?|ing|ed|es|e|s)$/, "") : word

const wordsOf = (query: string): ReadonlyArray<string> => {
  const words = query.toLowerCase().match(/\w+/g) ?? []
  const telling = words.filter((word) => !commonWords.has(word))
  return [...new Set((telling.length > 0 ? telling : words).map(stem))].slice(0, 8)
}

/** Matches words that start with one of the stems. */
const matcher = (stems: ReadonlyArray<string>): RegExp => new RegExp(`\\b(?:${stems.join("|")})\\w*`, "gi")

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const excerptOf = (text: string, pattern: RegExp): ReadonlyArray<string> => {
  const at = Math.max(0, text.search(pattern))
  const start = at < 60 ? 0 : text.indexOf(" ", at - 60) + 1
  const cut = text.slice(start, start + 200).replace(/\s\S*$/, "")
  const shown = `${start > 0 ? "… " : ""}${cut}${start + cut.length < text.length ? " …" : ""}`
  return shown.split(new RegExp(`(${pattern.source})`, "gi"))
}

/**
 * Finds the pages with the words of a query, best first. A page is as good as its best section: rare words count more
 * than common ones, words in title and heading more than in text, all words together more than some, and a heading that equals the query most.
 */
export const search = (pages: ReadonlyArray<SearchedPage>, query: string): ReadonlyArray<Hit> => {
  const stems = wordsOf(query.slice(0, 200))
  if (stems.length === 0) return []
  const patterns = stems.map((word) => matcher([word]))
  const any = matcher(stems)
  const counted = pages.flatMap((page) =>
    page.sections.map((section, index) => ({
      page,
      section,
      index,
      words: patterns.map((pattern) => ({
        title: countOf(page.title, pattern) > 0,
        heading: countOf(section.heading, pattern) > 0,
        times: countOf(section.text, pattern)
      }))
    }))
  )
  const rarity = stems.map((_, n) => {
    const having = counted.filter(({ words }) => words[n]!.times > 0 || words[n]!.heading).length
    return Math.log(1 + counted.length / (1 + having))
  })
  const scored = counted.map(({ index, page, section, words }) => {
    const found = words.filter(({ heading, times, title }) => heading || title || times > 0).length
    const exact = section.heading.toLowerCase() === query.trim().toLowerCase() ? 3 : 1
    const length = 0.4 + section.text.length / 1200
    const sum = words.reduce(
      (total, { heading, times, title }, n) =>
        total + rarity[n]! * ((title ? 3 : 0) + (heading ? 2 : 0) + (3 * times) / (times + length)),
      0
    )
    const score = sum * (found / stems.length) ** 2 * page.weight * (index === 0 ? 1.25 : 1) * exact
    return { index, page, section, score }
  })
  const best = Map.groupBy(
    scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score),
    ({ page }) => page
  )
  return [...best.values()].slice(0, 20).map(([first]) => {
    const { index, page, section } = first!
    return {
      url: index === 0 ? page.url : `${page.url}#${section.anchor}`,
      title: page.title,
      heading: index === 0 ? null : section.heading,
      excerpt: excerptOf(section.text, any)
    }
  })
}
