import { Data } from "effect"
import type { Role } from "./roles.ts"
import type { Scope } from "./scopes.ts"

/**
 * What can go wrong, as data. No prose and no status here: `error-table.ts` maps each to its code,
 * its status and a message that says what to do next.
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
export class OrgAccessDenied extends Data.TaggedError("org_access_denied")<{ readonly org: string }> {}
export class RoleDenied extends Data.TaggedError("role_denied")<{
  readonly required_role: Role
  /** A sentence, where it is not the role alone that decides. */
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

/** The figures of the limits on budgets. Each limit that a change exceeds contributes its pair. */
export interface LimitFigures {
  /** The per-call limit: the range that one call may move the budget to. */
  readonly allowed_min?: number
  readonly allowed_max?: number
  /** The monthly cap, and the highest daily budget that fits under it. */
  readonly monthly_cap?: number
  readonly allowed_max_daily?: number
}
export class BudgetCapExceeded extends Data.TaggedError("budget_cap_exceeded")<
  LimitFigures & {
    /** Only of a refused undo: what it would restore, for example "Daily budget of boiler-repair to 200". */
    readonly restores?: string
  }
> {}

/** Why a launch is refused, in the order the checks run; the first that holds is told. */
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
export interface OutsideChange {
  readonly at: string
  readonly by: string
  readonly what: string
}
export class SyncConflict extends Data.TaggedError("sync_conflict")<{
  readonly changes: ReadonlyArray<OutsideChange>
}> {}
export class ApprovalRequired extends Data.TaggedError("approval_required")<{
  readonly queued_recommendation_id: string
}> {}
export class AdAccountNotLinked extends Data.TaggedError("ad_account_not_linked")<object> {}
export class AdAccountNotSelected extends Data.TaggedError("ad_account_not_selected")<object> {}
export class AdPlatformConnectionIncomplete extends Data.TaggedError("ad_platform_connection_incomplete")<{
  /** What is wrong with it, where that is known. */
  readonly because?: string
}> {}
export class BusinessProfileNotReady extends Data.TaggedError("business_profile_not_ready")<{
  /** None was ever asked for, one is in the making, or the website could not be read. */
  readonly why: "none" | "analysing" | "failed"
}> {}
export class AdNotSupported extends Data.TaggedError("ad_not_supported")<{
  readonly why: "imported" | "competitor"
}> {}
export class RecentlyApplied extends Data.TaggedError("recently_applied")<{
  readonly retry_after_seconds: number
}> {}
export class RecommendationNotPending extends Data.TaggedError("recommendation_not_pending")<{
  readonly status: string
  /** Whether it is a queued write that was to be withdrawn. */
  readonly queued?: true
}> {}
export class UndoConflict extends Data.TaggedError("undo_conflict")<{
  readonly conflicting_action_id: string
}> {}
export class PreviewStale extends Data.TaggedError("preview_stale")<{
  readonly current: unknown
  /** What changed and what to do, where no preview was sent along. */
  readonly because?: string
}> {}
export class IdempotencyConflict extends Data.TaggedError("idempotency_conflict")<object> {}
export class RateLimited extends Data.TaggedError("rate_limited")<{
  readonly limit: number
  readonly resets_at: string
  readonly retryAfter: number
}> {}
export class WriteQuotaExceeded extends Data.TaggedError("write_quota_exceeded")<{
  readonly limit: number
  readonly resets_at: string
  readonly retryAfter: number
}> {}
/** More writes wait for approval than an organization may have waiting. */
export class ApprovalQueueFull extends Data.TaggedError("approval_queue_full")<{
  readonly limit: number
  /** Whose limit was reached: the whole queue's, or the half that one caller may fill. */
  readonly of: "organization" | "caller"
}> {}
export class PayloadTooLarge extends Data.TaggedError("payload_too_large")<{ readonly limit: number }> {}
export class InternalError extends Data.TaggedError("internal_error")<{ readonly request_id: string }> {}
export class Unavailable extends Data.TaggedError("unavailable")<{
  readonly retryAfter: number
  /** A sentence, where it is not the database that is out of reach. */
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
  | RecentlyApplied
  | RecommendationNotPending
  | UndoConflict
  | PreviewStale
  | IdempotencyConflict
  | RateLimited
  | WriteQuotaExceeded
  | ApprovalQueueFull
  | PayloadTooLarge
  | InternalError
  | Unavailable

export type ErrorCode = ServiceError["_tag"]
export type ErrorOf<Code extends ErrorCode> = Extract<ServiceError, { readonly _tag: Code }>
