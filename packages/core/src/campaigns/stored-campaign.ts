import { campaignSettings } from "../platform/outside-changes.ts"

/** The parts that a push can send: the campaign's own settings, and ads that were created or removed here. */
export const pushParts = [...campaignSettings, "ads"] as const
export type PushPart = (typeof pushParts)[number]

export type CampaignState = "live" | "paused" | "draft"

/**
 * A row of `campaigns`, column by column. Rules, pushes, launches and syncs read different columns of it;
 * this is the only declaration of their values. JSON columns are in stored-json.ts.
 */
export interface StoredCampaign {
  readonly id: number
  readonly organization_id: number
  readonly slug: string
  readonly name: string
  readonly type: string
  readonly state: CampaignState | "error"
  /** The target state while it is in error. */
  readonly wanted_state: CampaignState | null
  /** Why it is in error. */
  readonly state_error: string | null
  readonly budget: number | null
  readonly target_cpa: number | null
  readonly website_url: string | null
  readonly callouts: ReadonlyArray<string>
  readonly origin: "created" | "imported"
  readonly ad_account_id: string | null
  /** The platform's id of it. */
  readonly platform_id: string | null
  /** Null if it was never in the platform. */
  readonly platform_resource_name: string | null
  /** The platform's resource name of its budget. */
  readonly platform_budget_resource_name: string | null
  readonly platform_budget_shared: boolean
  /**
   * The platform's bidding strategy; a portfolio strategy has the prefix PORTFOLIO_. Null before the first
   * sync.
   */
  readonly platform_bidding_strategy: string | null
  /** As the platform was last seen to have it; null while it is not there or was not read. */
  readonly platform_state: "live" | "paused" | null
  /** The parts that the platform does not have yet. */
  readonly unpushed: ReadonlyArray<PushPart>
  /** The name of its creation in the platform, while that is not confirmed. */
  readonly creation_name: string | null
  /** Null if it was never live. */
  readonly first_launched_at: string | null
  readonly last_synced_at: string | null
  /** The source campaign, if a recommendation created it from that campaign's keywords. */
  readonly source_campaign_id: number | null
}
