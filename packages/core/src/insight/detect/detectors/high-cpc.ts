import type { KeywordFigures } from "../../../campaigns/index.ts"
import { chanceOfCount } from "../../../statistics.ts"
import { amountOf, roundConversions, roundTo } from "../../amounts.ts"
import { moneyFormatter, pluralize } from "../../markdown.ts"
import {
  cpaEvidence,
  type DetectorDefinition,
  listExamples,
  numberField,
  pauseKeyword,
  quotedField
} from "../definition.ts"
import { describeAbsence, judgeByAbsence, makeBrandTest, referenceWithoutBrand } from "../excluded-terms.ts"
import { cpaInterval, describeCpa } from "../intervals.ts"
import {
  type CampaignView,
  confidence,
  enabledKeywords,
  highCpcCutoffs,
  noReference,
  referenceCpaText
} from "../view.ts"

interface Verdict {
  /** The cost of 30 days that pausing the keyword saves; null if it is only shown. */
  readonly waste: number | null
  readonly reason: string
  /** The probability that luck explains its figures. */
  readonly chance: number
}

/** Returns a function that judges a keyword by what it should have brought. */
const makeJudge = (view: CampaignView): ((keyword: KeywordFigures) => Verdict) => {
  const reference = referenceWithoutBrand(view, enabledKeywords(view))
  if (reference === null) return () => ({ waste: null, reason: noReference(view), chance: 1 })
  const absent = judgeByAbsence(enabledKeywords(view), reference)
  const isBrand = makeBrandTest(view)
  return (one) => {
    const cpa = cpaInterval(one.evidence, confidence)
    const isTooExpensive =
      one.evidence.conversions >= highCpcCutoffs.minConversions &&
      cpa.low > highCpcCutoffs.pauseCpas * reference.cpa
    const reason =
      one.conversions90 > 0
        ? `${describeCpa(one.evidence, cpa, view.currency)}; the campaign's reference is ${referenceCpaText(view)}.`
        : describeAbsence(one, reference)
    const chance =
      absent.get(one) ?? chanceOfCount(one.evidence.conversions, one.evidence.cost_micros / reference.cpa)
    if (isBrand(one.text)) return { waste: null, reason: `${reason} It contains the brand.`, chance }
    return absent.has(one) || isTooExpensive
      ? {
          waste: Math.max(0, one.last30.cost_micros - one.last30.conversions * reference.cpa),
          reason,
          chance
        }
      : { waste: null, reason: `${reason} Luck may explain it.`, chance }
  }
}

/**
 * Finds keywords whose clicks cost several times the campaign's average. One is paused only on evidence that it
 * does not pay off; the others are shown for review.
 */
export const highCpc: DetectorDefinition<"high_cpc"> = {
  strength: 3,
  needsServedDays: true,
  reads: ["keywords", "brand"],
  stops: "keywords",
  countsConversions: "What these are worth at the campaign's reference CPA is subtracted.",
  findingDays: 30,
  detect: (view, { threshold }) => {
    const average = view.last30.cost_micros / Math.max(1, view.last30.clicks)
    const judge = makeJudge(view)
    const expensive = (average === 0 ? [] : enabledKeywords(view))
      .filter(({ last30 }) => last30.clicks >= highCpcCutoffs.minClicks)
      .map((one) => ({ one, price: one.last30.cost_micros / one.last30.clicks }))
      .filter(({ price }) => price >= threshold * average)
      .map((row) => ({ ...row, ...judge(row.one) }))
      .toSorted((a, b) => b.price - a.price)
    const paused = expensive.filter(({ waste }) => waste !== null)
    return {
      findings: expensive.map(({ one, price, reason, waste }) => ({
        fields: {
          text: one.text,
          match_type: one.match,
          avg_cpc: amountOf(price),
          campaign_avg_cpc: amountOf(average),
          multiple: roundTo(price / average, 2),
          clicks_30d: one.last30.clicks,
          cost_30d: amountOf(one.last30.cost_micros),
          conversions_30d: roundConversions(one.last30.conversions),
          action: waste === null ? "review" : "pause",
          reason
        },
        operation: waste === null ? null : pauseKeyword(one)
      })),
      stops: paused.map(({ one, waste }) => ({
        keyword: one.id,
        micros: waste ?? 0,
        conversions: one.last30.conversions
      })),
      evidence: cpaEvidence(
        view,
        paused.map(({ chance, one: { evidence, text } }) => ({ ...evidence, text, chance }))
      ),
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
