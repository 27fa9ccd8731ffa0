import { type TermFigures, wordsOf } from "../../campaigns/index.ts"
import { totalBy } from "../amounts.ts"
import { isFunctionWord } from "../words.ts"
import type { Judged } from "./absence.ts"
import { evidence } from "./thresholds.ts"

/** A word, or two neighbouring words, that several clicked searches share. */
export interface SharedWord extends Judged {
  readonly words: ReadonlyArray<string>
  readonly terms: ReadonlyArray<TermFigures>
}

interface ClickedTerm {
  readonly figures: TermFigures
  readonly words: ReadonlyArray<string>
}

/** Returns the words that enough searches share and that cost at least `minCost` micros together. */
const frequentWords = (terms: ReadonlyArray<ClickedTerm>, minCost: number): ReadonlySet<string> => {
  const sums = new Map<string, { cost: number; terms: number; last: ClickedTerm }>()
  for (const one of terms) {
    for (const word of one.words) {
      const sum = sums.get(word)
      const cost = one.figures.evidence.cost_micros
      if (sum === undefined) sums.set(word, { cost, terms: 1, last: one })
      else if (sum.last !== one) {
        sum.cost += cost
        sum.terms += 1
        sum.last = one
      }
    }
  }
  const frequent = new Set<string>()
  for (const [word, { cost, terms }] of sums)
    if (cost >= minCost && terms >= evidence.minSharingTerms) frequent.add(word)
  return frequent
}

/**
 * Returns the words and pairs that enough searches share and that cost at least `minCost` micros together. A large
 * campaign has many words and few that cost much, so pairs are formed only of words that do.
 */
export const sharedWords = (
  terms: ReadonlyArray<TermFigures>,
  minCost: number
): ReadonlyArray<SharedWord> => {
  const clicked = terms
    .filter((one) => one.evidence.clicks > 0 || one.conversions90 > 0)
    .map((figures): ClickedTerm => ({ figures, words: wordsOf(figures.term) }))
  const frequent = frequentWords(clicked, minCost)
  const sharing = new Map<string, Array<TermFigures>>()
  const add = (part: string, figures: TermFigures): void => {
    const same = sharing.get(part)
    if (same === undefined) sharing.set(part, [figures])
    // A search that repeats a word counts once.
    else if (same.at(-1) !== figures) same.push(figures)
  }
  for (const { figures, words } of clicked) {
    for (const [n, word] of words.entries()) {
      if (!frequent.has(word)) continue
      if (!isFunctionWord(word)) add(word, figures)
      if (n > 0 && frequent.has(words[n - 1]!)) add(`${words[n - 1]} ${word}`, figures)
    }
  }
  return [...sharing].flatMap(([text, same]): ReadonlyArray<SharedWord> => {
    const cost_micros = totalBy(same, (one) => one.evidence.cost_micros)
    if (cost_micros < minCost || same.length < evidence.minSharingTerms) return []
    const clicks = totalBy(same, (one) => one.evidence.clicks)
    return [
      {
        words: text.split(" "),
        terms: same,
        evidence: { clicks, cost_micros },
        conversions90: totalBy(same, (one) => one.conversions90)
      }
    ]
  })
}
