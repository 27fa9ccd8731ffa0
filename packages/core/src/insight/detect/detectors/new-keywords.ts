import type { ConvertingTraffic } from "../../../campaigns/index.ts"
import { amountOf, roundConversions } from "../../amounts.ts"
import { pluralize } from "../../markdown.ts"
import { addableTerms, describeProof, isProven } from "../addable-terms.ts"
import { convertingLine, type DetectorDefinition, noFindings } from "../definition.ts"
import { cpaInterval } from "../intervals.ts"
import {
  confidence,
  minProvenConversions,
  newKeywordBoundCpas,
  newKeywordCpas,
  noReference,
  referenceCpa,
  referenceCpaText
} from "../view.ts"

/** Whether a search is proven, cost at most this much per conversion, and is not that cheap by luck alone. */
const isGood = (sums: ConvertingTraffic, reference: number, maxCpas: number): boolean =>
  isProven(sums) &&
  sums.cost_micros <= maxCpas * reference * sums.conversions &&
  cpaInterval(sums, confidence).high <= newKeywordBoundCpas * reference

/** Finds converting searches without a keyword. Brand searches belong to the brand campaigns. */
export const newKeywords: DetectorDefinition<"new_keywords"> = {
  strength: 6,
  needsServedDays: true,
  reads: ["keywordTexts", "converting", "accountKeywords", "negatives", "brand", "ownTexts"],
  stops: null,
  findingDays: 90,
  detect: (view) => {
    const reference = referenceCpa(view)
    if (reference === null) return noFindings
    const converting = addableTerms(view)
      .filter(
        ({ last30, last90 }) => isGood(last90, reference, newKeywordCpas) || isGood(last30, reference, 1)
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
          cpa: amountOf(last90.cost_micros / last90.conversions),
          reason: `${describeProof(last90, view)}; the reference CPA is ${referenceCpaText(view)}.`
        },
        operation: { op: "add_keyword", ad, text: term, match: "exact" }
      })),
      summary: `Add ${pluralize(converting.length, "search term that converts", "search terms that convert")} as keywords`
    }
  },
  explainNoFindings: (view) =>
    referenceCpa(view) === null
      ? noReference(view)
      : `No search term outside the account's keywords had ${minProvenConversions} conversions on different days of the last 90 at a CPA of at most ${referenceCpaText(view, newKeywordCpas)}.`,
  step: {
    goal: "grow",
    rank: 2,
    title: (n) => `Bid on ${pluralize(n, "search", "searches")} that ${n === 1 ? "converts" : "convert"}`,
    why: "No keyword was made for them; they are met by chance. Figures of 90 days.",
    line: convertingLine("term", "conversions", "cpa"),
    effect: "these searches every time, at a bid of their own"
  }
}
