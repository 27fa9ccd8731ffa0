// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"
import type { MatchType, Share } from "./shared.ts"

export type CampaignState = "live" | "paused" | "draft" | "error"

export type Channel = "search" | "performance_max" | "shopping" | "display" | "video" | "demand_gen" | "other"

export interface CampaignRow {
  /** Identifier used in paths. */
  readonly slug: string
  readonly name: string
  readonly type: Open<CampaignType>
  readonly state: Open<CampaignState>
  /** Daily, in whole units; 0 when none is set and for a total budget. */
  readonly budget: number
  /** Where its ads show; the lists of its content are empty unless it is search. */
  readonly channel?: Open<Channel>
  /** Whether AI Max is on; null if unknown or not for this channel. */
  readonly ai_max?: boolean | null
  /** Total: one amount until ends_on, set in the ad platform. */
  readonly budget_type?: Open<"daily" | "total">
  /** The total budget; null when it is daily. */
  readonly budget_total?: number | null
  /** What is left of the total budget; all of it counts under the monthly cap. */
  readonly budget_left?: number | null
  /** The last day on which it serves; null without an end. */
  readonly ends_on?: string | null
  /** Spend of the last seven days with data. */
  readonly spend_7d: number
  readonly conversions_7d: number
  /** Spend for each conversion; 0 when nothing converted. */
  readonly cpa_7d: number
  readonly created_at: string
  /** As last seen in the ad platform; null if not there or not read yet. */
  readonly platform_state?: Open<"live" | "paused"> | null
  /** Daily, as last seen in the ad platform. */
  readonly platform_budget?: number | null
  /** Whether the ad platform has this state; conflict: others changed it there, accept that first. */
  readonly sync?: Open<"in_sync" | "pending" | "conflict" | "failed" | "never">
}

export type CampaignType = "prospecting" | "brand" | "hipo" | "location" | "icp" | "competitor" | "external"

export interface CampaignDetail {
  /** Identifier used in paths. */
  readonly slug: string
  readonly name: string
  readonly type: Open<CampaignType>
  readonly state: Open<CampaignState>
  /** Daily, in whole units; 0 when none is set and for a total budget. */
  readonly budget: number
  /** Where its ads show; the lists of its content are empty unless it is search. */
  readonly channel?: Open<Channel>
  /** Whether AI Max is on; null if unknown or not for this channel. */
  readonly ai_max?: boolean | null
  /** Total: one amount until ends_on, set in the ad platform. */
  readonly budget_type?: Open<"daily" | "total">
  /** The total budget; null when it is daily. */
  readonly budget_total?: number | null
  /** What is left of the total budget; all of it counts under the monthly cap. */
  readonly budget_left?: number | null
  /** The last day on which it serves; null without an end. */
  readonly ends_on?: string | null
  /** Keeps cents; 0 when none is set. */
  readonly target_cpa: number
  /** Whether the ad platform writes texts of its own; null if not read. */
  readonly text_automation?: boolean | null
  readonly goal: string
  readonly website_url: string
  readonly ads_count: number
  /** Includes paused keywords. */
  readonly keywords_count: number
  /** Active exclusions on the campaign and on its ads. */
  readonly negative_keywords_count: number
  /** Null when the campaign was never in the ad platform. */
  readonly last_synced_at: string | null
  /** As last seen in the ad platform; null if not there or not read yet. */
  readonly platform_state?: Open<"live" | "paused"> | null
  /** Daily, as last seen in the ad platform. */
  readonly platform_budget?: number | null
  /** Whether the ad platform has this state; conflict: others changed it there, accept that first. */
  readonly sync?: Open<"in_sync" | "pending" | "conflict" | "failed" | "never">
  /** What failed there and what to do; null if nothing. */
  readonly sync_error?: string | null
  /** The last seven days with figures, as the ad platform judges them; null if it has not. */
  readonly serving?: {
    /** Share of the impressions that it could have had. */
    readonly impression_share: number | null
    /** Share lost because the budget was used up. */
    readonly lost_to_budget: number | null
    /** Share lost because of bid and quality. */
    readonly lost_to_rank: number | null
    /** First day without conversions although clicks went on; check the conversion tracking. */
    readonly conversions_stopped_since: string | null
  } | null
  /** What a draft lacks. */
  readonly needs?: ReadonlyArray<Need>
}

