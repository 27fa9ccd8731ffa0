import { blocks, type TermFigures, wordsOf } from "../../../campaigns/index.ts"
import { amountOf, shareOf } from "../../amounts.ts"
import { pluralize } from "../../markdown/text.ts"
import type { DetectorDefinition } from "../definition.ts"
import { wastedLine } from "../describe-findings.ts"
import { minClicksToJudge, referenceCpa, referenceCpaText } from "../thresholds.ts"
import { type CampaignView, type MatchType, termCoverage } from "../view.ts"

/** Clicks of a search term that suffice without a reference cost per conversion. */
const minClicksWithoutReferenceCpa = 10
/** Terms with at most this many words would block too much as a phrase. */
const maxWordsForExactMatch = 2

/**
 * Returns the match type of an exclusion, never broad because that blocks too much. A longer term is excluded
 * as a phrase with its variants, unless that blocks a keyword or a converting search.
 */
const matchTypeFor = (term: string, view: CampaignView): MatchType => {
  if (wordsOf(term).length <= maxWordsForExactMatch) return "exact"
  const phrase = { text: term, match: "phrase" as const }
  const blocksUseful =
    view.keywords.some(({ state, text }) => state === "enabled" && blocks(phrase, text)) ||
    view.terms.some(({ last90, term: other }) => last90.conversions > 0 && blocks(phrase, other))
  return blocksUseful ? "exact" : "phrase"
}

const isWaste = (view: CampaignView): ((one: TermFigures) => boolean) => {
  const reference = referenceCpa(view)
  const clicksToJudge = minClicksToJudge(view)
  return ({ last90, window: { clicks, cost_micros } }) => {
    // The requested days are among the last 90.
    if (last90.conversions > 0) return false
    if (reference === null) return clicks >= minClicksWithoutReferenceCpa
    return cost_micros > 0 && (cost_micros >= reference || clicks >= clicksToJudge)
  }
}

/** Finds searches that cost money and never convert. */
export const negativeKeywords: DetectorDefinition<"negative_keywords"> = {
  windowOption: "days",
  needsServedDays: true,
  stops: "searches",
  detect: (view, { days }) => {
    const { isBrand, isExcluded, isKeyword } = termCoverage(view)
    const wasted = view.terms
      .filter(isWaste(view))
      .filter((one) => !isKeyword(one) && !isExcluded(one) && !isBrand(one))
      .toSorted((a, b) => b.window.cost_micros - a.window.cost_micros || a.term.localeCompare(b.term))
      .map((one) => ({ ...one, match: matchTypeFor(one.term, view) }))
    const cost = wasted.reduce((sum, { window }) => sum + window.cost_micros, 0)
    return {
      findings: wasted.map(({ last30, match, term, window }) => ({
        fields: {
          term,
          match_type: match,
          [`cost_${days}d`]: amountOf(window.cost_micros),
          clicks: window.clicks,
          conversions: 0,
          share_of_cost: shareOf(window.cost_micros, view.window.cost_micros)
        },
        operation: { op: "add_negative_keyword", text: term, match },
        wasted: last30.cost_micros
      })),
      summary: `Exclude ${pluralize(wasted.length, "search term")} that cost ${amountOf(cost)} in ${pluralize(days, "day")} and never converted`
    }
  },
  explainNoFindings: (view, { days }) => {
    if (view.terms.every(({ window }) => window.clicks === 0)) {
      return `No search term was clicked in ${pluralize(days, "day")}.`
    }
    const thresholdText =
      referenceCpa(view) === null
        ? `had ${minClicksWithoutReferenceCpa} clicks`
        : `cost ${referenceCpaText(view)} or had ${minClicksToJudge(view)} clicks`
    return `No search term ${thresholdText} without converting in ${pluralize(days, "day")}. Keywords, excluded terms and the brand do not count.`
  },
  step: {
    goal: "stop",
    rank: 0,
    title: (n) =>
      `Exclude ${pluralize(n, "search", "searches")} that never ${n === 1 ? "leads" : "lead"} to anything`,
    why: "Paid for in the last 30 days, without a conversion in 90.",
    line: wastedLine("term"),
    effect: "saved"
  }
}
