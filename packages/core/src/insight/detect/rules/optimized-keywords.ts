import { amountOf, conversionsOf, type Sums } from "../../amounts.ts"
import { counted } from "../../markdown/text.ts"
import { costPerConversion, enoughClicks, isOldEnough } from "../cut-offs.ts"
import { finding, type Proposed, type Rule, savingBy } from "../detection.ts"
import { type CampaignView, type KeywordView, type MatchType, standing, type TermView } from "../view.ts"

interface Candidate {
  readonly text: string
  readonly match: MatchType
  readonly last30: Sums
  readonly keyword: KeywordView | null
  readonly term: TermView | null
}

/** Conversions first, then what one costs, then clicks. */
const better = (a: Candidate, b: Candidate): number => {
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
  const { isBrand, isExcluded, isKeyword } = standing(view)
  const mayBuy = (one: TermView) =>
    !isExcluded(one) && !isKeyword(one) && (view.type === "brand" || !isBrand(one))
  return [
    ...view.keywords
      .filter(({ state }) => state === "enabled")
      .map((keyword) => ({ ...keyword, keyword, term: null })),
    ...view.terms
      .filter((one) => one.last30.conversions > 0 && mayBuy(one))
      .map((term) => ({ text: term.term, match: "exact" as const, last30: term.last30, keyword: null, term }))
  ]
}

type Ranked = Candidate & { readonly rank: number; readonly action: "keep" | "add" | "pause" }

const operationOf = ({ action, keyword, match, term, text }: Ranked): ReadonlyArray<Proposed> => {
  if (term !== null) return [{ op: "add_keyword", ad: term.ad, text, match }]
  if (action === "pause" && keyword !== null)
    return [{ op: "pause_keyword", keyword: keyword.id, text, match }]
  return []
}

const sentence = (added: number, paused: number): string => {
  const parts = [
    added > 0 ? `add ${counted(added, "keyword that converts", "keywords that convert")}` : null,
    paused > 0 ? `pause ${counted(paused, "keyword that only costs", "keywords that only cost")}` : null
  ]
  const said = parts.filter((part) => part !== null).join(" and ") || "keep the keywords as they are"
  return said.charAt(0).toUpperCase() + said.slice(1)
}

/** The best few keywords and searches stay or come in; those outside that only cost are paused. */
export const optimizedKeywords: Rule<"optimized_keywords"> = (view, { suggested_count }) => {
  const enough = enoughClicks(view)
  const isBarren = ({ keyword, last30 }: Candidate): boolean =>
    keyword !== null && isOldEnough(keyword) && last30.conversions === 0 && last30.clicks >= enough
  const ranked = [...candidates(view)].sort(better).flatMap((one, place): ReadonlyArray<Ranked> => {
    const rank = place + 1
    if (rank <= suggested_count) return [{ ...one, rank, action: one.keyword === null ? "add" : "keep" }]
    return isBarren(one) ? [{ ...one, rank, action: "pause" }] : []
  })
  const operations = ranked.flatMap(operationOf)
  const paused = ranked.flatMap(({ action, keyword, last30 }) =>
    action === "pause" && keyword !== null ? [{ keyword: keyword.id, micros: last30.cost_micros }] : []
  )
  return {
    findings: ranked.map(({ action, last30, match, rank, text }) =>
      finding(
        {
          text,
          match_type: match,
          rank,
          action,
          clicks: last30.clicks,
          cost: amountOf(last30.cost_micros),
          conversions: conversionsOf(last30.conversions)
        },
        action !== "keep"
      )
    ),
    operations,
    ...savingBy(view, paused),
    summary: sentence(operations.length - paused.length, paused.length)
  }
}
