import { Schema } from "effect"
import { blocking } from "../../../campaigns/index.ts"
import { sameWords } from "../../detect/view.ts"
import { searchWeeks } from "../periods.ts"
import type { Source, TermRead } from "../read/source.ts"
import { largest, moreCost, TermFact, termFact, wasSeen } from "./parts.ts"
import { ThemeFact, themesOf } from "./themes.ts"
import { Compared, comparedOf, Head, headOf, sumsOf } from "./told.ts"

/** What an intelligence report says of what people search for. */
export const IntelligenceFacts = Schema.Struct({
  type: Schema.Literal("intelligence"),
  ...Head.fields,
  weeks: Schema.Number,
  terms_seen: Schema.Number,
  terms_left_out: Schema.Number,
  /** Of the searches that are looked at, which is not all that campaigns spent. */
  all: Compared,
  themes: Schema.Array(ThemeFact),
  rising: Schema.Array(TermFact),
  falling: Schema.Array(TermFact),
  fresh: Schema.Array(TermFact),
  fresh_total: Schema.Number,
  /** Converting searches that are no keyword anywhere and excluded nowhere that matters. */
  uncovered: Schema.Array(TermFact),
  uncovered_total: Schema.Number
})
export type IntelligenceFacts = typeof IntelligenceFacts.Type

const most = { themes: 12, terms: 8 } as const

/** Whether no keyword is the search itself, and nothing keeps its own campaign from it. */
const isUncovered = ({ keywords, negatives }: Source) => {
  const known = new Set(keywords.map(({ text }) => sameWords(text)))
  const blockedIn = new Map(
    [...new Set(negatives.map(({ campaign }) => campaign))].map((campaign) => [
      campaign,
      blocking(negatives.filter((one) => one.campaign === campaign))
    ])
  )
  return ({ campaign, term }: TermRead): boolean =>
    !known.has(sameWords(term)) && blockedIn.get(campaign)?.(term) !== true
}

export const intelligenceFacts = (source: Source): IntelligenceFacts => {
  const { terms } = source
  const told = (list: ReadonlyArray<TermRead>) => list.map(termFact(source))
  const both = terms.filter(({ before, now }) => wasSeen(now) && wasSeen(before))
  const fresh = terms.filter(({ before, now }) => wasSeen(now) && !wasSeen(before))
  const uncovered = terms.filter(({ now }) => now.conversions > 0).filter(isUncovered(source))
  return {
    type: "intelligence",
    ...headOf(source),
    weeks: searchWeeks,
    terms_seen: terms.filter(({ now }) => wasSeen(now)).length,
    terms_left_out: source.terms_total - terms.length,
    all: comparedOf(sumsOf(terms.map(({ now }) => now)), sumsOf(terms.map(({ before }) => before))),
    themes: themesOf(source, most.themes),
    rising: told(largest(both, most.terms, moreCost)),
    falling: told(
      largest(
        terms.filter(({ before }) => wasSeen(before)),
        most.terms,
        (term) => -moreCost(term)
      )
    ),
    fresh: told(largest(fresh, most.terms, ({ now }) => now.cost_micros)),
    fresh_total: fresh.length,
    uncovered: told(largest(uncovered, most.terms, ({ now }) => now.conversions)),
    uncovered_total: uncovered.length
  }
}
