import { Schema } from "effect"
import { Conversions, Count, described, Money, OneOf, optional, ThirdPartyText } from "../values/index.ts"

export const matchTypes = ["phrase", "exact", "broad"] as const
export const MatchType = OneOf(...matchTypes)
export const keywordStates = ["enabled", "paused"] as const
export const KeywordState = OneOf(...keywordStates)

export const KeywordRow = Schema.Struct({
  text: ThirdPartyText,
  match_type: MatchType,
  state: KeywordState,
  clicks_30d: Count,
  cost_30d: Money,
  conversions_30d: Conversions,
  avg_cpc: described(Money, "Cost for each click of the last 30 days; 0 without clicks"),
  quality_score: optional(
    Schema.NullOr(Schema.Int.pipe(Schema.between(1, 10))),
    "The ad platform's score; null if unknown"
  )
})

export const SearchTermRow = Schema.Struct({
  term: ThirdPartyText,
  campaign: described(Schema.String, "Slug of the campaign that paid for it"),
  clicks: Count,
  cost: Money,
  conversions: Conversions
})
