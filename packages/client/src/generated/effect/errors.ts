// Generated from the contract by `npm run generate`. Do not edit.
import type { RequestError } from "../../effect/variant.ts"
import type {
  AdAccountNotLinkedError,
  AdAccountNotSelectedError,
  AdNotSupportedError,
  AdPlatformConnectionIncompleteError,
  ApprovalQueueFullError,
  BudgetCapExceededError,
  BusinessProfileNotReadyError,
  ChannelNotSupportedError,
  IdempotencyConflictError,
  InsufficientScopeError,
  LaunchBlockedError,
  NotFoundError,
  PayloadTooLargeError,
  PreviewRequiredError,
  PreviewStaleError,
  RecentlyAppliedError,
  RecommendationNotPendingError,
  RoleDeniedError,
  SyncConflictError,
  UndoConflictError,
  WriteQuotaExceededError
} from "../errors.ts"

export type OrganizationsListError = RequestError | InsufficientScopeError

export type OrganizationsGetError = RequestError | InsufficientScopeError

export type OrganizationsBusinessProfileError = RequestError | InsufficientScopeError | NotFoundError

export type WebsiteFactsGetError = RequestError | InsufficientScopeError

export type CampaignsListError = RequestError | InsufficientScopeError | NotFoundError

export type CampaignsGetError = RequestError | InsufficientScopeError | NotFoundError

export type CampaignsCreateError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | BudgetCapExceededError
  | BusinessProfileNotReadyError
  | AdAccountNotSelectedError
  | ApprovalQueueFullError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type CampaignsListAdsError = RequestError | InsufficientScopeError | NotFoundError

export type CampaignsCreateAdError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | AdNotSupportedError
  | ChannelNotSupportedError
  | AdAccountNotLinkedError
  | AdPlatformConnectionIncompleteError
  | ApprovalQueueFullError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type AdsUpdateError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | ChannelNotSupportedError
  | AdAccountNotLinkedError
  | AdPlatformConnectionIncompleteError
  | ApprovalQueueFullError
  | PreviewStaleError
  | PreviewRequiredError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type AssetsUpdateError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | ChannelNotSupportedError
  | AdAccountNotLinkedError
  | AdPlatformConnectionIncompleteError
  | ApprovalQueueFullError
  | PreviewStaleError
  | PreviewRequiredError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type CampaignsUpdateError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | BudgetCapExceededError
  | SyncConflictError
  | ApprovalQueueFullError
  | PreviewStaleError
  | PreviewRequiredError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type CampaignsSetStateError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | LaunchBlockedError
  | BudgetCapExceededError
  | SyncConflictError
  | AdAccountNotLinkedError
  | ApprovalQueueFullError
  | PreviewStaleError
  | PreviewRequiredError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type CampaignsAcceptChangesError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | AdAccountNotLinkedError
  | AdPlatformConnectionIncompleteError
  | ApprovalQueueFullError
  | PreviewStaleError
  | PreviewRequiredError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type KeywordsListError = RequestError | InsufficientScopeError | NotFoundError

export type KeywordsListNegativesError = RequestError | InsufficientScopeError | NotFoundError

export type KeywordsAddNegativesError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | ChannelNotSupportedError
  | AdAccountNotLinkedError
  | AdPlatformConnectionIncompleteError
  | ApprovalQueueFullError
  | PreviewStaleError
  | PreviewRequiredError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type KeywordsRemoveNegativesError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | ChannelNotSupportedError
  | AdAccountNotLinkedError
  | AdPlatformConnectionIncompleteError
  | ApprovalQueueFullError
  | PreviewStaleError
  | PreviewRequiredError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type KeywordsUpdateError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | ChannelNotSupportedError
  | AdAccountNotLinkedError
  | AdPlatformConnectionIncompleteError
  | ApprovalQueueFullError
  | PreviewStaleError
  | PreviewRequiredError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type PerformanceGetError = RequestError | InsufficientScopeError | NotFoundError

export type PerformanceSearchTermsError = RequestError | InsufficientScopeError | NotFoundError

export type PerformanceQueryError =
  | RequestError
  | InsufficientScopeError
  | PayloadTooLargeError
  | NotFoundError
  | AdAccountNotLinkedError
  | AdAccountNotSelectedError
  | AdPlatformConnectionIncompleteError

export type ReportsListError = RequestError | InsufficientScopeError

export type ReportsLatestError = RequestError | InsufficientScopeError | NotFoundError

export type ReportsGetError = RequestError | InsufficientScopeError | NotFoundError

export type ReportsGenerateError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type StrategyGenerateError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type StrategyListError = RequestError | InsufficientScopeError

export type StrategyGetError = RequestError | InsufficientScopeError | NotFoundError

export type DetectorsRunError =
  | RequestError
  | InsufficientScopeError
  | PayloadTooLargeError
  | NotFoundError
  | ChannelNotSupportedError

export type RecommendationsListError = RequestError | InsufficientScopeError | NotFoundError

export type RecommendationsApplyError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | RecentlyAppliedError
  | RecommendationNotPendingError
  | BudgetCapExceededError
  | SyncConflictError
  | AdAccountNotLinkedError
  | AdAccountNotSelectedError
  | AdPlatformConnectionIncompleteError
  | BusinessProfileNotReadyError
  | ApprovalQueueFullError
  | PreviewStaleError
  | PreviewRequiredError
  | WriteQuotaExceededError
  | IdempotencyConflictError

export type RecommendationsApplySeveralError =
  | RequestError
  | InsufficientScopeError
  | RoleDeniedError
  | PayloadTooLargeError
  | NotFoundError
  | RecentlyAppliedError
  | SyncConflictError
  | AdAccountNotLinkedError
  | AdPlatformConnectionIncompleteError
  | ApprovalQueueFullError
  | PreviewStaleError
  | PreviewRequiredError
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

export type ActionsListError = RequestError | InsufficientScopeError | RoleDeniedError

export type ActionsListMineError = RequestError | InsufficientScopeError | NotFoundError

export type AuditExportError = RequestError | InsufficientScopeError | RoleDeniedError

export type TasksGetError = RequestError | NotFoundError

export type QueuedWritesListError = RequestError | InsufficientScopeError

export type QueuedWritesGetError = RequestError | NotFoundError

export type QueuedWritesWithdrawError =
  | RequestError
  | PayloadTooLargeError
  | NotFoundError
  | RoleDeniedError
  | RecommendationNotPendingError
