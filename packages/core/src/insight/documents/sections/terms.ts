import { type ComparedTerm, wordsOf } from "../../../campaigns/index.ts"
import { addSums, amountOf, roundTo, type Sums, zeroSums } from "../../amounts.ts"
import { type MoneyFormat, oneLine, table } from "../../markdown.ts"
import { isTopicless, wordStem } from "../../words.ts"
import { type ComparedSums, campaignNamer, compareFigures, percentText } from "../figures.ts"
import type { Source } from "../source.ts"
import { amount, figure, formatSigned, optional, quoted } from "../tables.ts"

export const termFact = (source: Source) => {
  const name = campaignNamer(source.campaigns)
  return ({ before, campaign, now, term }: ComparedTerm) => ({
    term: oneLine(term, 60),
    campaign: name(campaign),
    clicks: now.clicks,
    spend: amountOf(now.cost_micros),
    /** The change of its cost; null without a comparison. */
    more: source.windows.before === null ? null : amountOf(now.cost_micros - before.cost_micros),
    conversions: roundTo(now.conversions, 1)
  })
}
/** A search with its figures. */
export type TermFact = ReturnType<ReturnType<typeof termFact>>

export const termTable = (terms: ReadonlyArray<TermFact>, money: MoneyFormat): string =>
  table<TermFact>(
    [
      quoted("Search term", ({ term }) => term),
      quoted("Campaign", ({ campaign }) => campaign),
      amount("Spend", money, ({ spend }) => spend),
      optional(figure("Change", ({ more }) => (more === null ? null : formatSigned(more, money)))),
      figure("Clicks", ({ clicks }) => clicks),
      figure("Conversions", ({ conversions }) => conversions)
    ],
    terms
  )
/** Returns the first rows with a nonzero measure, largest first. */
export const largestBy = <Row>(
  rows: ReadonlyArray<Row>,
  limit: number,
  measure: (row: Row) => number
): ReadonlyArray<Row> =>
  rows
    .filter((row) => measure(row) > 0)
    .toSorted((a, b) => measure(b) - measure(a))
    .slice(0, limit)

export const hadTraffic = ({ clicks, impressions }: Sums): boolean => clicks > 0 || impressions > 0

export const costIncrease = ({ before, now }: ComparedSums): number => now.cost_micros - before.cost_micros

/*
 * Themes: words that searches share, singular and plural together. A single word shows what people want, and is easy
 * to verify. The searches come with the most expensive first, so a theme has the form that cost most.
 */

const isMeaningful = (word: string): boolean =>
  word.length > 2 && !isTopicless(word) && !/^[\d.,'&-]+$/.test(word)

/** The minimum number of searches that share a word. */
const minTerms = 3

/** Returns the words that searches share, most expensive first. */
export const themesOf = ({ profile, terms }: Pick<Source, "profile" | "terms">, limit: number) => {
  const brand = new Set(wordsOf(profile?.brand_name ?? "").map(wordStem))
  const themes = new Map<string, ComparedSums & { readonly word: string; readonly terms: number }>()
  let cost = 0
  for (const { before, now, term } of terms) {
    cost += now.cost_micros
    const words = new Map(
      wordsOf(term)
        .filter(isMeaningful)
        .map((word) => [wordStem(word), word])
    )
    for (const [stem, word] of words) {
      const theme = themes.get(stem) ?? { word, now: zeroSums, before: zeroSums, terms: 0 }
      themes.set(stem, {
        word: theme.word,
        now: addSums(theme.now, now),
        before: addSums(theme.before, before),
        terms: theme.terms + (hadTraffic(now) ? 1 : 0)
      })
    }
  }
  return [...themes]
    .filter(([, theme]) => theme.terms >= minTerms && theme.now.cost_micros > 0)
    .toSorted(([a, one], [b, other]) => other.now.cost_micros - one.now.cost_micros || a.localeCompare(b))
    .slice(0, limit)
    .map(([stem, theme]) => ({
      theme: oneLine(theme.word, 40),
      terms: theme.terms,
      /** Whether it is a word of the business's own name, which is always cheap. */
      brand: brand.has(stem),
      /** The share of the cost of all searches. Themes overlap: a search counts with each of its words. */
      share: percentText(theme.now.cost_micros, cost),
      ...compareFigures(theme)
    }))
}
export type ThemeFact = ReturnType<typeof themesOf>[number]
