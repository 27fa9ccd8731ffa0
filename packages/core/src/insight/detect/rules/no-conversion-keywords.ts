import { amountOf } from "../../amounts.ts"
import { counted } from "../../markdown/text.ts"
import { enoughClicks, isOldEnough, referenceCpa, wastedConversions } from "../cut-offs.ts"
import { finding, type Proposed, type Rule, savingBy } from "../detection.ts"

/** Keywords that had their chance, by money or by clicks, and brought nothing. */
export const noConversionKeywords: Rule<"no_conversion_keywords"> = (view) => {
  const reference = referenceCpa(view)
  const enough = enoughClicks(view)
  const barren = view.keywords
    .filter((one) => one.state === "enabled" && isOldEnough(one) && one.last30.conversions === 0)
    .flatMap((one) => {
      const { clicks, cost_micros } = one.last30
      if (reference !== null && reference > 0 && cost_micros >= wastedConversions * reference) {
        const times = Math.floor(cost_micros / reference)
        return [{ one, reason: `It cost as much as ${times} conversions and brought none.` }]
      }
      return clicks >= enough
        ? [{ one, reason: `${clicks} clicks without a conversion; ${enough} are no longer luck here.` }]
        : []
    })
    .toSorted((a, b) => b.one.last30.cost_micros - a.one.last30.cost_micros)
  const cost = barren.reduce((sum, { one }) => sum + one.last30.cost_micros, 0)
  return {
    findings: barren.map(({ one, reason }) =>
      finding({
        text: one.text,
        match_type: one.match,
        clicks_30d: one.last30.clicks,
        cost_30d: amountOf(one.last30.cost_micros),
        reference_cpa: reference === null ? null : amountOf(reference),
        reason
      })
    ),
    operations: barren.map(
      ({ one }): Proposed => ({ op: "pause_keyword", keyword: one.id, text: one.text, match: one.match })
    ),
    ...savingBy(
      view,
      barren.map(({ one }) => ({ keyword: one.id, micros: one.last30.cost_micros }))
    ),
    summary: `Pause ${counted(barren.length, "keyword")} that cost ${amountOf(cost)} in 30 days and never converted`
  }
}
