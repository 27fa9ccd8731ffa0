// Generated from the contract by `npm run generate`. Do not edit.
import {
  ApiError,
  type ConnectionError,
  type TimedOutError,
  type UnfamiliarError,
  type UnreadableAnswerError
} from "../runtime/errors.ts"
import type { SignInNeededError } from "../runtime/oauth.ts"

/**
 * 401. The credential is missing, malformed, unknown, revoked or expired, or its creator's role fell
 * below its scopes.
 */
export class UnauthorizedError extends ApiError {
  declare readonly code: "unauthorized"
}

/** 403. The credential lacks the scope that the operation needs. Nothing changed. */
export class InsufficientScopeError extends ApiError {
  declare readonly code: "insufficient_scope"
  declare readonly required_scope: string
}

/** 403. The organization does not exist, the credential cannot act in it, or its access is suspended. */
export class OrgAccessDeniedError extends ApiError {
  declare readonly code: "org_access_denied"
}

/** 403. The person behind the credential has too low a role in this organization. */
export class RoleDeniedError extends ApiError {
  declare readonly code: "role_denied"
  declare readonly required_role: string
}

/** 400. The input does not match the operation's schema. */
export class ValidationError extends ApiError {
  declare readonly code: "validation_error"
  declare readonly fields: ReadonlyArray<{ readonly path: string; readonly message: string }>
}

/** 404. No resource with that name or id is visible to this credential. */
export class NotFoundError extends ApiError {
  declare readonly code: "not_found"
}

/** Each exceeded limit brings its figures; checking one of them for `undefined` narrows the others. */
export type BudgetCapExceededErrorFigures =
  | {
      readonly allowed_min: number
      readonly allowed_max: number
      readonly monthly_cap?: undefined
      readonly allowed_max_daily?: undefined
    }
  | {
      readonly allowed_min?: undefined
      readonly allowed_max?: undefined
      readonly monthly_cap: number
      readonly allowed_max_daily: number
    }
  | {
      readonly allowed_min: number
      readonly allowed_max: number
      readonly monthly_cap: number
      readonly allowed_max_daily: number
    }

class BudgetCapExceededErrorClass extends ApiError {
  static override readonly name = "BudgetCapExceededError"
  declare readonly code: "budget_cap_exceeded"
}

/**
 * 422. The budget changes by more than one call can, or the daily budgets times 30 pass the monthly
 * cap; each exceeded limit brings its pair.
 */
export type BudgetCapExceededError = BudgetCapExceededErrorClass & BudgetCapExceededErrorFigures
/**
 * 422. The budget changes by more than one call can, or the daily budgets times 30 pass the monthly
 * cap; each exceeded limit brings its pair.
 */
export const BudgetCapExceededError = BudgetCapExceededErrorClass as unknown as {
  new (...args: ConstructorParameters<typeof BudgetCapExceededErrorClass>): BudgetCapExceededError
  readonly prototype: BudgetCapExceededError
}

/** 422. Something that a launch needs is missing; blocked_by names the first such thing. */
export class LaunchBlockedError extends ApiError {
  declare readonly code: "launch_blocked"
  declare readonly blocked_by: string
}

/**
 * 409. Others changed the campaign in the ad platform, and the call would start or overwrite that
 * unreviewed.
 */
export class SyncConflictError extends ApiError {
  declare readonly code: "sync_conflict"
  declare readonly changes: ReadonlyArray<{ readonly at: string; readonly by: string; readonly what: string }>
}

/** 409. The campaign is not linked to an ad-platform account that the user can access. */
export class AdAccountNotLinkedError extends ApiError {
  declare readonly code: "ad_account_not_linked"
}

/** 409. No ad-platform account is selected for the organization. */
export class AdAccountNotSelectedError extends ApiError {
  declare readonly code: "ad_account_not_selected"
}

/** 409. The connection to the ad platform was begun and not finished, or its login was revoked. */
export class AdPlatformConnectionIncompleteError extends ApiError {
  declare readonly code: "ad_platform_connection_incomplete"
}

/** 409. The business profile is missing or still being analysed. */
export class BusinessProfileNotReadyError extends ApiError {
  declare readonly code: "business_profile_not_ready"
}

/** 409. Imported external campaigns and competitor campaigns take no new ads. */
export class AdNotSupportedError extends ApiError {
  declare readonly code: "ad_not_supported"
}

/** 409. Ads, keywords, exclusions and search terms are read and changed only for search campaigns. */
export class ChannelNotSupportedError extends ApiError {
  declare readonly code: "channel_not_supported"
  declare readonly channel: string
}

/** 409. The recommendation was applied in the last five minutes. */
export class RecentlyAppliedError extends ApiError {
  declare readonly code: "recently_applied"
  declare readonly retry_after_seconds: number
}

