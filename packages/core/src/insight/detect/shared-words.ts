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

/** Returns a function that tells whether enough searches share a word and cost at least `minCost` micros together. */
const makeShareTest = (terms: ReadonlyArray<ClickedTerm>, minCost: number) => {
  const sums = new Map<string, { cost: number; terms: number }>()
  for (const { figures, words } of terms) {
    for (const word of new Set(words)) {
      const sum = sums.get(word)
      if (sum === undefined) sums.set(word, { cost: figures.evidence.cost_micros, terms: 1 })
      else {
        sum.cost += figures.evidence.cost_micros
        sum.terms += 1
      }
    }
  }
  return (word: string): boolean => {
    const { cost, terms } = sums.get(word)!
    return cost >= minCost && terms >= evidence.minSharingTerms
  }
}

/** Returns the words and pairs of a search whose words are shared, each once, separated by spaces. */
const partsOf = (words: ReadonlyArray<string>, isShared: (word: string) => boolean): ReadonlySet<string> => {
  const shared = words.map(isShared)
  const pairs = words.flatMap((word, n) =>
    n > 0 && shared[n] && shared[n - 1] ? [`${words[n - 1]} ${word}`] : []
  )
  return new Set([...words.filter((word, n) => shared[n] && !isFunctionWord(word)), ...pairs])
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
  const isShared = makeShareTest(clicked, minCost)
  const sharing = new Map<string, Array<TermFigures>>()
  for (const { figures, words } of clicked) {
    for (const part of partsOf(words, isShared)) {
      const same = sharing.get(part)
      if (same === undefined) sharing.set(part, [figures])
      else same.push(figures)
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
