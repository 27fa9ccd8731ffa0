import type { KeywordFigures } from "../../../campaigns/index.ts"
import { amountOf, costPerConversion, roundConversions, roundTo } from "../../amounts.ts"
import { moneyFormatter, pluralize } from "../../markdown.ts"
import {
  type DetectorDefinition,
  listExamples,
  numberField,
  pauseKeyword,
  quotedField
} from "../definition.ts"
import { judgeByAbsence, makeBrandTest } from "../excluded-terms.ts"
import { type CampaignView, enabledKeywords, highCpcCutoffs, referenceOf } from "../view.ts"

/** Returns a function that gives the cost of 30 days that pausing a keyword saves; null if it is only shown. */
const makeWaste = (view: CampaignView): ((keyword: KeywordFigures) => number | null) => {
  const reference = referenceOf(view)
  if (reference === null) return () => null
  const absent = judgeByAbsence(enabledKeywords(view), reference)
  const isBrand = makeBrandTest(view)
  const isTooExpensive = ({ evidence }: KeywordFigures) =>
    evidence.conversions >= highCpcCutoffs.minConversions &&
    (costPerConversion(evidence) ?? 0) > highCpcCutoffs.pauseCpas * reference.cpa
  return (one) => {
    if (isBrand(one.text) || !(absent.has(one) || isTooExpensive(one))) return null
    return Math.max(0, one.last30.cost_micros - one.last30.conversions * reference.cpa)
  }
}

/**
 * Finds keywords whose clicks cost several times the campaign's average. One is paused only on evidence that it
 * does not pay off; the others are shown for review.
 */
export const highCpc: DetectorDefinition<"high_cpc"> = {
  needsServedDays: true,
  reads: ["keywords", "brand"],
  stops: "keywords",
  countsConversions: "What these are worth at the campaign's reference CPA is subtracted.",
  findingDays: 30,
  detect: (view, { threshold }) => {
    const average = view.last30.cost_micros / Math.max(1, view.last30.clicks)
    const wasteOf = makeWaste(view)
    const expensive = (average === 0 ? [] : enabledKeywords(view))
      .filter(({ last30 }) => last30.clicks >= highCpcCutoffs.minClicks)
      .map((one) => ({ one, price: one.last30.cost_micros / one.last30.clicks }))
      .filter(({ price }) => price >= threshold * average)
      .map((row) => ({ ...row, waste: wasteOf(row.one) }))
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
        operation: waste === null ? null : pauseKeyword(one)
      })),
      stops: paused.map(({ one, waste }) => ({
        keyword: one.id,
        micros: waste ?? 0,
        conversions: one.last30.conversions
      })),
      summary: `Pause ${pluralize(paused.length, "keyword")} with clicks at ${threshold} times the campaign's price or more`
    }
  },
  explainNoFindings: ({ currency, last30 }, { threshold }) =>
    last30.clicks === 0
      ? "The campaign had no clicks in 30 days."
      : `No enabled keyword with at least ${highCpcCutoffs.minClicks} clicks in 30 days costs ${threshold} times the average CPC of ${moneyFormatter(currency)(amountOf(last30.cost_micros / last30.clicks))}.`,
  step: {
    goal: "stop",
    rank: 0,
    title: (n) => `Pause ${pluralize(n, "keyword")} with clicks far above the campaign's price`,
    why: "A click costs several times what the campaign pays, and the conversions do not make up for it. The saving is the cost above what these conversions are worth.",
    line: (result, money) =>
      `${listExamples(result, (fields) => `${quotedField(fields, "text")} (${money(numberField(fields, "avg_cpc"))} a click)`)} where the campaign pays ${money(numberField(result.examples[0], "campaign_avg_cpc"))}: ${money(result.saving ?? 0)} a month`,
    effect: "saved"
  }
}
