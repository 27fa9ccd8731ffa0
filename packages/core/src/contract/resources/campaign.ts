import { Schema } from "effect"
import {
  Conversions,
  Count,
  Day,
  described,
  Money,
  OneOf,
  optional,
  Sentence,
  ThirdPartyText,
  Timestamp,
  thirdParty
} from "../values/index.ts"
import { Need } from "./changes.ts"

const campaignStates = ["live", "paused", "draft", "error"] as const
export const CampaignState = OneOf(...campaignStates)

/** `external` is a campaign that was created in the ad platform and imported. */
const campaignTypes = ["prospecting", "brand", "hipo", "location", "icp", "competitor", "external"] as const
export const CampaignType = OneOf(...campaignTypes)

/** The channels of the ad platform. The service reads and changes the content of search campaigns only. */
export const channels = [
  "search",
  "performance_max",
  "shopping",
  "display",
  "video",
  "demand_gen",
  "other"
] as const
export const Channel = OneOf(...channels)
export type Channel = (typeof channels)[number]

export const channelNames: Readonly<Record<Channel, string>> = {
  search: "Search",
  performance_max: "Performance Max",
  shopping: "Shopping",
  display: "Display",
  video: "Video",
  demand_gen: "Demand Gen",
  other: "Other"
}

/** The channels on which the ad platform may match searches and write texts beyond keywords and ads. */
export const channelsWithAiMax: ReadonlySet<Channel> = new Set(["search", "shopping"])

/** Lists of the content of a campaign say why they are empty. */
export const contentNote = {
  note: optional(Schema.String, "Why it is empty, for a campaign of another channel than search")
}

const identity = {
  slug: described(Schema.String, "Identifier used in paths"),
  name: ThirdPartyText,
  type: CampaignType,
  state: CampaignState,
  budget: described(Money, "Daily, in whole units; 0 when none is set and for a total budget"),
  channel: optional(Channel, "Where its ads show; the lists of its content are empty unless it is search"),
  ai_max: optional(
    Schema.NullOr(Schema.Boolean),
    "Whether AI Max is on; null if unknown or not for this channel"
  ),
  budget_type: optional(OneOf("daily", "total"), "total: one amount until ends_on, set in the ad platform"),
  budget_total: optional(Schema.NullOr(Money), "The total budget; null when it is daily"),
  budget_left: optional(
    Schema.NullOr(Money),
    "What is left of the total budget; all of it counts under the monthly cap"
  ),
  ends_on: optional(Schema.NullOr(Day), "The last day on which it serves; null without an end")
}

/** What the ad platform has, beside `state` and `budget`, which are what was asked for. */
const inPlatform = {
  platform_state: optional(
    Schema.NullOr(OneOf("live", "paused")),
    "As last seen in the ad platform; null if not there or not read yet"
  ),
  platform_budget: optional(Schema.NullOr(Money), "Daily, as last seen in the ad platform"),
  sync: optional(
    OneOf("in_sync", "pending", "conflict", "failed", "never"),
    "Whether the ad platform has this state; conflict: others changed it there, accept that first"
  )
}

export const CampaignRow = Schema.Struct({
  ...identity,
  spend_7d: described(Money, "Spend of the last seven days with data"),
  conversions_7d: Conversions,
  cpa_7d: described(Money, "Spend for each conversion; 0 when nothing converted"),
  created_at: Timestamp,
  ...inPlatform
})

const PlatformShare = Schema.NullOr(Schema.Number.pipe(Schema.between(0, 1)))

const Serving = Schema.Struct({
  impression_share: described(PlatformShare, "Share of the impressions that it could have had"),
  lost_to_budget: described(PlatformShare, "Share lost because the budget was used up"),
  lost_to_rank: described(PlatformShare, "Share lost because of bid and quality"),
  conversions_stopped_since: described(
    Schema.NullOr(Day),
    "First day without conversions although clicks went on; check the conversion tracking"
  )
})

export const CampaignDetail = Schema.Struct({
  ...identity,
  target_cpa: described(Money, "Keeps cents; 0 when none is set"),
  text_automation: optional(
    Schema.NullOr(Schema.Boolean),
    "Whether the ad platform writes texts of its own; null if not read"
  ),
  goal: ThirdPartyText,
  website_url: ThirdPartyText,
  ads_count: Count,
  keywords_count: described(Count, "Includes paused keywords"),
  negative_keywords_count: described(Count, "Active exclusions on the campaign and on its ads"),
  last_synced_at: described(Schema.NullOr(Timestamp), "Null when the campaign was never in the ad platform"),
  ...inPlatform,
  sync_error: optional(
    Schema.NullOr(thirdParty(Sentence)),
    "What failed there and what to do; null if nothing"
  ),
  serving: optional(
    Schema.NullOr(Serving),
    "The last seven days with figures, as the ad platform judges them; null if it has not"
  ),
  needs: optional(Schema.Array(Need), "What a draft lacks")
})
