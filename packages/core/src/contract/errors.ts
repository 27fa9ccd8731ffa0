import { Data } from "effect"
import type { Channel } from "./resources/campaign.ts"
import type { Role, Scope } from "./scopes.ts"

/**
 * The errors as data, without text or status. `error-table.ts` maps each to its code, its status and a
 * message.
 */
export class Unauthorized extends Data.TaggedError("unauthorized")<{
  readonly why:
    | "missing"
    | "malformed"
    | "unknown"
    | "revoked"
    | "expired"
    | "creator_role"
    | "in_query"
    | "wrong_audience"
}> {}
export class InsufficientScope extends Data.TaggedError("insufficient_scope")<{
  readonly required_scope: Scope
}> {}
export class OrgAccessDenied extends Data.TaggedError("org_access_denied")<{
  readonly org: string
  /** Whether the access of all keys and connected apps is suspended, or only that of this key. */
  readonly suspended?: true | "key"
  /** Whether a signed-in person lacks the second factor that the organization requires. */
  readonly secondFactor?: true
}> {}
export class RoleDenied extends Data.TaggedError("role_denied")<{
  readonly required_role: Role
  /** A sentence, if the role is not the only reason. */
  readonly because?: string
}> {}

export interface FieldProblem {
  readonly path: string
  readonly message: string
}
export class ValidationError extends Data.TaggedError("validation_error")<{
  readonly fields: ReadonlyArray<FieldProblem>
}> {}
export class NotFound extends Data.TaggedError("not_found")<{
  readonly what: string
  readonly next?: string
}> {}

/** The figures of the budget limits. Each limit that a change exceeds contributes its pair. */
export interface LimitFigures {
  /** The per-call limit: the range that one call can set the budget to. */
  readonly allowed_min?: number
  readonly allowed_max?: number
  /** The monthly cap, and the highest daily budget that fits under it. */
  readonly monthly_cap?: number
  readonly allowed_max_daily?: number
}
export class BudgetCapExceeded extends Data.TaggedError("budget_cap_exceeded")<
  LimitFigures & {
    /** The currency of the figures, for the message. */
    readonly currency: string
    /**
     * Only for a rejected undo: what it would restore, for example "Daily budget of boiler-repair to $200".
     */
    readonly restores?: string
  }
> {}

/** The reasons that block a launch, in the order of the checks; the first match is reported. */
export const launchBlockers = [
  "connection_broken",
  "refused_by_platform",
  "budget_missing",
  "budget_over_cap",
  "ad_account_not_linked",
  "location_missing",
  "sitelinks_invalid",
  "callouts_invalid",
  "ads_missing",
  "headlines_invalid",
  "descriptions_invalid",
  "keywords_missing"
] as const
export type BlockedBy = (typeof launchBlockers)[number]
export class LaunchBlocked extends Data.TaggedError("launch_blocked")<{
  readonly blocked_by: BlockedBy
  readonly reason: string
}> {}
export interface StoredExternalChange {
  readonly at: string
  readonly by: string
  readonly what: string
}
export class SyncConflict extends Data.TaggedError("sync_conflict")<{
  readonly changes: ReadonlyArray<StoredExternalChange>
}> {}
export class ApprovalRequired extends Data.TaggedError("approval_required")<{
  readonly queued_recommendation_id: string
}> {}
export class AdAccountNotLinked extends Data.TaggedError("ad_account_not_linked")<object> {}
export class AdAccountNotSelected extends Data.TaggedError("ad_account_not_selected")<object> {}
export class AdPlatformConnectionIncomplete extends Data.TaggedError("ad_platform_connection_incomplete")<{
  /** The problem, if it is known. */
  readonly because?: string
}> {}
export class BusinessProfileNotReady extends Data.TaggedError("business_profile_not_ready")<{
  /** No profile was requested, one is in progress, or the website could not be read. */
  readonly why: "none" | "analysing" | "failed"
}> {}
export class AdNotSupported extends Data.TaggedError("ad_not_supported")<{
  readonly why: "imported" | "competitor"
}> {}
export class ChannelNotSupported extends Data.TaggedError("channel_not_supported")<{
  readonly channel: Channel
}> {}
export class RecentlyApplied extends Data.TaggedError("recently_applied")<{
  readonly retry_after_seconds: number
}> {}
export class RecommendationNotPending extends Data.TaggedError("recommendation_not_pending")<{
  readonly status: string
  /** Whether the call tried to withdraw a queued write. */
  readonly queued?: true
}> {}
export class UndoConflict extends Data.TaggedError("undo_conflict")<{
  readonly conflicting_action_id: string
}> {}
export class PreviewStale extends Data.TaggedError("preview_stale")<{
  readonly current: unknown
  /** What changed and what to do, if no preview is included. */
  readonly because?: string
}> {}
/** The plan has a warning that counts, and the organization requires a preview of such changes. */
export class PreviewRequired extends Data.TaggedError("preview_required")<{
  readonly codes: ReadonlyArray<string>
  readonly preview: unknown
}> {}
export class IdempotencyConflict extends Data.TaggedError("idempotency_conflict")<object> {}
export class RateLimited extends Data.TaggedError("rate_limited")<{
  /** What was asked for too often: requests, unless this names another thing. */
  readonly of?: "website reads"
  readonly limit: number
  readonly resets_at: string
  readonly retryAfter: number
}> {}
export class WriteQuotaExceeded extends Data.TaggedError("write_quota_exceeded")<{
  readonly limit: number
  readonly resets_at: string
  readonly retryAfter: number
}> {}
/** The organization has too many writes that wait for approval. */
export class ApprovalQueueFull extends Data.TaggedError("approval_queue_full")<{
  readonly limit: number
  /** The limit that was reached: the whole queue's, or the half that one caller can fill. */
  readonly of: "organization" | "caller"
}> {}
export class PayloadTooLarge extends Data.TaggedError("payload_too_large")<{ readonly limit: number }> {}
export class InternalError extends Data.TaggedError("internal_error")<{ readonly request_id: string }> {}
export class Unavailable extends Data.TaggedError("unavailable")<{
  readonly retryAfter: number
  /** A sentence, if the cause is not an unavailable database. */
  readonly because?: string
}> {}

export type ServiceError =
  | Unauthorized
  | InsufficientScope
  | OrgAccessDenied
  | RoleDenied
  | ValidationError
  | NotFound
  | BudgetCapExceeded
  | LaunchBlocked
  | SyncConflict
  | ApprovalRequired
  | AdAccountNotLinked
  | AdAccountNotSelected
  | AdPlatformConnectionIncomplete
  | BusinessProfileNotReady
  | AdNotSupported
  | ChannelNotSupported
  | RecentlyApplied
  | RecommendationNotPending
  | UndoConflict
  | PreviewStale
  | PreviewRequired
  | IdempotencyConflict
  | RateLimited
  | WriteQuotaExceeded
  | ApprovalQueueFull
  | PayloadTooLarge
  | InternalError
  | Unavailable

export type ErrorCode = ServiceError["_tag"]
export type ErrorOf<Code extends ErrorCode> = Extract<ServiceError, { readonly _tag: Code }>