/** 409. Only a pending recommendation can be applied, and only a pending queued write withdrawn. */
export class RecommendationNotPendingError extends ApiError {
  declare readonly code: "recommendation_not_pending"
}

/** 409. A later action moved what this one had set. */
export class UndoConflictError extends ApiError {
  declare readonly code: "undo_conflict"
  declare readonly conflicting_action_id: string
}

/** 409. What the preview showed is no longer what would happen. */
export class PreviewStaleError extends ApiError {
  declare readonly code: "preview_stale"
  declare readonly current: unknown
}

/**
 * 409. The organization requires a preview of changes with a warning code, and this credential has not
 * previewed this change within 24 hours.
 */
export class PreviewRequiredError extends ApiError {
  declare readonly code: "preview_required"
  declare readonly preview: unknown
}

/** 409. The idempotency key was used before with other parameters. */
export class IdempotencyConflictError extends ApiError {
  declare readonly code: "idempotency_conflict"
}

/** 429. Too many requests in a minute, or website reads in a day. */
export class RateLimitedError extends ApiError {
  declare readonly code: "rate_limited"
  declare readonly limit: number
  declare readonly resets_at: string
}

/** 429. The organization executed all the writes of its day. */
export class WriteQuotaExceededError extends ApiError {
  declare readonly code: "write_quota_exceeded"
  declare readonly limit: number
  declare readonly resets_at: string
}

/**
 * 429. The approval queue of the organization is full, or the caller's half of it. Writes that stop
 * spend are queued all the same.
 */
export class ApprovalQueueFullError extends ApiError {
  declare readonly code: "approval_queue_full"
  declare readonly limit: number
}

/** 413. The body is larger than the operation takes. */
export class PayloadTooLargeError extends ApiError {
  declare readonly code: "payload_too_large"
}

/** 500. A defect of the service. */
export class InternalError extends ApiError {
  declare readonly code: "internal_error"
  declare readonly request_id: string
}

/**
 * 503. The database, the queue or the ad platform is unavailable, or the resource is still being
 * processed.
 */
export class UnavailableError extends ApiError {
  declare readonly code: "unavailable"
}

export const errorClasses = {
  unauthorized: UnauthorizedError,
  insufficient_scope: InsufficientScopeError,
  org_access_denied: OrgAccessDeniedError,
  role_denied: RoleDeniedError,
  validation_error: ValidationError,
  not_found: NotFoundError,
  budget_cap_exceeded: BudgetCapExceededError,
  launch_blocked: LaunchBlockedError,
  sync_conflict: SyncConflictError,
  ad_account_not_linked: AdAccountNotLinkedError,
  ad_account_not_selected: AdAccountNotSelectedError,
  ad_platform_connection_incomplete: AdPlatformConnectionIncompleteError,
  business_profile_not_ready: BusinessProfileNotReadyError,
  ad_not_supported: AdNotSupportedError,
  channel_not_supported: ChannelNotSupportedError,
  recently_applied: RecentlyAppliedError,
  recommendation_not_pending: RecommendationNotPendingError,
  undo_conflict: UndoConflictError,
  preview_stale: PreviewStaleError,
  preview_required: PreviewRequiredError,
  idempotency_conflict: IdempotencyConflictError,
  rate_limited: RateLimitedError,
  write_quota_exceeded: WriteQuotaExceededError,
  approval_queue_full: ApprovalQueueFullError,
  payload_too_large: PayloadTooLargeError,
  internal_error: InternalError,
  unavailable: UnavailableError
}

/** The errors that the service returns. Checking `code` narrows the type. */
export type AnyApiError =
  | UnauthorizedError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | RoleDeniedError
  | ValidationError
  | NotFoundError
  | BudgetCapExceededError
  | LaunchBlockedError
  | SyncConflictError
  | AdAccountNotLinkedError
  | AdAccountNotSelectedError
  | AdPlatformConnectionIncompleteError
  | BusinessProfileNotReadyError
  | AdNotSupportedError
  | ChannelNotSupportedError
  | RecentlyAppliedError
  | RecommendationNotPendingError
  | UndoConflictError
  | PreviewStaleError
  | PreviewRequiredError
  | IdempotencyConflictError
  | RateLimitedError
  | WriteQuotaExceededError
  | ApprovalQueueFullError
  | PayloadTooLargeError
  | InternalError
  | UnavailableError
  | UnfamiliarError

/** The errors that a call can fail with. Checking `code` narrows the type. */
export type AnyAdwardenError =
  | AnyApiError
  | ConnectionError
  | TimedOutError
  | UnreadableAnswerError
  | SignInNeededError
