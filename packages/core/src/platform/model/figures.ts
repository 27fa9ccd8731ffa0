import type { Ref } from "./structure.ts"

/** Days in the account's time zone, both included: YYYY-MM-DD. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

export interface Figures {
  readonly impressions: number
  readonly clicks: number
  readonly costMicros: number
  readonly conversions: number
  readonly conversionsValue: number
}

export interface CampaignDay extends Figures {
  readonly date: string
  readonly campaign: Ref
}

export interface KeywordDay extends CampaignDay {
  readonly keyword: Ref
}

export interface SearchTermDay extends CampaignDay {
  readonly ad: Ref
  readonly term: string
}

/** The settings of a campaign that the service can push. */
export type CampaignSetting = "name" | "budget" | "target_cpa" | "state"

/** An edit that someone else made in the platform. */
export interface ExternalChange {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly by: string | null
  /** For example "Daily budget changed from $8 to $10". */
  readonly what: string
  readonly campaign: Ref | null
  /** The campaign, the budget or another item that was changed. */
  readonly resource: Ref
  readonly settings: ReadonlyArray<CampaignSetting>
  /** What the platform said of it, and `previous`: the settings before it that an edit of ours can restore. */
  readonly detail: Readonly<Record<string, unknown>> & { readonly previous?: PreviousSettings }
}

/** What a campaign or one of its parts was before an external change, in our units. */
export interface PreviousSettings {
  readonly name?: string
  readonly budget?: number
  /** Null for none. */
  readonly target_cpa?: number | null
  readonly state?: "live" | "paused"
  /** The state of the keyword or the ad that was changed. */
  readonly keyword?: "enabled" | "paused"
  readonly ad?: "enabled" | "paused"
  /** The text ad inside an ad, which the platform pauses on its own. */
  readonly text_ad?: "enabled" | "paused"
  /** Whether the keyword, negative keyword or ad existed: false if the change added it, true if it removed it. */
  readonly existed?: boolean
}
