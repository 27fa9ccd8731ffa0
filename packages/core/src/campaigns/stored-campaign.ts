import type { PushPart } from "./push/settings.ts"

export type CampaignState = "live" | "paused" | "draft"

/**
 * A row of `campaigns`, column by column. Rules, pushes, launches and syncs each read other columns of it; what a
 * column can hold is said here and nowhere else. What is kept as JSON is in stored-json.ts.
 */
export interface StoredCampaign {
  readonly id: number
  readonly organization_id: number
  readonly slug: string
  readonly name: string
  readonly type: string
  readonly state: CampaignState | "error"
  /** Where it shall go, while it is in error. */
  readonly wanted_state: CampaignState | null
  /** Why it is in error. */
  readonly state_error: string | null
  readonly budget: number | null
  readonly target_cpa: number | null
  readonly website_url: string | null
  readonly callouts: ReadonlyArray<string>
  readonly origin: "created" | "imported"
  readonly ad_account_id: string | null
  /** The platform's number for it. */
  readonly platform_id: string | null
  /** Null while it was never in the platform. */
  readonly platform_resource_name: string | null
  /** The platform's name for its budget. */
  readonly platform_budget_resource_name: string | null
  readonly platform_budget_shared: boolean
  /** The platform's word for how it bids; a portfolio strategy's begins with PORTFOLIO_. Null before the first sync. */
  readonly platform_bidding_strategy: string | null
  /** What the platform does not know yet. */
  readonly unpushed: ReadonlyArray<PushPart>
  /** The name under which its creation in the platform was begun and not yet seen through. */
  readonly creation_name: string | null
  /** Null while it was never live. */
  readonly first_launched_at: string | null
  readonly last_synced_at: string | null
  /** The campaign that gave rise to it, where a recommendation made it of its keywords. */
  readonly source_campaign_id: number | null
}
