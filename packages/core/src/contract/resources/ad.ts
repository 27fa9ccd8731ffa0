import { Schema } from "effect"
import {
  ActionId,
  AdId,
  Conversions,
  Count,
  described,
  Money,
  OneOf,
  optional,
  ThirdPartyText,
  Timestamp
} from "../values/index.ts"

export const matchTypes = ["phrase", "exact", "broad"] as const
export const MatchType = OneOf(...matchTypes)
const keywordStates = ["enabled", "paused"] as const
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
  conversions: Conversions,
  match_source: optional(
    Schema.NullOr(OneOf("keyword", "ai_max", "both")),
    "What matched it; null if unknown for one of the days"
  )
})

const adStates = ["generating", "enabled", "paused", "error"] as const

const adApprovals = ["approved", "limited", "disapproved", "under_review"] as const
const adStrengths = ["excellent", "good", "average", "poor"] as const

/** A line of an ad. `source` states the origin of its text. */
const AdLine = Schema.Struct({
  of: OneOf("headline", "description"),
  text: ThirdPartyText,
  source: described(ThirdPartyText, "Source of the text: a page, a template, a model")
})

export const Ad = Schema.Struct({
  ad_id: AdId,
  name: ThirdPartyText,
  url: described(ThirdPartyText, "Landing page"),
  state: described(OneOf(...adStates), "generating until its lines are written"),
  lines: Schema.Array(AdLine),
  approval: optional(Schema.NullOr(OneOf(...adApprovals)), "The ad platform's review; null if unknown"),
  strength: optional(
    Schema.NullOr(OneOf(...adStrengths)),
    "How varied the ad platform finds its lines; null if unknown"
  )
})

export const NegativeKeyword = Schema.Struct({
  text: ThirdPartyText,
  match_type: MatchType,
  ad_id: described(Schema.NullOr(AdId), "Null if it applies to the whole campaign"),
  source: described(
    Schema.String,
    "dashboard, engine (an applied recommendation), draft, brand, imported or list"
  ),
  action_id: described(Schema.NullOr(ActionId), "The action that added it; null if none"),
  created_at: Timestamp,
  list: Schema.optional(described(ThirdPartyText, "The shared negative keyword list that it belongs to"))
})
