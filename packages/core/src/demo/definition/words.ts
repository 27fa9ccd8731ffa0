import type { KeywordPlan, MatchType, NegativePlan, TermPlan, Waste } from "./types.ts"

/** Short forms in which campaigns are written down. */

export const term = (text: string, share: number, cpc: number, cvr: number, waste?: Waste): TermPlan => ({
  term: text,
  share,
  cpc,
  cvr,
  ...(waste === undefined ? {} : { waste })
})

/** A search that costs and never converts. */
export const wasted = (text: string, share: number, cpc: number, why: Waste): TermPlan =>
  term(text, share, cpc, 0, why)

const keyword =
  (match: MatchType) =>
  (text: string, ...terms: ReadonlyArray<TermPlan>): KeywordPlan => ({ text, match, terms })

export const phrase = keyword("phrase")
export const exact = keyword("exact")
export const broad = keyword("broad")

/** A keyword that was switched off so many days ago. */
export const paused = (plan: KeywordPlan, pausedDaysAgo: number): KeywordPlan => ({ ...plan, pausedDaysAgo })

export const negatives = (
  source: NegativePlan["source"],
  match: MatchType,
  ...texts: ReadonlyArray<string>
): ReadonlyArray<NegativePlan> => texts.map((text) => ({ text, match, source }))