export interface Need {
  readonly need: string
  readonly message: string
}

export interface Ad {
  readonly ad_id: number
  readonly name: string
  /** Landing page. */
  readonly url: string
  /** Generating until its lines are written. */
  readonly state: Open<"generating" | "enabled" | "paused" | "error">
  readonly lines: ReadonlyArray<{
    readonly of: Open<"headline" | "description">
    readonly text: string
    /** Source of the text: a page, a template, a model. */
    readonly source: string
  }>
  /** The ad platform's review; null if unknown. */
  readonly approval?: Open<"approved" | "limited" | "disapproved" | "under_review"> | null
  /** How varied the ad platform finds its lines; null if unknown. */
  readonly strength?: Open<"excellent" | "good" | "average" | "poor"> | null
}

export interface FieldChanges {
  readonly [name: string]: {
    readonly from: string | number | boolean | null
    readonly to: string | number | boolean | null
  }
}

export interface FromTo {
  readonly from: string | number | null
  readonly to: string | number | null
}

/** Parameters of `client.campaigns.list`. */
export interface CampaignsListParams {
  /** Of this ad account. At most 64 characters. */
  readonly account_id?: string | undefined
  /** In this state. */
  readonly state?: CampaignState | undefined
  /** Of this channel. */
  readonly channel?: Channel | undefined
  /** Rows. 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** next_cursor. At most 1,024 characters. */
  readonly cursor?: string | undefined
}

/** A page of `client.campaigns.list`. */
export interface CampaignsListPage {
  readonly campaigns: ReadonlyArray<CampaignRow>
  /** Rows in the whole list. */
  readonly total: number
  /** Send as cursor for the next page; null on the last one. */
  readonly next_cursor: string | null
}

/** Parameters of `client.campaigns.create`. */
export interface CampaignsCreateParams {
  /** The site to build from. At most 2,048 characters. */
  readonly website_url: string
  /** What the campaign is for. Default "prospecting". */
  readonly type?: "prospecting" | "brand" | undefined
  /** Generated if omitted. At most 255 characters. */
  readonly name?: string | undefined
  /** Daily, rounded to whole units. 0 to 1,000,000,000. */
  readonly budget?: number | undefined
  /** Landing pages with their lines. At most 20 items. */
  readonly ads?:
    | ReadonlyArray<{
        /** At most 2,048 characters. */
        readonly url: string
        /** At most 255 characters. */
        readonly name?: string | undefined
        /** 3 to 15, up to 30 characters. */
        readonly headlines?:
          | ReadonlyArray<{
              /** At most 200 characters. */
              readonly text: string
              /** At most 500 characters. */
              readonly quote?: string | undefined
            }>
          | undefined
        /** 2 to 4, up to 90 characters. */
        readonly descriptions?:
          | ReadonlyArray<{
              /** At most 200 characters. */
              readonly text: string
              /** At most 500 characters. */
              readonly quote?: string | undefined
            }>
          | undefined
        /** What people search for. At most 100 items. */
        readonly keywords?:
          | ReadonlyArray<{
              /** At most 200 characters. */
              readonly text: string
              readonly match_type?: MatchType | undefined
            }>
          | undefined
      }>
    | undefined
  /** Of ads without their own. At most 100 items. */
  readonly keywords?:
    | ReadonlyArray<{
        /** At most 200 characters. */
        readonly text: string
        readonly match_type?: MatchType | undefined
      }>
    | undefined
  /** Searches that show no ad. At most 100 items. */
  readonly negative_keywords?:
    | ReadonlyArray<{
        /** At most 200 characters. */
        readonly text: string
        readonly match_type?: MatchType | undefined
      }>
    | undefined
  /** Links below the ads. At most 20 items. */
  readonly sitelinks?:
    | ReadonlyArray<{
        /** At most 200 characters. */
        readonly text: string
        /** At most 2,048 characters. */
        readonly url: string
        /** At most 200 characters. */
        readonly description1?: string | undefined
        /** At most 200 characters. */
        readonly description2?: string | undefined
        /** At most 500 characters. */
        readonly quote?: string | undefined
      }>
    | undefined
  /** True for every landing page. At most 20 items. */
  readonly callouts?:
    | ReadonlyArray<{
        /** At most 200 characters. */
        readonly text: string
        /** At most 500 characters. */
        readonly quote?: string | undefined
      }>
    | undefined
  /** Only this service or product. At most 100 characters. */
  readonly service?: string | undefined
  /** Only these landing pages. At most 20 items; each at most 2,048 characters. */
  readonly pages?: ReadonlyArray<string> | undefined
  /** For the approver. At most 300 characters. */
  readonly comment?: string | undefined
}

