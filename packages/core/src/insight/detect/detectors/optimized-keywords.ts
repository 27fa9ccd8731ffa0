import type { KeywordFigures } from "../../../campaigns/index.ts"
import { amountOf, costPerConversion, roundConversions, type Sums } from "../../amounts.ts"
import { pluralize } from "../../markdown/text.ts"
import { type DetectorDefinition, type Finding, pauseKeyword } from "../definition.ts"
import { isOldEnough, minClicksToJudge } from "../thresholds.ts"
import { addableTerms, type CampaignView, type MatchType } from "../view.ts"

/** A keyword, or a search of the ad that it belongs to. */
interface Candidate {
  readonly text: string
  readonly match: MatchType
  readonly ad: number
  readonly last30: Sums
  readonly keyword: KeywordFigures | null
}

/** Orders by conversions, then cost per conversion, then clicks. */
const compareCandidates = (a: Candidate, b: Candidate): number => {
  const cpa = ({ last30 }: Candidate) => costPerConversion(last30) ?? Number.MAX_VALUE
  return (
    b.last30.conversions - a.last30.conversions ||
    cpa(a) - cpa(b) ||
    b.last30.clicks - a.last30.clicks ||
    a.text.localeCompare(b.text)
  )
}

const candidates = (view: CampaignView): ReadonlyArray<Candidate> => [
  ...view.keywords.filter(({ state }) => state === "enabled").map((keyword) => ({ ...keyword, keyword })),
  ...addableTerms(view)
    .filter(({ last30 }) => last30.conversions > 0)
    .map(({ ad, last30, term }) => ({ text: term, match: "exact" as const, ad, last30, keyword: null }))
]

const rankedFinding = (
  { ad, keyword, last30, match, text }: Candidate,
  rank: number,
  action: "keep" | "add" | "pause"
): Finding => ({
  fields: {
    text,
    match_type: match,
    rank,
    action,
    clicks: last30.clicks,
    cost: amountOf(last30.cost_micros),
    conversions: roundConversions(last30.conversions)
  },
  ...(action === "pause" && keyword !== null
    ? { operation: pauseKeyword(keyword), wasted: last30.cost_micros }
    : { operation: action === "add" ? { op: "add_keyword", ad, text, match } : null })
})

const summarize = (added: number, paused: number): string => {
  const parts = [
    added > 0 ? `add ${pluralize(added, "keyword that converts", "keywords that convert")}` : null,
    paused > 0 ? `pause ${pluralize(paused, "keyword that only costs", "keywords that only cost")}` : null
  ]
  const summary = parts.filter((part) => part !== null).join(" and ") || "keep the keywords as they are"
  return summary.charAt(0).toUpperCase() + summary.slice(1)
}

/** Keeps or adds the best keywords and searches; pauses the others that only cost money. */
export const optimizedKeywords: DetectorDefinition<"optimized_keywords"> = {
  needsServedDays: true,
  stops: "keywords",
  detect: (view, { suggested_count }) => {
    const clicksToJudge = minClicksToJudge(view)
    const isUnproductive = ({ keyword, last30 }: Candidate): boolean =>
      keyword !== null && isOldEnough(keyword) && last30.conversions === 0 && last30.clicks >= clicksToJudge
    const findings = candidates(view)
      .toSorted(compareCandidates)
      .flatMap((one, index): ReadonlyArray<Finding> => {
        const rank = index + 1
        if (rank <= suggested_count) return [rankedFinding(one, rank, one.keyword === null ? "add" : "keep")]
        return isUnproductive(one) ? [rankedFinding(one, rank, "pause")] : []
      })
    const countOf = (op: string) => findings.filter(({ operation }) => operation?.op === op).length
    return { findings, summary: summarize(countOf("add_keyword"), countOf("pause_keyword")) }
  },
  explainNoFindings: () =>
    "The campaign has no enabled keyword and no search term that converted in 30 days.",
  // Other detectors find the same keywords.
  step: null
}
