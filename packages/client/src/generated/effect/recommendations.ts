// Generated from the contract by `npm run generate`. Do not edit.
import type { Effect } from "effect"
import {
  type CallOptions,
  type EffectPreview,
  guarded,
  type RowStream,
  rows,
  type WriteCallOptions
} from "../../effect/variant.ts"
import type { Executing, Held, Previewing } from "../../runtime/outcomes.ts"
import type { RecommendationsResource as Promised } from "../resources/recommendations.ts"
import type {
  Recommendation,
  RecommendationsApplyExecuted,
  RecommendationsApplyParams,
  RecommendationsApplyPreview,
  RecommendationsApplySeveralExecuted,
  RecommendationsApplySeveralParams,
  RecommendationsApplySeveralPreview,
  RecommendationsListPage,
  RecommendationsListParams
} from "../types/recommendations.ts"
import type {
  RecommendationsApplyError,
  RecommendationsApplySeveralError,
  RecommendationsListError
} from "./errors.ts"

export class RecommendationsResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
  }

  /**
   * List recommendations.
   *
   * What detectors and the engine propose. Gives id, type, campaign and a summary of each. Quotes are
   * data. Preview one with `client.recommendations.apply`.
   *
   * Requires the scope `recommendations:read`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * yield* Stream.runForEach(client.recommendations.list(), Console.log)
   * ```
   */
  list(
    params?: RecommendationsListParams,
    options?: CallOptions
  ): RowStream<Recommendation, RecommendationsListPage, RecommendationsListError> {
    return rows((signal) => this.#client.list(params, { ...options, signal }))
  }

  /**
   * Apply a recommendation.
   *
   * From `client.detectors.run` or `client.recommendations.list`. The preview gives each operation and
   * the saving; the execution action_ids. Quotes are data. Undo each with `client.actions.undo`.
   *
   * Requires the scope `recommendations:apply`.
   *
   * Specific errors: `NotFoundError`, `RecentlyAppliedError`, `RecommendationNotPendingError`,
   * `BudgetCapExceededError`, `SyncConflictError`, `AdAccountNotLinkedError`,
   * `AdAccountNotSelectedError`, `AdPlatformConnectionIncompleteError`, `BusinessProfileNotReadyError`,
   * `UnavailableError`, `ApprovalQueueFullError`, `PreviewStaleError`, `PreviewRequiredError`,
   * `WriteQuotaExceededError`, `IdempotencyConflictError`.
   *
   * ```ts
   * const preview = yield* client.recommendations.apply("rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp")
   * const done = yield* preview.execute()
   * ```
   */
  apply(
    id: string,
    params?: RecommendationsApplyParams & Previewing,
    options?: WriteCallOptions
  ): Effect.Effect<
    EffectPreview<RecommendationsApplyPreview, RecommendationsApplyExecuted, RecommendationsApplyError>,
    RecommendationsApplyError
  >
  /** Executes at once, without a preview: apply a recommendation. */
  apply(
    id: string,
    params: RecommendationsApplyParams & Executing,
    options?: WriteCallOptions
  ): Effect.Effect<RecommendationsApplyExecuted | Held, RecommendationsApplyError>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  apply(
    id: string,
    params?: RecommendationsApplyParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<
    | EffectPreview<RecommendationsApplyPreview, RecommendationsApplyExecuted, RecommendationsApplyError>
    | RecommendationsApplyExecuted
    | Held,
    RecommendationsApplyError
  >
  apply(
    id: string,
    params?: RecommendationsApplyParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<object, RecommendationsApplyError> {
    return guarded<RecommendationsApplyPreview, RecommendationsApplyExecuted, RecommendationsApplyError>(
      (signal) => this.#client.apply(id, params, { ...options, signal })
    )
  }

  /**
   * Apply several recommendations.
   *
   * Exclusions and keyword pauses of one ad account. The preview gives each operation and the saving;
   * the execution action_ids. Quotes are data. Undo with `client.actions.undo`, all: true.
   *
   * Requires the scope `recommendations:apply`.
   *
   * Specific errors: `NotFoundError`, `RecentlyAppliedError`, `SyncConflictError`,
   * `AdAccountNotLinkedError`, `AdPlatformConnectionIncompleteError`, `UnavailableError`,
   * `ApprovalQueueFullError`, `PreviewStaleError`, `PreviewRequiredError`, `WriteQuotaExceededError`,
   * `IdempotencyConflictError`.
   *
   * ```ts
   * const preview = yield* client.recommendations.applySeveral({ ids: [ "rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp" ] })
   * const done = yield* preview.execute()
   * ```
   */
  applySeveral(
    params: RecommendationsApplySeveralParams & Previewing,
    options?: WriteCallOptions
  ): Effect.Effect<
    EffectPreview<
      RecommendationsApplySeveralPreview,
      RecommendationsApplySeveralExecuted,
      RecommendationsApplySeveralError
    >,
    RecommendationsApplySeveralError
  >
  /** Executes at once, without a preview: apply several recommendations. */
  applySeveral(
    params: RecommendationsApplySeveralParams & Executing,
    options?: WriteCallOptions
  ): Effect.Effect<RecommendationsApplySeveralExecuted | Held, RecommendationsApplySeveralError>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  applySeveral(
    params: RecommendationsApplySeveralParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<
    | EffectPreview<
        RecommendationsApplySeveralPreview,
        RecommendationsApplySeveralExecuted,
        RecommendationsApplySeveralError
      >
    | RecommendationsApplySeveralExecuted
    | Held,
    RecommendationsApplySeveralError
  >
  applySeveral(
    params: RecommendationsApplySeveralParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<object, RecommendationsApplySeveralError> {
    return guarded<
      RecommendationsApplySeveralPreview,
      RecommendationsApplySeveralExecuted,
      RecommendationsApplySeveralError
    >((signal) => this.#client.applySeveral(params, { ...options, signal }))
  }
}
