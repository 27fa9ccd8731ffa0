import { amountOf, roundConversions } from "../../amounts.ts"
import { pluralize } from "../../markdown/text.ts"
import { type DetectorRule, makeFinding, noSaving, type ProposedOperation } from "../detection.ts"
import { costPerConversion, isOldEnough, minProvenConversions, referenceCpa } from "../thresholds.ts"
import { normalizeWords } from "../view.ts"

/**
 * Finds broad and phrase keywords whose exact text converts well: an exact-match copy can have its own bid.
 */
export const exactMatch: DetectorRule<"exact_match"> = (view) => {
  const reference = referenceCpa(view)
  const exact = new Set(
    view.keywords.filter(({ match }) => match === "exact").map(({ text }) => normalizeWords(text))
  )
  const termsByWords = new Map(view.terms.map((one) => [normalizeWords(one.term), one]))
  const seen = new Set<string>()
  const proven = view.keywords
    .filter((one) => one.state === "enabled" && isOldEnough(one))
    .flatMap((one) => {
      const words = normalizeWords(one.text)
      const term = termsByWords.get(words)
      const cpa = term === undefined ? null : costPerConversion(term.last30)
      if (term === undefined || cpa === null || reference === null || exact.has(words)) return []
      if (term.last30.conversions < minProvenConversions || cpa > reference || seen.has(words)) return []
      seen.add(words)
      return [{ one, term, cpa }]
    })
    .toSorted((a, b) => b.term.last30.conversions - a.term.last30.conversions || a.cpa - b.cpa)
  return {
    findings: proven.map(({ cpa, one, term }) =>
      makeFinding({
        text: one.text,
        current_match_type: one.match,
        term_clicks: term.last30.clicks,
        term_cost: amountOf(term.last30.cost_micros),
        term_conversions: roundConversions(term.last30.conversions),
        term_cpa: amountOf(cpa)
      })
    ),
    operations: proven.map(
      ({ one }): ProposedOperation => ({ op: "add_keyword", ad: one.ad, text: one.text, match: "exact" })
    ),
    ...noSaving,
    summary: `Add an exact twin for ${pluralize(proven.length, "keyword")} whose own words convert`
  }
}
