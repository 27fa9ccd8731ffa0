import { amountOf } from "../../amounts.ts"
import { pluralize } from "../../markdown/text.ts"
import { type DetectorDefinition, pauseKeyword } from "../definition.ts"
import { wastedLine } from "../describe-findings.ts"
import { judgedKeywords, minClicksToJudge, referenceCpa, referenceCpaText } from "../thresholds.ts"

/** A keyword that cost this many conversions and brought none. */
const wastedCpaMultiple = 2

/** Finds keywords with enough cost or clicks and no conversion. */
export const noConversionKeywords: DetectorDefinition<"no_conversion_keywords"> = {
  needsServedDays: true,
  stops: "keywords",
  detect: (view) => {
    const reference = referenceCpa(view)
    const clicksToJudge = minClicksToJudge(view)
    const unproductive = judgedKeywords(view)
      .filter(({ last30 }) => last30.conversions === 0)
      .flatMap((one) => {
        const { clicks, cost_micros } = one.last30
        if (reference !== null && reference > 0 && cost_micros >= wastedCpaMultiple * reference) {
          const times = Math.floor(cost_micros / reference)
          return [{ one, reason: `It cost as much as ${times} conversions and brought none.` }]
        }
        const reason = `${clicks} clicks without a conversion; ${clicksToJudge} are no longer luck here.`
        return clicks >= clicksToJudge ? [{ one, reason }] : []
      })
      .toSorted((a, b) => b.one.last30.cost_micros - a.one.last30.cost_micros)
    const cost = unproductive.reduce((sum, { one }) => sum + one.last30.cost_micros, 0)
    return {
      findings: unproductive.map(({ one, reason }) => ({
        fields: {
          text: one.text,
          match_type: one.match,
          clicks_30d: one.last30.clicks,
          cost_30d: amountOf(one.last30.cost_micros),
          reference_cpa: reference === null ? null : amountOf(reference),
          reason
        },
        operation: pauseKeyword(one),
        wasted: one.last30.cost_micros
      })),
      summary: `Pause ${pluralize(unproductive.length, "keyword")} that cost ${amountOf(cost)} in 30 days and never converted`
    }
  },
  explainNoFindings: (view) =>
    `No enabled keyword without conversions cost ${referenceCpaText(view, wastedCpaMultiple)} or had ${minClicksToJudge(view)} clicks in 30 days.`,
  step: {
    goal: "stop",
    rank: 0,
    title: (n) => `Pause ${pluralize(n, "keyword")} that ${n === 1 ? "brings" : "bring"} nothing`,
    why: "By money or by clicks there was a fair chance, and no conversion in 30 days.",
    line: wastedLine("text"),
    effect: "saved"
  }
}
