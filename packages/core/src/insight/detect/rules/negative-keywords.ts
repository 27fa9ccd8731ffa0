import { blocks, wordsOf } from "../../../campaigns/index.ts"
import { amountOf, shareOf } from "../../amounts.ts"
import { counted } from "../../markdown/text.ts"
import { clicksWithoutReference, enoughClicks, referenceCpa, wordsForExact } from "../cut-offs.ts"
import { finding, type Proposed, type Rule, savingBy } from "../detection.ts"
import { type CampaignView, type MatchType, standing, type TermView } from "../view.ts"

/**
 * How much to exclude. Never broad: people were burnt by that. A longer term goes as a phrase, and takes its
 * variants with it, unless a keyword or a search that converts would go too.
 */
const matchFor = (term: string, view: CampaignView): MatchType => {
  if (wordsOf(term).length <= wordsForExact) return "exact"
  const phrase = { text: term, match: "phrase" as const }
  const hits =
    view.keywords.some(({ state, text }) => state === "enabled" && blocks(phrase, text)) ||
    view.terms.some(({ last90, term: other }) => last90.conversions > 0 && blocks(phrase, other))
  return hits ? "exact" : "phrase"
}

const isWaste = (view: CampaignView): ((one: TermView) => boolean) => {
  const reference = referenceCpa(view)
  const enough = enoughClicks(view)
  return ({ last90, window: { clicks, cost_micros } }) => {
    // The days asked about are among the last 90.
    if (last90.conversions > 0) return false
    if (reference === null) return clicks >= clicksWithoutReference
    return cost_micros > 0 && (cost_micros >= reference || clicks >= enough)
  }
}

/** Searches that were paid for and never lead to anything. */
export const negativeKeywords: Rule<"negative_keywords"> = (view, { days }) => {
  const { isBrand, isExcluded, isKeyword } = standing(view)
  const wasted = view.terms
    .filter(isWaste(view))
    .filter((one) => !isKeyword(one) && !isExcluded(one) && !isBrand(one))
    .toSorted((a, b) => b.window.cost_micros - a.window.cost_micros || a.term.localeCompare(b.term))
    .map((one) => ({ one, match: matchFor(one.term, view) }))
  const cost = wasted.reduce((sum, { one }) => sum + one.window.cost_micros, 0)
  return {
    findings: wasted.map(({ match, one: { term, window } }) =>
      finding({
        term,
        match_type: match,
        [`cost_${days}d`]: amountOf(window.cost_micros),
        clicks: window.clicks,
        conversions: 0,
        share_of_cost: shareOf(window.cost_micros, view.window.cost_micros)
      })
    ),
    operations: wasted.map(
      ({ match, one }): Proposed => ({ op: "add_negative_keyword", text: one.term, match })
    ),
    ...savingBy(
      view,
      wasted.map(({ one: { last30, term } }) => ({ search: term, micros: last30.cost_micros }))
    ),
    summary: `Exclude ${counted(wasted.length, "search term")} that cost ${amountOf(cost)} in ${counted(days, "day")} and never converted`
  }
}
