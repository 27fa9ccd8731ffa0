import { type TermFigures, wordsOf } from "../../campaigns/index.ts"
import { totalBy } from "../amounts.ts"
import type { Judged } from "./absence.ts"
import { evidence } from "./thresholds.ts"
import { isFunctionWord } from "./variants.ts"

/** A word, or two neighbouring words, that several clicked searches share. */
export interface SharedWord extends Judged {
  readonly words: ReadonlyArray<string>
  readonly terms: ReadonlyArray<TermFigures>
}

/** Returns the words and pairs of a search, each once, separated by spaces. */
const partsOf = (term: string): ReadonlySet<string> => {
  const words = wordsOf(term)
  const pairs = words.slice(1).map((word, n) => `${words[n]} ${word}`)
  return new Set([...words.filter((word) => !isFunctionWord(word)), ...pairs])
}

/**
 * Returns the words and pairs that enough searches share and that cost at least `minCost` micros together. The
 * sums come first, because a large campaign has many words and few that cost much.
 */
export const sharedWords = (
  terms: ReadonlyArray<TermFigures>,
  minCost: number
): ReadonlyArray<SharedWord> => {
  const sums = new Map<string, { cost: number; terms: Array<TermFigures> }>()
  for (const one of terms) {
    if (one.evidence.clicks === 0 && one.conversions90 === 0) continue
    for (const part of partsOf(one.term)) {
      const sum = sums.get(part)
      if (sum === undefined) sums.set(part, { cost: one.evidence.cost_micros, terms: [one] })
      else {
        sum.cost += one.evidence.cost_micros
        sum.terms.push(one)
      }
    }
  }
  return [...sums].flatMap(([text, { cost, terms: sharing }]) =>
    cost >= minCost && sharing.length >= evidence.minSharingTerms
      ? [
          {
            words: text.split(" "),
            terms: sharing,
            evidence: { clicks: totalBy(sharing, (one) => one.evidence.clicks), cost_micros: cost },
            conversions90: totalBy(sharing, (one) => one.conversions90)
          }
        ]
      : []
  )
}
