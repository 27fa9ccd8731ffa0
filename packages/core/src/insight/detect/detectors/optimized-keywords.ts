import type { KeywordFigures } from "../../../campaigns/index.ts"
import type { FindingFields } from "../../../contract/index.ts"
import { amountOf, costPerConversion, roundConversions, type Traffic } from "../../amounts.ts"
import { pluralize } from "../../markdown.ts"
import { addableTerms, describeProof, isProven } from "../addable-terms.ts"
import { cpaEvidence, type DetectorDefinition, type Finding, pauseKeyword } from "../definition.ts"
import { describeAbsence, judgeByAbsence, makeBrandTest, referenceWithoutBrand } from "../excluded-terms.ts"
import { type CampaignView, enabledKeywords, type MatchType } from "../view.ts"

/** A keyword, or a search of the ad that it belongs to. */
interface Candidate {
  readonly text: string
  readonly match: MatchType
  readonly ad: number
  readonly last30: Traffic
  readonly keyword: KeywordFigures | null
  /** What a search converted; null for a keyword. */
  readonly proof: string | null
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
  ...enabledKeywords(view).map((keyword) => ({ ...keyword, keyword, proof: null })),
  ...addableTerms(view)
    .filter(({ last30 }) => isProven(last30))
    .map((one) => ({
      text: one.term,
      match: "exact" as const,
      ad: one.ad,
      last30: one.last30,
      keyword: null,
      proof: describeProof(one.last30, view)
    }))
]

type Action = "keep" | "add" | "pause"

const rankedFinding = (
  { ad, keyword, last30, match, text }: Candidate,
  rank: number,
  action: Action,
  reason: string
): Finding<FindingFields<"optimized_keywords">> => ({
  fields: {
    text,
    match_type: match,
    rank,
    action,
    clicks: last30.clicks,
    cost: amountOf(last30.cost_micros),
    conversions: roundConversions(last30.conversions),
    reason
  },
  operation:
    action === "pause" && keyword !== null
      ? pauseKeyword(keyword)
      : action === "add"
        ? { op: "add_keyword", ad, text, match }
        : null
})

const summarize = (added: number, paused: number): string => {
  const parts = [
    added > 0 ? `add ${pluralize(added, "keyword that converts", "keywords that convert")}` : null,
    paused > 0
      ? `pause ${pluralize(paused, "keyword that never converted", "keywords that never converted")}`
      : null
  ]
  const summary = parts.filter((part) => part !== null).join(" and ") || "keep the keywords as they are"
  return summary.charAt(0).toUpperCase() + summary.slice(1)
}

/** Returns the enabled keywords that may be paused for their lack of conversions. */
const absentKeywords = (view: CampaignView): ReadonlyMap<KeywordFigures, number> => {
  const reference = referenceWithoutBrand(view, enabledKeywords(view))
  if (reference === null) return new Map()
  const isBrand = makeBrandTest(view)
  return new Map([...judgeByAbsence(enabledKeywords(view), reference)].filter(([{ text }]) => !isBrand(text)))
}

/** Keeps or adds the best keywords and searches; pauses the others whose lack of conversions is no luck. */
export const optimizedKeywords: DetectorDefinition<"optimized_keywords"> = {
  strength: 8,
  needsServedDays: true,
  reads: ["keywords", "converting", "negatives", "brand"],
  stops: "keywords",
  findingDays: 30,
  detect: (view, { include_kept, suggested_count }) => {
    const absent = absentKeywords(view)
    const actionOf = ({ keyword }: Candidate, rank: number): Action | null => {
      if (rank <= suggested_count) return keyword === null ? "add" : include_kept ? "keep" : null
      return keyword !== null && absent.has(keyword) ? "pause" : null
    }
    const reference = referenceWithoutBrand(view, enabledKeywords(view))
    const reasonFor = ({ keyword, proof }: Candidate, action: Action): string =>
      action === "pause" && keyword !== null && reference !== null
        ? describeAbsence(keyword, reference)
        : proof === null
          ? `It is among the best ${suggested_count}.`
          : `${proof}.`
    const ranked = candidates(view)
      .toSorted(compareCandidates)
      .flatMap((one, index) => {
        const action = actionOf(one, index + 1)
        if (action === null) return []
        const finding = rankedFinding(one, index + 1, action, reasonFor(one, action))
        return [{ one, action, finding }]
      })
    const paused = ranked.flatMap(({ action, one: { keyword } }) =>
      action === "pause" && keyword !== null ? [keyword] : []
    )
    const added = ranked.filter(({ action }) => action === "add")
    return {
      findings: ranked.map(({ finding }) => finding),
      stops: paused.map(({ id, last30 }) => ({
        keyword: id,
        micros: last30.cost_micros,
        conversions: last30.conversions
      })),
      // What was added converted already; only what is paused is a matter of chance.
      ...(paused.length === 0 || added.length > 0
        ? {}
        : {
            evidence: cpaEvidence(
              view,
              paused.map((one) => ({ ...one.evidence, text: one.text, chance: absent.get(one)! }))
            )
          }),
      summary: summarize(added.length, paused.length)
    }
  },
  explainNoFindings: () =>
    "The keywords can stay as they are: no other search term converted enough to be added, and none of them lacks conversions beyond luck.",
  // Other detectors find the same keywords.
  step: null
}
