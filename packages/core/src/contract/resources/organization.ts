import { Schema } from "effect"
import { Role, Scope } from "../scopes.ts"
import {
  Count,
  Day,
  described,
  Money,
  NumberBetween,
  OneOf,
  optional,
  Sentence,
  ThirdPartyText,
  Timestamp
} from "../values/index.ts"

const AdopsTeam = described(
  Schema.NullOr(Schema.Struct({ name: Schema.String })),
  "The ad-operations team responsible, null when none"
)
const Access = described(OneOf("membership", "adops_team"), "How the credential reaches the organization")

const identity = {
  slug: described(Schema.String, "The org of other calls"),
  name: Schema.String,
  plan: Schema.String,
  currency: described(Schema.String, "Currency code of every amount of the organization"),
  access: Access,
  adops_team: AdopsTeam
}

export const OrganizationRow = Schema.Struct({
  ...identity,
  role: described(Schema.NullOr(Role), "Your role; null when you see it through an ad-operations team")
})

export const AdAccount = Schema.Struct({
  id: described(Schema.String, "Account id in the ad platform"),
  platform: Schema.String,
  status: OneOf("linked", "pending", "not_linked"),
  connection: optional(OneOf("ok", "broken"), "Whether the login behind it works"),
  connection_problem: optional(Schema.NullOr(Sentence), "What is wrong with it and what to do; null when ok")
})

const ConversionAction = Schema.Struct({
  name: ThirdPartyText,
  counts: described(Schema.Boolean, "Whether figures and bidding count it"),
  last_seen: described(Schema.NullOr(Day), "Last day with one, of the last 120; null without any"),
  silent_since: described(
    Schema.NullOr(Day),
    "First day without one, if clicks went on and luck does not explain it"
  )
})

export const OrganizationDetail = Schema.Struct({
  ...identity,
  max_spend: described(Schema.NullOr(Money), "Monthly spend cap; null when none is set"),
  api_budget_change_limit_pct: described(
    NumberBetween(0, 1000),
    "Largest budget change of one call, in percent"
  ),
  approvals_required: optional(Schema.Boolean, "Whether a person has to approve every change"),
  approval_policy: optional(
    OneOf("off", "every_change", "raises"),
    "Which changes a person has to approve; raises: those that raise spend"
  ),
  second_approval_above: optional(
    Schema.NullOr(Money),
    "A rise of daily budgets above it needs two approvers; null if one is enough"
  ),
  require_preview: optional(
    Schema.Boolean,
    "Whether changes with warning_codes must be previewed first; preview_required otherwise"
  ),
  committed_monthly: optional(Money, "What all budgets commit in 30 days, pending approvals included"),
  room_daily: optional(
    Schema.NullOr(Money),
    "How much daily budgets may still rise in total under max_spend; null without one"
  ),
  writes_left_today: optional(Count, "Changes that can still execute until writes_reset_at"),
  writes_per_day: optional(Count, "Changes that can execute in one day"),
  writes_reset_at: optional(Timestamp, "When the next day of changes begins: midnight UTC"),
  time_zone: optional(
    Schema.String,
    "Days are those of this time zone, the ad account's; UTC if it is unknown"
  ),
  today: optional(Day, "Today in time_zone"),
  role: optional(Schema.NullOr(Role), "Your role; null through an ad-operations team"),
  scopes: optional(Schema.Array(Scope), "The scopes of this credential here"),
  missing_scopes: optional(Schema.Array(Scope), "The scopes that this credential lacks here"),
  conversions_stopped_since: optional(
    Schema.NullOr(Day),
    "First day without conversions although clicks went on; check the conversion tracking"
  ),
  conversion_actions: optional(
    Schema.Array(ConversionAction),
    "What the ad platform counts as conversions, as the last sync read it"
  ),
  ad_accounts: described(
    Schema.Array(AdAccount),
    "The ad-platform accounts that the organization's campaigns use or its members selected"
  )
})

const texts = Schema.Array(ThirdPartyText)

export const BusinessProfile = Schema.Struct({
  url: described(ThirdPartyText, "The website that it was created from"),
  brand_name: ThirdPartyText,
  description: ThirdPartyText,
  products: texts,
  ideal_customer_profiles: texts,
  competitors: texts,
  trust_signals: texts,
  target_locations: texts,
  status: described(OneOf("analysing", "ready"), "Campaigns can be created once it is ready"),
  updated_at: Timestamp
})
