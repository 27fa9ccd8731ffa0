// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"
import type { Share } from "./shared.ts"

export type RecommendationStatus = "pending" | "applied" | "dismissed" | "undone"

export interface Recommendation {
  readonly id: string
  /** A detector's name, or the engine's own kind. */
  readonly type: Open<RecommendationType>
  /** Slug of the campaign. */
  readonly campaign: string
  readonly status?: Open<RecommendationStatus>
  readonly summary: string
  /** Null here: `client.detectors.run` and the preview of `client.recommendations.apply` give it. */
  readonly estimated_monthly_saving: number | null
  readonly created_at: string
  /** Of an applied one; `client.actions.undo` takes it back. */
  readonly action_id?: string
}

export type RecommendationType =
  | "brand_leak"
  | "location"
  | "icp"
  | "budget"
  | "high_cpc"
  | "no_conversion_keywords"
  | "zero_impression"
  | "negative_keywords"
  | "tcpa"
  | "exact_match"
  | "hipo"
  | "optimized_keywords"
  | "new_keywords"

/** Parameters of `client.recommendations.list`. */
export interface RecommendationsListParams {
  /** Of this campaign. At most 255 characters. */
  readonly campaign?: string | undefined
  /** In this status. Default "pending". */
  readonly status?: RecommendationStatus | undefined
  /** Rows. 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** next_cursor. At most 1,024 characters. */
  readonly cursor?: string | undefined
}

/** A page of `client.recommendations.list`. */
export interface RecommendationsListPage {
  readonly recommendations: ReadonlyArray<Recommendation>
  /** Rows in the whole list. */
  readonly total: number
  /** Send as cursor for the next page; null on the last one. */
  readonly next_cursor: string | null
}

/** Parameters of `client.recommendations.apply`. */
export interface RecommendationsApplyParams {
  /** Only these terms or keywords of its findings. 1 to 200 items; each at most 255 characters. */
  readonly only?: ReadonlyArray<string> | undefined
  /** From the preview. At most 128 characters. */
  readonly preview_hash?: string | undefined
  /** For the approver. At most 300 characters. */
  readonly comment?: string | undefined
}

/** Preview of `client.recommendations.apply`. */
export interface RecommendationsApplyPreview {
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
  /** Id of the recommendation. */
  readonly recommendation_id?: string
  readonly would_apply: ReadonlyArray<{ readonly op: string; readonly summary: string }>
  /** Cost of the last 30 days that the operations left to do would have prevented. */
  readonly estimated_monthly_saving: number | null
  /** If budgets change. */
  readonly within_limits?: boolean
  readonly allowed_min?: number
  readonly allowed_max?: number
  readonly monthly_cap?: number
  readonly allowed_max_daily?: number
  /** Of exclusions and pauses: shares of the campaign's last 30 days, and amounts. */
  readonly would_lose?: Share
  /** Enabled keywords that would no longer show. */
  readonly blocked_keywords?: ReadonlyArray<string>
}

/** Result of `client.recommendations.apply`. */
export interface RecommendationsApplyExecuted {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "executed"
  readonly applied: true
  /** The first of action_ids; null if nothing changed. */
  readonly action_id: string | null
  readonly action_ids: ReadonlyArray<string>
  /** If a draft is written. */
  readonly task_tracking_id?: number
  /** The ad platform receives it afterwards. */
  readonly sync?: Open<"pending">
  /** Why it waits longer and what to do, and what counts. */
  readonly warnings?: ReadonlyArray<string>
  /** Codes of the warnings that count. */
  readonly warning_codes?: ReadonlyArray<Open<"conversions_lost" | "keywords_blocked" | "raised_repeatedly">>
}

/** Parameters of `client.recommendations.applySeveral`. */
export interface RecommendationsApplySeveralParams {
  /** Their ids. 1 to 50 items. */
  readonly ids: ReadonlyArray<string>
  /** From the preview. At most 128 characters. */
  readonly preview_hash?: string | undefined
  /** For the approver. At most 300 characters. */
  readonly comment?: string | undefined
}

/** Preview of `client.recommendations.applySeveral`. */
export interface RecommendationsApplySeveralPreview {
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
  readonly would_apply: ReadonlyArray<{
    readonly campaign: string
    readonly op: string
    readonly summary: string
  }>
  /** Cost of the last 30 days that all of it would have prevented, each keyword and term counted once. */
  readonly estimated_monthly_saving: number | null
  readonly by_campaign: ReadonlyArray<{ readonly campaign: string; readonly would_lose: Share }>
  /** Enabled keywords that would no longer show. */
  readonly blocked_keywords?: ReadonlyArray<string>
}

/** Result of `client.recommendations.applySeveral`. */
export interface RecommendationsApplySeveralExecuted {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "executed"
  readonly applied: true
  /** The first of action_ids; null if nothing changed. */
  readonly action_id: string | null
  /** One for each campaign. */
  readonly action_ids: ReadonlyArray<string>
  /** The ad platform receives it afterwards. */
  readonly sync?: Open<"pending">
  /** Why it waits longer and what to do, and what counts. */
  readonly warnings?: ReadonlyArray<string>
  /** Codes of the warnings that count. */
  readonly warning_codes?: ReadonlyArray<Open<"conversions_lost" | "keywords_blocked" | "raised_repeatedly">>
}
