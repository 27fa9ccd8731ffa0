import { amountOf, conversionsOf } from "../../amounts.ts"
import { counted } from "../../markdown/text.ts"
import { costPerConversion, provenConversions, referenceCpa } from "../cut-offs.ts"
import { finding, noSaving, type Proposed, type Rule } from "../detection.ts"
import { standing } from "../view.ts"

/** Searches that convert and that no keyword was made for. The brand's own belong to the brand's campaigns. */
export const newKeywords: Rule<"new_keywords"> = (view) => {
  const reference = referenceCpa(view)
  const { isBrand, isExcluded, isKeyword } = standing(view)
  const found = view.terms
    .filter((one) => !isKeyword(one) && !isExcluded(one) && (view.type === "brand" || !isBrand(one)))
    .filter(({ last30, last90 }) => {
      const recent = costPerConversion(last30)
      const isCheap = recent !== null && reference !== null && recent <= reference
      return last90.conversions >= provenConversions || (last30.conversions >= 1 && isCheap)
    })
    .toSorted(
      (a, b) => b.last90.conversions - a.last90.conversions || a.last90.cost_micros - b.last90.cost_micros
    )
  return {
    findings: found.map(({ last90, term }) =>
      finding({
        term,
        suggested_match_type: "exact",
        clicks: last90.clicks,
        cost: amountOf(last90.cost_micros),
        conversions: conversionsOf(last90.conversions),
        cpa: amountOf(last90.cost_micros / last90.conversions)
      })
    ),
    operations: found.map(
      ({ ad, term }): Proposed => ({ op: "add_keyword", ad, text: term, match: "exact" })
    ),
    ...noSaving,
    summary: `Add ${counted(found.length, "search term that converts", "search terms that convert")} as keywords`
  }
}
