import { amountOf, roundConversions, type Sums } from "../../amounts.ts"
import { pluralize } from "../../markdown/text.ts"
import { type DetectorRule, makeFinding, type ProposedOperation, savingFromStops } from "../detection.ts"
import { costPerConversion, isOldEnough, minClicksToJudge } from "../thresholds.ts"
import { type CampaignView, type KeywordView, type MatchType, type TermView, termCoverage } from "../view.ts"

interface Candidate {
  readonly text: string
  readonly match: MatchType
  readonly last30: Sums
  readonly keyword: KeywordView | null
  readonly term: TermView | null
}

/** Orders by conversions, then cost per conversion, then clicks. */
const compareCandidates = (a: Candidate, b: Candidate): number => {
  const [one, other] = [a, b].map(({ last30 }) => costPerConversion(last30) ?? Number.MAX_VALUE) as [
    number,
    number
  ]
  return (
    b.last30.conversions - a.last30.conversions ||
    one - other ||
    b.last30.clicks - a.last30.clicks ||
    a.text.localeCompare(b.text)
  )
}

const candidates = (view: CampaignView): ReadonlyArray<Candidate> => {
  const { isBrand, isExcluded, isKeyword } = termCoverage(view)
  const canAdd = (one: TermView) =>
    !isExcluded(one) && !isKeyword(one) && (view.type === "brand" || !isBrand(one))
  return [
    ...view.keywords
      .filter(({ state }) => state === "enabled")
      .map((keyword) => ({ ...keyword, keyword, term: null })),
    ...view.terms
      .filter((one) => one.last30.conversions > 0 && canAdd(one))
      .map((term) => ({ text: term.term, match: "exact" as const, last30: term.last30, keyword: null, term }))
  ]
}

type Ranked = Candidate & { readonly rank: number; readonly action: "keep" | "add" | "pause" }

const operationOf = ({ action, keyword, match, term, text }: Ranked): ReadonlyArray<ProposedOperation> => {
  if (term !== null) return [{ op: "add_keyword", ad: term.ad, text, match }]
  if (action === "pause" && keyword !== null)
    return [{ op: "pause_keyword", keyword: keyword.id, text, match }]
  return []
}

const summarize = (added: number, paused: number): string => {
  const parts = [
    added > 0 ? `add ${pluralize(added, "keyword that converts", "keywords that convert")}` : null,
    paused > 0 ? `pause ${pluralize(paused, "keyword that only costs", "keywords that only cost")}` : null
  ]
  const summary = parts.filter((part) => part !== null).join(" and ") || "keep the keywords as they are"
  return summary.charAt(0).toUpperCase() + summary.slice(1)
}

/** Keeps or adds the best keywords and searches; pauses the others that only cost money. */
export const optimizedKeywords: DetectorRule<"optimized_keywords"> = (view, { suggested_count }) => {
  const clicksToJudge = minClicksToJudge(view)
  const isUnproductive = ({ keyword, last30 }: Candidate): boolean =>
    keyword !== null && isOldEnough(keyword) && last30.conversions === 0 && last30.clicks >= clicksToJudge
  const ranked = [...candidates(view)]
    .sort(compareCandidates)
    .flatMap((one, index): ReadonlyArray<Ranked> => {
      const rank = index + 1
      if (rank <= suggested_count) return [{ ...one, rank, action: one.keyword === null ? "add" : "keep" }]
      return isUnproductive(one) ? [{ ...one, rank, action: "pause" }] : []
    })
  const operations = ranked.flatMap(operationOf)
  const paused = ranked.flatMap(({ action, keyword, last30 }) =>
    action === "pause" && keyword !== null ? [{ keyword: keyword.id, micros: last30.cost_micros }] : []
  )
  return {
    findings: ranked.map(({ action, last30, match, rank, text }) =>
      makeFinding(
        {
          text,
          match_type: match,
          rank,
          action,
          clicks: last30.clicks,
          cost: amountOf(last30.cost_micros),
          conversions: roundConversions(last30.conversions)
        },
        action !== "keep"
      )
    ),
    operations,
    ...savingFromStops(view, paused),
    summary: summarize(operations.length - paused.length, paused.length)
  }
}
