import type { KeywordFigures } from "../../../campaigns/index.ts"
import { amountOf, costPerConversion, roundConversions, roundTo } from "../../amounts.ts"
import { pluralize } from "../../markdown/text.ts"
import { type DetectorDefinition, pauseKeyword } from "../definition.ts"
import { listExamples, numberField, quotedField } from "../describe-findings.ts"
import { judgedKeywords, referenceCpa } from "../thresholds.ts"

/** Clicks before an average cost per click is more than chance. */
const minClicks = 10

/** Returns the cost of a keyword beyond the value of its conversions; null if it pays off. */
const wastedCost = ({ last30 }: KeywordFigures, reference: number | null): number | null => {
  const cpa = costPerConversion(last30)
  if (cpa === null) return last30.cost_micros
  return reference !== null && cpa > reference ? last30.cost_micros - last30.conversions * reference : null
}

/**
 * Finds keywords whose clicks cost several times the campaign's average. An expensive keyword that pays off
 * is only shown.
 */
export const highCpc: DetectorDefinition<"high_cpc"> = {
  needsServedDays: true,
  stops: "keywords",
  detect: (view, { threshold }) => {
    const average = view.last30.cost_micros / Math.max(1, view.last30.clicks)
    const reference = referenceCpa(view)
    const expensive = (average === 0 ? [] : judgedKeywords(view))
      .filter(({ last30 }) => last30.clicks >= minClicks)
      .map((one) => ({
        one,
        price: one.last30.cost_micros / one.last30.clicks,
        waste: wastedCost(one, reference)
      }))
      .filter(({ price }) => price >= threshold * average)
      .toSorted((a, b) => b.price - a.price)
    const paused = expensive.filter(({ waste }) => waste !== null)
    return {
      findings: expensive.map(({ one, price, waste }) => ({
        fields: {
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
        ...(waste === null ? { operation: null } : { operation: pauseKeyword(one), wasted: waste })
      })),
      summary: `Pause ${pluralize(paused.length, "keyword")} with clicks at ${threshold} times the campaign's price or more`
    }
  },
  explainNoFindings: ({ last30 }, { threshold }) =>
    last30.clicks === 0
      ? "The campaign had no clicks in 30 days."
      : `No enabled keyword with at least ${minClicks} clicks in 30 days costs ${threshold} times the average CPC of ${amountOf(last30.cost_micros / last30.clicks)}.`,
  step: {
    goal: "stop",
    rank: 0,
    title: (n) => `Pause ${pluralize(n, "keyword")} whose clicks cost too much`,
    why: "A click costs several times what the campaign pays, and the conversions do not make up for it.",
    line: (result, money) =>
      `${listExamples(result, (fields) => `${quotedField(fields, "text")} (${money(numberField(fields, "avg_cpc"))} a click)`)} where the campaign pays ${money(numberField(result.examples[0], "campaign_avg_cpc"))}: ${money(result.saving ?? 0)} a month`,
    effect: "saved"
  }
}
