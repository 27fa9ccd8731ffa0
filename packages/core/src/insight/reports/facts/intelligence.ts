import { type ComparedTerm, makeBlocker } from "../../../campaigns/index.ts"
import { normalizeWords } from "../../detect/view.ts"
import { searchWeeks } from "../periods.ts"
import type { ReportSource } from "../read/source.ts"
import { compareTerms, reportHeader } from "./header.ts"
import { costIncrease, hadTraffic, largestBy, termFact, themesOf } from "./terms.ts"

const limits = { themes: 12, terms: 8 } as const

/** Whether no keyword equals the search, and its own campaign does not exclude it. */
const isUncovered = ({ keywords, negatives }: ReportSource) => {
  const known = new Set(keywords.map(({ text }) => normalizeWords(text)))
  const blockers = new Map(
    [...Map.groupBy(negatives, ({ campaign }) => campaign)].map(([campaign, some]) => [
      campaign,
      makeBlocker(some)
    ])
  )
  return ({ campaign, term }: ComparedTerm): boolean =>
    !known.has(normalizeWords(term)) && blockers.get(campaign)?.(term) !== true
}

/** The facts of an intelligence report about searches. */
export const intelligenceFacts = (source: ReportSource) => {
  const { terms } = source
  const largest = (list: ReadonlyArray<ComparedTerm>, measure: (term: ComparedTerm) => number) =>
    largestBy(list, limits.terms, measure).map(termFact(source))
  const now = terms.filter((term) => hadTraffic(term.now))
  const known = terms.filter(({ before }) => hadTraffic(before))
  const fresh = source.windows.before === null ? null : now.filter(({ before }) => !hadTraffic(before))
  const uncovered = terms.filter(({ now }) => now.conversions > 0).filter(isUncovered(source))
  return {
    type: "intelligence" as const,
    ...reportHeader(source),
    weeks: searchWeeks,
    terms_seen: now.length,
    terms_left_out: source.terms_total - terms.length,
    /** For the searches in this report, which are not the campaigns' total cost. */
    all: compareTerms(terms),
    themes: themesOf(source, limits.themes),
    rising: largest(
      known.filter((term) => hadTraffic(term.now)),
      costIncrease
    ),
    falling: largest(known, (term) => -costIncrease(term)),
    fresh: largest(fresh ?? [], ({ now }) => now.cost_micros),
    /** Null if nothing is compared, so that nothing is known to be new. */
    fresh_total: fresh === null ? null : fresh.length,
    /** Converting searches without a keyword in any campaign, and not excluded in their own. */
    uncovered: largest(uncovered, ({ now }) => now.conversions),
    uncovered_total: uncovered.length
  }
}
export type IntelligenceFacts = ReturnType<typeof intelligenceFacts>