/** Result of `client.campaigns.create`. */
export interface CampaignsCreateExecuted {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "executed"
  /** From the call that started it. */
  readonly task_tracking_id: number
  readonly status: Open<"queued">
  /** What to check before it is launched, such as a website that belongs to another business. */
  readonly warnings?: ReadonlyArray<string>
  readonly campaign: string
  readonly url: string
}

/** Parameters of `client.campaigns.listAds`. */
export interface CampaignsListAdsParams {
  /** Rows. 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** next_cursor. At most 1,024 characters. */
  readonly cursor?: string | undefined
}

/** A page of `client.campaigns.listAds`. */
export interface CampaignsListAdsPage {
  readonly ads: ReadonlyArray<Ad>
  /** Rows in the whole list. */
  readonly total: number
  /** Send as cursor for the next page; null on the last one. */
  readonly next_cursor: string | null
  /** Why it is empty, for a campaign of another channel than search. */
  readonly note?: string
}

/** Parameters of `client.campaigns.createAd`. */
export interface CampaignsCreateAdParams {
  /** Landing page on the website's domain. At most 2,048 characters. */
  readonly url: string
  /** Numbered if omitted. At most 255 characters. */
  readonly name?: string | undefined
  /** 3 to 15, up to 30 characters. */
  readonly headlines?:
    | ReadonlyArray<{
        /** At most 200 characters. */
        readonly text: string
        /** At most 500 characters. */
        readonly quote?: string | undefined
      }>
    | undefined
  /** 2 to 4, up to 90 characters. */
  readonly descriptions?:
    | ReadonlyArray<{
        /** At most 200 characters. */
        readonly text: string
        /** At most 500 characters. */
        readonly quote?: string | undefined
      }>
    | undefined
  /** What people search for. At most 100 items. */
  readonly keywords?:
    | ReadonlyArray<{
        /** At most 200 characters. */
        readonly text: string
        readonly match_type?: MatchType | undefined
      }>
    | undefined
  /** For the approver. At most 300 characters. */
  readonly comment?: string | undefined
}

/** Result of `client.campaigns.createAd`. */
export interface CampaignsCreateAdExecuted {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "executed"
  /** From the call that started it. */
  readonly task_tracking_id: number
  readonly status: Open<"queued">
  /** What to check before it is launched, such as a website that belongs to another business. */
  readonly warnings?: ReadonlyArray<string>
  readonly ad_id: number
}

/** Parameters of `client.campaigns.update`. */
export interface CampaignsUpdateParams {
  /** The new name. At most 255 characters. */
  readonly name?: string | undefined
  /** Daily, in whole units. 0 to 1,000,000,000. */
  readonly budget?: number | undefined
  /** To the cent. 0.01 to 1,000,000,000. */
  readonly target_cpa?: number | undefined
  /** On or off. */
  readonly ai_max?: boolean | undefined
  /** From the preview. At most 128 characters. */
  readonly preview_hash?: string | undefined
  /** For the approver. At most 300 characters. */
  readonly comment?: string | undefined
}

