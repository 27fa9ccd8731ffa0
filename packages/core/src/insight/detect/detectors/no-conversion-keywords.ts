import { amountOf, totalBy } from "../../amounts.ts"
import { moneyFormatter, pluralize } from "../../markdown.ts"
import { cpaEvidence, type DetectorDefinition, noFindings, pauseKeyword, wastedLine } from "../definition.ts"
import { describeAbsence, judgeByAbsence, makeBrandTest, referenceWithoutBrand } from "../excluded-terms.ts"
import { enabledKeywords, evidence, noReference, referenceCpaText, referenceOf } from "../view.ts"

/** Finds keywords whose lack of conversions luck does not explain. */
export const noConversionKeywords: DetectorDefinition<"no_conversion_keywords"> = {
  strength: 2,
  needsServedDays: true,
  reads: ["keywords", "brand"],
  stops: "keywords",
  findingDays: 30,
  detect: (view) => {
    const reference = referenceWithoutBrand(view, enabledKeywords(view))
    if (reference === null) return noFindings
    const isBrand = makeBrandTest(view)
    const absent = [...judgeByAbsence(enabledKeywords(view), reference)]
      .map(([one, chance]) => ({ one, chance, review: isBrand(one.text) }))
      .toSorted((a, b) => b.one.last30.cost_micros - a.one.last30.cost_micros || a.one.id - b.one.id)
    const paused = absent.filter(({ review }) => !review).map(({ one }) => one)
    const cost = totalBy(paused, ({ last30 }) => last30.cost_micros)
    return {
      findings: absent.map(({ one, review }) => ({
        fields: {
          text: one.text,
          match_type: one.match,
          clicks_30d: one.last30.clicks,
          cost_30d: amountOf(one.last30.cost_micros),
          reference_cpa: amountOf(reference.cpa),
          action: review ? "review" : "pause",
          reason: `${describeAbsence(one, reference)}${review ? " It contains the brand." : ""}`
        },
        operation: review ? null : pauseKeyword(one)
      })),
      stops: paused.map(({ id, last30 }) => ({
        keyword: id,
        micros: last30.cost_micros,
        conversions: last30.conversions
      })),
      evidence: cpaEvidence(
        view,
        absent
          .filter(({ review }) => !review)
          .map(({ chance, one: { evidence, text } }) => ({ ...evidence, text, chance }))
      ),
      summary: `Pause ${pluralize(paused.length, "keyword")} that cost ${moneyFormatter(view.currency)(amountOf(cost))} in 30 days and never converted`
    }
  },
  explainNoFindings: (view) =>
    referenceOf(view) === null
      ? noReference(view)
      : `No enabled keyword that cost ${referenceCpaText(view, evidence.minCpas)} or more in ${evidence.days} days lacks conversions beyond luck.`,
  step: {
    goal: "stop",
    rank: 0,
    title: (n) => `Pause ${pluralize(n, "keyword")} that never converted`,
    why: `The campaign's own rate promised several conversions in ${evidence.days} days, and none came.`,
    line: wastedLine("text"),
    effect: "saved"
  }
}
