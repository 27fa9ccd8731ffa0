import { amountOf, roundConversions, shareOf } from "../../amounts.ts"
import { pluralize } from "../../markdown/text.ts"
import { type DetectorRule, emptyDetection, makeFinding, noSaving } from "../detection.ts"
import { costPerConversion, highPotential, isOldEnough, referenceCpa } from "../thresholds.ts"
import { normalizeWords } from "../view.ts"

/**
 * Finds high-potential keywords: they convert cheaply in a campaign whose budget runs out, so they deserve
 * their own campaign.
 */
export const hipo: DetectorRule<"hipo"> = (view) => {
  const reference = referenceCpa(view)
  const used = view.budget > 0 ? view.last7.cost_micros / (view.budget * 7 * 1_000_000) : 0
  if (reference === null || used < highPotential.spent) return emptyDetection
  const strong = view.keywords
    .filter((one) => one.state === "enabled" && isOldEnough(one))
    .flatMap((one) => {
      const cpa = costPerConversion(one.last30)
      const isCheap = cpa !== null && cpa <= highPotential.share * reference
      return isCheap && one.last30.conversions >= highPotential.conversions ? [{ one, cpa }] : []
    })
    .toSorted((a, b) => b.one.last30.conversions - a.one.last30.conversions || a.cpa - b.cpa)
  // The same text in several ads or match types is one keyword of the new campaign.
  const distinct = new Map(strong.map(({ one }) => [`${one.match} ${normalizeWords(one.text)}`, one]))
  return {
    findings: strong.map(({ cpa, one }) =>
      makeFinding({
        text: one.text,
        conversions_30d: roundConversions(one.last30.conversions),
        cpa: amountOf(cpa),
        conversion_share: shareOf(
          one.last30.conversions,
          Math.max(view.last30.conversions, one.last30.conversions)
        ),
        budget_utilisation: shareOf(used, 1)
      })
    ),
    operations:
      distinct.size === 0
        ? []
        : [
            {
              op: "create_draft",
              type: "hipo",
              keywords: [...distinct.values()].map(({ match, text }) => ({ text, match }))
            }
          ],
    ...noSaving,
    summary: `Give ${pluralize(distinct.size, "keyword")} with high potential a campaign of their own`
  }
}