/** Preview of `client.campaigns.update`. */
export interface CampaignsUpdatePreview {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "previewed"
  readonly dry_run: true
  /** Slug of the affected campaign. */
  readonly campaign?: string
  /** Whether the execution needs approval. */
  readonly needs_approval?: boolean
  /** What will probably fail or waste spend. */
  readonly warnings?: ReadonlyArray<string>
  /** Codes of the warnings that count. */
  readonly warning_codes?: ReadonlyArray<Open<"conversions_lost" | "keywords_blocked" | "raised_repeatedly">>
  /** Result of the ad platform's own check; omitted if nothing is sent. */
  readonly platform_check?: {
    readonly verdict: Open<"accepted" | "refused" | "unchecked">
    /** Why it was refused or not checked. */
    readonly reason: string | null
  }
  /** Why it would be rejected; omitted otherwise. */
  readonly blocked_reason?: string
  /** Send it with dry_run false: the call is rejected if the plan changed. */
  readonly preview_hash?: string
  /**
   * What others changed in the ad platform: it is not overwritten unless this lowers it; accept it
   * first.
   */
  readonly outside_change?: ReadonlyArray<{
    readonly field: Open<"name" | "budget" | "target_cpa" | "ai_max" | "state">
    readonly ours: string | number | boolean | null
    readonly theirs: string | number | boolean | null
    /** Null if unknown. */
    readonly by: string | null
    readonly at: string | null
  }>
  readonly would_change: FieldChanges
  readonly within_limits: boolean
  /** What came through AI Max; absent if unknown or not switched. */
  readonly through_ai_max?: Share
  readonly allowed_min?: number
  readonly allowed_max?: number
  readonly monthly_cap?: number
  readonly allowed_max_daily?: number
}

/** Result of `client.campaigns.update`. */
export interface CampaignsUpdateExecuted {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "executed"
  readonly applied: true
  readonly action_id: string | null
  readonly changed: FieldChanges
  /** The ad platform receives it afterwards. */
  readonly sync?: Open<"pending">
  /** Why it waits longer and what to do, and what counts. */
  readonly warnings?: ReadonlyArray<string>
  /** Codes of the warnings that count. */
  readonly warning_codes?: ReadonlyArray<Open<"conversions_lost" | "keywords_blocked" | "raised_repeatedly">>
}

/** Parameters of `client.campaigns.setState`. */
export interface CampaignsSetStateParams {
  /** The state to set. */
  readonly state: "live" | "paused" | "draft"
  /** From the preview. At most 128 characters. */
  readonly preview_hash?: string | undefined
  /** For the approver. At most 300 characters. */
  readonly comment?: string | undefined
}

/** Preview of `client.campaigns.setState`. */
export interface CampaignsSetStatePreview {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "previewed"
  readonly dry_run: true
  /** Slug of the affected campaign. */
  readonly campaign?: string
  /** Whether the execution needs approval. */
  readonly needs_approval?: boolean
  /** What will probably fail or waste spend. */
  readonly warnings?: ReadonlyArray<string>
  /** Codes of the warnings that count. */
  readonly warning_codes?: ReadonlyArray<Open<"conversions_lost" | "keywords_blocked" | "raised_repeatedly">>
  /** Result of the ad platform's own check; omitted if nothing is sent. */
  readonly platform_check?: {
    readonly verdict: Open<"accepted" | "refused" | "unchecked">
    /** Why it was refused or not checked. */
    readonly reason: string | null
  }
  /** Why it would be rejected; omitted otherwise. */
  readonly blocked_reason?: string
  /** Send it with dry_run false: the call is rejected if the plan changed. */
  readonly preview_hash?: string
  /**
   * What others changed in the ad platform: it is not overwritten unless this lowers it; accept it
   * first.
   */
  readonly outside_change?: ReadonlyArray<{
    readonly field: Open<"name" | "budget" | "target_cpa" | "ai_max" | "state">
    readonly ours: string | number | boolean | null
    readonly theirs: string | number | boolean | null
    /** Null if unknown. */
    readonly by: string | null
    readonly at: string | null
  }>
  readonly would_change: { readonly state?: FromTo }
  /** The first thing that a launch lacks. */
  readonly blocked_by: string | null
  readonly allowed_min?: number
  readonly allowed_max?: number
  readonly monthly_cap?: number
  readonly allowed_max_daily?: number
}

