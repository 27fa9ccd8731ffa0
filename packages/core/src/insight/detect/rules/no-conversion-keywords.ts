import { amountOf } from "../../amounts.ts"
import { pluralize } from "../../markdown/text.ts"
import { type DetectorRule, makeFinding, type ProposedOperation, savingFromStops } from "../detection.ts"
import { isOldEnough, minClicksToJudge, referenceCpa, wastedCpaMultiple } from "../thresholds.ts"

/** Finds keywords with enough cost or clicks and no conversion. */
export const noConversionKeywords: DetectorRule<"no_conversion_keywords"> = (view) => {
  const reference = referenceCpa(view)
  const clicksToJudge = minClicksToJudge(view)
  const unproductive = view.keywords
    .filter((one) => one.state === "enabled" && isOldEnough(one) && one.last30.conversions === 0)
    .flatMap((one) => {
      const { clicks, cost_micros } = one.last30
      if (reference !== null && reference > 0 && cost_micros >= wastedCpaMultiple * reference) {
        const times = Math.floor(cost_micros / reference)
        return [{ one, reason: `It cost as much as ${times} conversions and brought none.` }]
      }
      return clicks >= clicksToJudge
        ? [
            {
              one,
              reason: `${clicks} clicks without a conversion; ${clicksToJudge} are no longer luck here.`
            }
          ]
        : []
    })
    .toSorted((a, b) => b.one.last30.cost_micros - a.one.last30.cost_micros)
  const cost = unproductive.reduce((sum, { one }) => sum + one.last30.cost_micros, 0)
  return {
    findings: unproductive.map(({ one, reason }) =>
      makeFinding({
        text: one.text,
        match_type: one.match,
        clicks_30d: one.last30.clicks,
        cost_30d: amountOf(one.last30.cost_micros),
        reference_cpa: reference === null ? null : amountOf(reference),
        reason
      })
    ),
    operations: unproductive.map(
      ({ one }): ProposedOperation => ({
        op: "pause_keyword",
        keyword: one.id,
        text: one.text,
        match: one.match
      })
    ),
    ...savingFromStops(
      view,
      unproductive.map(({ one }) => ({ keyword: one.id, micros: one.last30.cost_micros }))
    ),
    summary: `Pause ${pluralize(unproductive.length, "keyword")} that cost ${amountOf(cost)} in 30 days and never converted`
  }
}
