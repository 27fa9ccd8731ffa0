import type { FindingFields } from "../../../contract/index.ts"
import { amountOf, shareOf, totalBy } from "../../amounts.ts"
import { moneyFormatter, pluralize } from "../../markdown.ts"
import { estimateDays } from "../../savings/estimate.ts"
import { cpaEvidence, type DetectorDefinition, wastedLine } from "../definition.ts"
import { findWaste, type WasteRow } from "../excluded-terms.ts"
import { evidence, noReference, referenceCpaText, referenceOf } from "../view.ts"

const fieldsOf = (
  { action, match, reason, terms, text, window }: WasteRow,
  days: number,
  spent: number
): FindingFields<"negative_keywords"> => ({
  term: text,
  match_type: match,
  [`cost_${days}d`]: amountOf(window.cost_micros),
  clicks: window.clicks,
  conversions: 0,
  share_of_cost: shareOf(window.cost_micros, spent),
  ...(terms === null ? {} : { terms }),
  action,
  reason
})

/** Finds searches, and words that searches share, whose lack of conversions luck does not explain. */
export const negativeKeywords: DetectorDefinition<"negative_keywords"> = {
  strength: 1,
  windowOption: "days",
  needsServedDays: true,
  reads: ["keywordTexts", "terms", "negatives", "brand", "ownTexts"],
  stops: "searches",
  findingDays: 30,
  detect: (view, { days }) => {
    const { evidence: items, rows, stopped, stoppedByAiMax } = findWaste(view)
    const excluded = new Set(
      rows.flatMap(({ action, operation }) => (action === "exclude" ? [operation] : []))
    )
    const cost = totalBy(stopped, ({ last30 }) => last30.cost_micros)
    const aiMaxCost = totalBy(stoppedByAiMax, ({ aiMax }) => aiMax.last30.cost_micros)
    const money = moneyFormatter(view.currency)
    const steps = [
      ...(stoppedByAiMax.length === 0
        ? []
        : [
            `switch off AI Max, which matched ${pluralize(stoppedByAiMax.length, "search term")} that cost ${money(amountOf(aiMaxCost))} in ${estimateDays} days and never converted`
          ]),
      ...(excluded.size === 0
        ? []
        : [
            `exclude ${pluralize(excluded.size, "search term")} that cost ${money(amountOf(cost))} in ${estimateDays} days and never converted`
          ])
    ].join("; ")
    return {
      findings: rows.map((row) => ({
        fields: fieldsOf(row, days, view.window.cost_micros),
        monthFields: fieldsOf({ ...row, window: row.last30 }, estimateDays, view.last30.cost_micros),
        operation: row.operation
      })),
      // A search that converted in 90 days is never stopped, so these are the conversions of 30 days too.
      stops: [
        ...stopped.map(({ conversions90, last30, term }) => ({
          search: term,
          micros: last30.cost_micros,
          conversions: conversions90
        })),
        ...stoppedByAiMax.map(({ aiMax, conversions90, term }) => ({
          search: term,
          micros: aiMax.last30.cost_micros,
          conversions: conversions90,
          through: "ai_max" as const
        }))
      ],
      evidence: cpaEvidence(view, items),
      summary: `${steps.charAt(0).toUpperCase()}${steps.slice(1)}`
    }
  },
  explainNoFindings: (view, { days }) => {
    if (view.terms.every(({ window }) => window.clicks === 0)) {
      return `No search term was clicked in ${pluralize(days, "day")}.`
    }
    return referenceOf(view) === null
      ? noReference(view)
      : `No search term of the last ${pluralize(days, "day")} that cost ${referenceCpaText(view, evidence.minCpas)} or more in ${evidence.days} days lacks conversions beyond luck. Excluded terms do not count.`
  },
  step: {
    goal: "stop",
    rank: 0,
    title: (n) => `Exclude ${pluralize(n, "search term")} that never converted`,
    why: `Paid for in the last 30 days. The campaign's own rate promised several conversions in ${evidence.days}, and none came.`,
    line: wastedLine("term"),
    effect: "saved"
  }
}