/** Result of `client.campaigns.setState`. */
export interface CampaignsSetStateExecuted {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "executed"
  readonly accepted: true
  readonly task_tracking_id: number | null
  readonly action_id: string | null
  /** The ad platform receives it afterwards. */
  readonly sync?: Open<"pending">
  /** Why it waits longer and what to do, and what counts. */
  readonly warnings?: ReadonlyArray<string>
  /** Codes of the warnings that count. */
  readonly warning_codes?: ReadonlyArray<Open<"conversions_lost" | "keywords_blocked" | "raised_repeatedly">>
}

/** Parameters of `client.campaigns.acceptChanges`. */
export interface CampaignsAcceptChangesParams {
  /** From the preview. At most 128 characters. */
  readonly preview_hash?: string | undefined
  /** For the approver. At most 300 characters. */
  readonly comment?: string | undefined
}

/** Preview of `client.campaigns.acceptChanges`. */
export interface CampaignsAcceptChangesPreview {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "previewed"
  readonly dry_run: true
  /** Slug of the affected campaign. */
  readonly campaign?: string
  /** Whether the execution needs approval. */
  readonly needs_approval?: boolean
  /** What will probably fail or waste spend. */
  readonly warnings?: ReadonlyArray<string>
  /** Codes of the warnings that count. */
  readonly warning_codes?: ReadonlyArray<Open<"conversions_lost" | "keywords_blocked" | "raised_repeatedly">>
  /** Result of the ad platform's own check; omitted if nothing is sent. */
  readonly platform_check?: {
    readonly verdict: Open<"accepted" | "refused" | "unchecked">
    /** Why it was refused or not checked. */
    readonly reason: string | null
  }
  /** Why it would be rejected; omitted otherwise. */
  readonly blocked_reason?: string
  /** Send it with dry_run false: the call is rejected if the plan changed. */
  readonly preview_hash?: string
  /**
   * What others changed in the ad platform: it is not overwritten unless this lowers it; accept it
   * first.
   */
  readonly outside_change?: ReadonlyArray<{
    readonly field: Open<"name" | "budget" | "target_cpa" | "ai_max" | "state">
    readonly ours: string | number | boolean | null
    readonly theirs: string | number | boolean | null
    /** Null if unknown. */
    readonly by: string | null
    readonly at: string | null
  }>
  /** What others changed. */
  readonly changes: ReadonlyArray<{ readonly at: string; readonly by: string | null; readonly what: string }>
  readonly would_change: FieldChanges
  /** What all budgets commit in 30 days. */
  readonly committed_monthly: FromTo
  readonly monthly_cap?: number
}

/** Result of `client.campaigns.acceptChanges`. */
export interface CampaignsAcceptChangesExecuted {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "executed"
  readonly accepted: true
  readonly action_id: string | null
  readonly task_tracking_id: number | null
  readonly changed: FieldChanges
  /** The ad platform receives it afterwards. */
  readonly sync?: Open<"pending">
  /** Why it waits longer and what to do, and what counts. */
  readonly warnings?: ReadonlyArray<string>
  /** Codes of the warnings that count. */
  readonly warning_codes?: ReadonlyArray<Open<"conversions_lost" | "keywords_blocked" | "raised_repeatedly">>
}
