import { Schema } from "effect"
import { type ComparedTerm, makeBlocker } from "../../../campaigns/index.ts"
import { normalizeWords } from "../../detect/view.ts"
import { searchWeeks } from "../periods.ts"
import type { ReportSource } from "../read/source.ts"
import { ComparedFigures, compareTerms, ReportHeader, reportHeader } from "./figures.ts"
import { costIncrease, hadTraffic, largestBy, TermFact, ThemeFact, termFact, themesOf } from "./terms.ts"

/** The facts of an intelligence report about searches. */
export const IntelligenceFacts = Schema.Struct({
  type: Schema.Literal("intelligence"),
  ...ReportHeader.fields,
  weeks: Schema.Number,
  terms_seen: Schema.Number,
  terms_left_out: Schema.Number,
  /** For the searches in this report, which are not the campaigns' total cost. */
  all: ComparedFigures,
  themes: Schema.Array(ThemeFact),
  rising: Schema.Array(TermFact),
  falling: Schema.Array(TermFact),
  fresh: Schema.Array(TermFact),
  fresh_total: Schema.Number,
  /** Converting searches without a keyword in any campaign, and not excluded where it matters. */
  uncovered: Schema.Array(TermFact),
  uncovered_total: Schema.Number
})
export type IntelligenceFacts = typeof IntelligenceFacts.Type

const limits = { themes: 12, terms: 8 } as const

/** Whether no keyword equals the search, and its own campaign does not exclude it. */
const isUncovered = ({ keywords, negatives }: ReportSource) => {
  const known = new Set(keywords.map(({ text }) => normalizeWords(text)))
  const blockedIn = new Map(
    [...new Set(negatives.map(({ campaign }) => campaign))].map((campaign) => [
      campaign,
      makeBlocker(negatives.filter((one) => one.campaign === campaign))
    ])
  )
  return ({ campaign, term }: ComparedTerm): boolean =>
    !known.has(normalizeWords(term)) && blockedIn.get(campaign)?.(term) !== true
}

export const intelligenceFacts = (source: ReportSource): IntelligenceFacts => {
  const { terms } = source
  const termFacts = (list: ReadonlyArray<ComparedTerm>) => list.map(termFact(source))
  const both = terms.filter(({ before, now }) => hadTraffic(now) && hadTraffic(before))
  const fresh = terms.filter(({ before, now }) => hadTraffic(now) && !hadTraffic(before))
  const uncovered = terms.filter(({ now }) => now.conversions > 0).filter(isUncovered(source))
  return {
    type: "intelligence",
    ...reportHeader(source),
    weeks: searchWeeks,
    terms_seen: terms.filter(({ now }) => hadTraffic(now)).length,
    terms_left_out: source.terms_total - terms.length,
    all: compareTerms(terms),
    themes: themesOf(source, limits.themes),
    rising: termFacts(largestBy(both, limits.terms, costIncrease)),
    falling: termFacts(
      largestBy(
        terms.filter(({ before }) => hadTraffic(before)),
        limits.terms,
        (term) => -costIncrease(term)
      )
    ),
    fresh: termFacts(largestBy(fresh, limits.terms, ({ now }) => now.cost_micros)),
    fresh_total: fresh.length,
    uncovered: termFacts(largestBy(uncovered, limits.terms, ({ now }) => now.conversions)),
    uncovered_total: uncovered.length
  }
}
