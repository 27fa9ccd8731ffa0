import { amountOf, roundConversions } from "../../amounts.ts"
import { pluralize } from "../../markdown/text.ts"
import { type DetectorRule, makeFinding, noSaving, type ProposedOperation } from "../detection.ts"
import { costPerConversion, minProvenConversions, referenceCpa } from "../thresholds.ts"
import { termCoverage } from "../view.ts"

/** Finds converting searches without a keyword. Brand searches belong to the brand campaigns. */
export const newKeywords: DetectorRule<"new_keywords"> = (view) => {
  const reference = referenceCpa(view)
  const { isBrand, isExcluded, isKeyword } = termCoverage(view)
  const converting = view.terms
    .filter((one) => !isKeyword(one) && !isExcluded(one) && (view.type === "brand" || !isBrand(one)))
    .filter(({ last30, last90 }) => {
      const recent = costPerConversion(last30)
      const isCheap = recent !== null && reference !== null && recent <= reference
      return last90.conversions >= minProvenConversions || (last30.conversions >= 1 && isCheap)
    })
    .toSorted(
      (a, b) => b.last90.conversions - a.last90.conversions || a.last90.cost_micros - b.last90.cost_micros
    )
  return {
    findings: converting.map(({ last90, term }) =>
      makeFinding({
        term,
        suggested_match_type: "exact",
        clicks: last90.clicks,
        cost: amountOf(last90.cost_micros),
        conversions: roundConversions(last90.conversions),
        cpa: amountOf(last90.cost_micros / last90.conversions)
      })
    ),
    operations: converting.map(
      ({ ad, term }): ProposedOperation => ({ op: "add_keyword", ad, text: term, match: "exact" })
    ),
    ...noSaving,
    summary: `Add ${pluralize(converting.length, "search term that converts", "search terms that convert")} as keywords`
  }
}
