import { amountOf, costPerConversion, roundConversions, type Traffic } from "../../amounts.ts"
import { pluralize } from "../../markdown.ts"
import { convertingLine, type DetectorDefinition, noFindings } from "../definition.ts"
import {
  addableTerms,
  minProvenConversions,
  newKeywordCpas,
  noReference,
  referenceCpa,
  referenceCpaText
} from "../view.ts"

/** Whether conversions exist and cost at most this much each. */
const isWithin = (sums: Traffic, maxCpa: number): boolean => (costPerConversion(sums) ?? Infinity) <= maxCpa

/** Finds converting searches without a keyword. Brand searches belong to the brand campaigns. */
export const newKeywords: DetectorDefinition<"new_keywords"> = {
  needsServedDays: true,
  reads: ["keywordTexts", "converting", "accountKeywords", "negatives", "brand"],
  stops: null,
  findingDays: 90,
  detect: (view) => {
    const reference = referenceCpa(view)
    if (reference === null) return noFindings
    const converting = addableTerms(view)
      .filter(
        ({ last30, last90 }) =>
          (last90.conversions >= minProvenConversions && isWithin(last90, newKeywordCpas * reference)) ||
          (last30.conversions >= 1 && isWithin(last30, reference))
      )
      .toSorted(
        (a, b) => b.last90.conversions - a.last90.conversions || a.last90.cost_micros - b.last90.cost_micros
      )
    return {
      findings: converting.map(({ ad, last90, term }) => ({
        fields: {
          term,
          suggested_match_type: "exact",
          clicks: last90.clicks,
          cost: amountOf(last90.cost_micros),
          conversions: roundConversions(last90.conversions),
          cpa: amountOf(last90.cost_micros / last90.conversions)
        },
        operation: { op: "add_keyword", ad, text: term, match: "exact" }
      })),
      summary: `Add ${pluralize(converting.length, "search term that converts", "search terms that convert")} as keywords`
    }
  },
  explainNoFindings: (view) =>
    referenceCpa(view) === null
      ? noReference(view)
      : `No search term outside the account's keywords had ${minProvenConversions} conversions in 90 days at a CPA of at most ${referenceCpaText(view, newKeywordCpas)}, or one in 30 days at ${referenceCpaText(view)}.`,
  step: {
    goal: "grow",
    rank: 2,
    title: (n) => `Bid on ${pluralize(n, "search", "searches")} that ${n === 1 ? "converts" : "convert"}`,
    why: "No keyword was made for them; they are met by chance. Figures of 90 days.",
    line: convertingLine("term", "conversions", "cpa"),
    effect: "these searches every time, at a bid of their own"
  }
}
