import { amountOf, roundConversions, roundTo } from "../../amounts.ts"
import { pluralize } from "../../markdown/text.ts"
import { type DetectorRule, makeFinding, type ProposedOperation, savingFromStops } from "../detection.ts"
import { costPerConversion, isOldEnough, minClicksForAverageCpc, referenceCpa } from "../thresholds.ts"
import type { CampaignView, KeywordView } from "../view.ts"

/** Returns the cost of a keyword beyond the value of its conversions; null if it pays off. */
const wastedCost = ({ last30 }: KeywordView, reference: number | null): number | null => {
  const cpa = costPerConversion(last30)
  if (cpa === null) return last30.cost_micros
  return reference !== null && cpa > reference ? last30.cost_micros - last30.conversions * reference : null
}

/**
 * Finds keywords whose clicks cost several times the campaign's average. An expensive keyword that pays off
 * is only shown.
 */
export const highCpc: DetectorRule<"high_cpc"> = (view: CampaignView, { threshold }) => {
  const average = view.last30.cost_micros / Math.max(1, view.last30.clicks)
  const reference = referenceCpa(view)
  const expensive =
    average === 0
      ? []
      : view.keywords
          .filter(
            (one) =>
              one.state === "enabled" && isOldEnough(one) && one.last30.clicks >= minClicksForAverageCpc
          )
          .map((one) => ({
            one,
            price: one.last30.cost_micros / one.last30.clicks,
            waste: wastedCost(one, reference)
          }))
          .filter(({ price }) => price >= threshold * average)
          .toSorted((a, b) => b.price - a.price)
  const paused = expensive.flatMap(({ one, waste }) => (waste === null ? [] : [{ one, waste }]))
  return {
    findings: expensive.map(({ one, price, waste }) =>
      makeFinding(
        {
          text: one.text,
          match_type: one.match,
          avg_cpc: amountOf(price),
          campaign_avg_cpc: amountOf(average),
          multiple: roundTo(price / average, 2),
          clicks_30d: one.last30.clicks,
          cost_30d: amountOf(one.last30.cost_micros),
          conversions_30d: roundConversions(one.last30.conversions),
          action: waste === null ? "review" : "pause"
        },
        waste !== null
      )
    ),
    operations: paused.map(
      ({ one }): ProposedOperation => ({
        op: "pause_keyword",
        keyword: one.id,
        text: one.text,
        match: one.match
      })
    ),
    ...savingFromStops(
      view,
      paused.map(({ one, waste }) => ({ keyword: one.id, micros: waste }))
    ),
    summary: `Pause ${pluralize(paused.length, "keyword")} with clicks at ${threshold} times the campaign's price or more`
  }
}
