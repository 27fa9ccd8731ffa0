import type { FindingFields } from "../../../contract/index.ts"
import { amountOf, shareOf, totalBy } from "../../amounts.ts"
import { moneyFormatter } from "../../markdown/format.ts"
import { pluralize } from "../../markdown/text.ts"
import type { DetectorDefinition } from "../definition.ts"
import { wastedLine } from "../describe-findings.ts"
import { findWaste, type WasteRow } from "../excluded-terms.ts"
import { noReference, referenceCpaText, referenceOf } from "../reference.ts"
import { evidence } from "../thresholds.ts"

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
  windowOption: "days",
  needsServedDays: true,
  reads: ["keywordTexts", "terms", "negatives", "brand", "ownTexts"],
  stops: "searches",
  detect: (view, { days }) => {
    const { rows, stopped } = findWaste(view)
    const excluded = new Set(rows.flatMap(({ operation }) => operation ?? []))
    const cost = totalBy(stopped, ({ window }) => window.cost_micros)
    return {
      findings: rows.map((row) => ({
        fields: fieldsOf(row, days, view.window.cost_micros),
        operation: row.operation
      })),
      stops: stopped.map(({ last30, term }) => ({ search: term, micros: last30.cost_micros })),
      summary: `Exclude ${pluralize(excluded.size, "search term")} that cost ${moneyFormatter(view.currency)(amountOf(cost))} in ${pluralize(days, "day")} and never converted`
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
    title: (n) =>
      `Exclude ${pluralize(n, "search", "searches")} that never ${n === 1 ? "leads" : "lead"} to anything`,
    why: `Paid for in the last 30 days. The campaign's own rate promised several conversions in ${evidence.days}, and none came.`,
    line: wastedLine("term"),
    effect: "saved"
  }
}
