// Generated from the contract by `npm run client:generate`. Do not edit.
import type { RequestError } from "../../effect/variant.ts"
import type {
  AdAccountNotLinkedError,
  AdAccountNotSelectedError,
  AdNotSupportedError,
  AdPlatformConnectionIncompleteError,
  ApprovalQueueFullError,
  BudgetCapExceededError,
  BusinessProfileNotReadyError,
  IdempotencyConflictError,
  InsufficientScopeError,
  LaunchBlockedError,
  NotFoundError,
  OrgAccessDeniedError,
  PayloadTooLargeError,
  PreviewStaleError,
  RecentlyAppliedError,
  RecommendationNotPendingError,
  RoleDeniedError,
  SyncConflictError,
  UndoConflictError,
  WriteQuotaExceededError
} from "../errors.ts"

export type OrganizationsListError = RequestError | InsufficientScopeError

export type OrganizationsGetError = RequestError | InsufficientScopeError | OrgAccessDeniedError

export type OrganizationsBusinessProfileError =
  | RequestError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | NotFoundError

export type CampaignsListError = RequestError | InsufficientScopeError | OrgAccessDeniedError | NotFoundError

export type CampaignsGetError = RequestError | InsufficientScopeError | OrgAccessDeniedError | NotFoundError

export type CampaignsCreateError =
  | RequestError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | RoleDeniedError
  | PayloadTooLargeError
  | BudgetCapExceededError
  | BusinessProfileNotReadyError
  | AdAccountNotSelectedError
  | ApprovalQueueFullError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type CampaignsListAdsError =
  | RequestError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | NotFoundError

export type CampaignsCreateAdError =
  | RequestError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | AdNotSupportedError
  | AdAccountNotLinkedError
  | AdPlatformConnectionIncompleteError
  | ApprovalQueueFullError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type CampaignsUpdateError =
  | RequestError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | BudgetCapExceededError
  | ApprovalQueueFullError
  | PreviewStaleError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type CampaignsSetStateError =
  | RequestError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | LaunchBlockedError
  | BudgetCapExceededError
  | SyncConflictError
  | AdAccountNotLinkedError
  | ApprovalQueueFullError
  | PreviewStaleError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type KeywordsListError = RequestError | InsufficientScopeError | OrgAccessDeniedError | NotFoundError

export type KeywordsListNegativesError =
  | RequestError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | NotFoundError

export type KeywordsAddNegativesError =
  | RequestError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | AdAccountNotLinkedError
  | AdPlatformConnectionIncompleteError
  | ApprovalQueueFullError
  | PreviewStaleError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type PerformanceGetError = RequestError | InsufficientScopeError | OrgAccessDeniedError | NotFoundError

export type PerformanceSearchTermsError =
  | RequestError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | NotFoundError

export type PerformanceQueryError =
  | RequestError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | AdAccountNotLinkedError
  | AdAccountNotSelectedError
  | AdPlatformConnectionIncompleteError

export type ReportsListError = RequestError | InsufficientScopeError | OrgAccessDeniedError

export type ReportsLatestError = RequestError | InsufficientScopeError | OrgAccessDeniedError | NotFoundError

export type ReportsGetError = RequestError | InsufficientScopeError | OrgAccessDeniedError | NotFoundError

export type ReportsGenerateError =
  | RequestError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | RoleDeniedError
  | PayloadTooLargeError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type StrategyGenerateError =
  | RequestError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | RoleDeniedError
  | PayloadTooLargeError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type StrategyListError = RequestError | InsufficientScopeError | OrgAccessDeniedError

export type StrategyGetError = RequestError | InsufficientScopeError | OrgAccessDeniedError | NotFoundError

export type DetectorsRunError =
  | RequestError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | PayloadTooLargeError
  | NotFoundError

export type RecommendationsListError =
  | RequestError
  | InsufficientScopeError
  | OrgAccessDeniedError
  | NotFoundError

export type RecommendationsApplyError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | RecentlyAppliedError
  | RecommendationNotPendingError
  | BudgetCapExceededError
  | AdAccountNotLinkedError
  | AdAccountNotSelectedError
  | AdPlatformConnectionIncompleteError
  | BusinessProfileNotReadyError
  | ApprovalQueueFullError
  | PreviewStaleError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type ActionsUndoError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | UndoConflictError
  | BudgetCapExceededError
  | LaunchBlockedError
  | SyncConflictError
  | AdAccountNotLinkedError
  | ApprovalQueueFullError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type ActionsListError = RequestError | InsufficientScopeError | OrgAccessDeniedError | RoleDeniedError

export type AuditExportError = RequestError | InsufficientScopeError | OrgAccessDeniedError | RoleDeniedError

export type TasksGetError = RequestError | NotFoundError

export type QueuedWritesListError = RequestError | InsufficientScopeError | OrgAccessDeniedError

export type QueuedWritesGetError = RequestError | NotFoundError

export type QueuedWritesWithdrawError =
  | RequestError
  | PayloadTooLargeError
  | NotFoundError
  | RoleDeniedError
  | RecommendationNotPendingError
