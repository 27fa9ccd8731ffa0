import { Schema } from "effect"
import type { Detector } from "./detectors.ts"
import { KeywordState, MatchType } from "./resources/keyword.ts"
import { described, OneOf, optional } from "./values/index.ts"

const text = Schema.String
const number = Schema.Number
const amount = described(number, "In the organization's currency")
const Reviewed = described(OneOf("pause", "review"), "pause: applying pauses it; review: look at it yourself")
const reason = described(text, "Why, in a sentence")

/**
 * The fields of each detector's findings, beside those of every finding. Rules are typed by it, and so are clients.
 * `{days}` in a name stands for the detector's option of that name.
 */
export const findingFields = {
  high_cpc: {
    text,
    match_type: MatchType,
    avg_cpc: described(number, "The average cost of its clicks"),
    campaign_avg_cpc: described(number, "The average cost of the campaign's clicks"),
    multiple: described(number, "The first as a multiple of the second"),
    clicks_30d: number,
    cost_30d: amount,
    conversions_30d: number,
    action: Reviewed
  },
  no_conversion_keywords: {
    text,
    match_type: MatchType,
    clicks_30d: number,
    cost_30d: amount,
    reference_cpa: described(number, "What a conversion of the campaign costs"),
    action: Reviewed,
    reason
  },
  zero_impression: {
    text,
    match_type: MatchType,
    state: KeywordState,
    days_without_impressions: number,
    action: Reviewed,
    reason
  },
  negative_keywords: {
    term: described(text, "What to exclude"),
    match_type: MatchType,
    "cost_{days}d": described(number, "What it cost in the analysed days"),
    clicks: described(number, "In the same days"),
    conversions: described(number, "In the same days"),
    share_of_cost: described(number, "Of the campaign's cost in the same days, as a fraction"),
    terms: optional(Schema.Array(text), "The searches that share the word"),
    action: described(
      OneOf("exclude", "review"),
      "exclude: applying excludes it; review: look at it yourself"
    ),
    reason
  },
  tcpa: {
    current_target: Schema.NullOr(number),
    actual_cpa: amount,
    conversions: number,
    suggested_target: amount,
    direction: OneOf("set", "lower", "raise")
  },
  exact_match: {
    text,
    current_match_type: MatchType,
    term_clicks: number,
    term_cost: amount,
    term_conversions: number,
    term_cpa: amount
  },
  hipo: {
    text,
    conversions_30d: number,
    cpa: amount,
    conversion_share: described(number, "Of the campaign's conversions, as a fraction"),
    budget_utilisation: described(number, "The used part of the budget, as a fraction")
  },
  keyword_count: {
    ad_id: number,
    ad_name: text,
    count: described(number, "Its enabled keywords"),
    threshold: number,
    excess: number
  },
  optimized_keywords: {
    text,
    match_type: MatchType,
    rank: number,
    action: OneOf("keep", "add", "pause"),
    clicks: number,
    cost: amount,
    conversions: number
  },
  new_keywords: {
    term: described(text, "The search to add as a keyword"),
    suggested_match_type: MatchType,
    clicks: number,
    cost: amount,
    conversions: number,
    cpa: amount
  }
} as const satisfies Readonly<Record<Detector, Schema.Struct.Fields>>

type Named<Field> = Field extends `${infer Before}{days}${infer After}` ? `${Before}${number}${After}` : Field
type Fields<D extends Detector> = Schema.Struct.Type<(typeof findingFields)[D]>

/** A detector's own fields of a finding. */
export type FindingFields<D extends Detector> = D extends Detector
  ? { readonly [Field in keyof Fields<D> as Named<Field>]: Fields<D>[Field] }
  : never
