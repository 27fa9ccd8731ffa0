import { amountOf, costPerConversion, roundConversions } from "../../amounts.ts"
import { pluralize } from "../../markdown.ts"
import { describeProof } from "../addable-terms.ts"
import { convertingLine, type DetectorDefinition } from "../definition.ts"
import {
  enabledKeywords,
  minProvenConversions,
  noReference,
  normalizeWords,
  referenceCpa,
  referenceCpaText
} from "../view.ts"

/**
 * Finds broad and phrase keywords whose exact text converts well: an exact-match copy can have its own bid.
 */
export const exactMatch: DetectorDefinition<"exact_match"> = {
  strength: 7,
  needsServedDays: true,
  reads: ["keywordTexts", "converting"],
  stops: null,
  findingDays: 30,
  detect: (view) => {
    const reference = referenceCpa(view)
    const exact = new Set(
      view.keywords.filter(({ match }) => match === "exact").map(({ text }) => normalizeWords(text))
    )
    const termsByWords = new Map(view.converting.map((one) => [normalizeWords(one.term), one]))
    const seen = new Set<string>()
    const proven = enabledKeywords(view)
      .flatMap((one) => {
        const words = normalizeWords(one.text)
        const term = termsByWords.get(words)
        const cpa = term === undefined ? null : costPerConversion(term.last30)
        if (term === undefined || cpa === null || reference === null || exact.has(words)) return []
        if (term.last30.conversions < minProvenConversions || cpa > reference || seen.has(words)) return []
        seen.add(words)
        return [{ one, term, cpa }]
      })
      .toSorted((a, b) => b.term.last30.conversions - a.term.last30.conversions || a.cpa - b.cpa)
    return {
      findings: proven.map(({ cpa, one: { ad, match, text }, term: { last30 } }) => ({
        fields: {
          text,
          current_match_type: match,
          term_clicks: last30.clicks,
          term_cost: amountOf(last30.cost_micros),
          term_conversions: roundConversions(last30.conversions),
          term_cpa: amountOf(cpa),
          reason: `${describeProof(last30, view)} from searches of just these words; the reference CPA is ${referenceCpaText(view)}.`
        },
        operation: { op: "add_keyword", ad, text, match: "exact" }
      })),
      summary: `Add an exact twin for ${pluralize(proven.length, "keyword")} whose own words convert`
    }
  },
  explainNoFindings: (view) =>
    referenceCpa(view) === null
      ? noReference(view)
      : `No broad or phrase keyword without an exact twin has a search term of the same words with ${minProvenConversions} conversions in 30 days at a CPA of at most ${referenceCpaText(view)}.`,
  step: {
    goal: "grow",
    rank: 3,
    title: (n) => `Add exact twins of ${pluralize(n, "keyword")}`,
    why: "Searched in just these words, they convert at a good price. The wide keywords stay.",
    line: convertingLine("text", "term_conversions", "term_cpa"),
    effect: "a bid of their own for the words that convert"
  }
}
