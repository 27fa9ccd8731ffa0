// Made from the contract by `npm run client:generate`; do not edit.
import type { Effect } from "effect"
import {
  type CallOptions,
  type EffectPreview,
  guarded,
  type RowStream,
  rows,
  type WriteCallOptions
} from "../../effect/flavour.ts"
import type { Executing, Held, Previewing } from "../../runtime/outcomes.ts"
import type { RecommendationsResource as Promised } from "../resources/recommendations.ts"
import type {
  Recommendation,
  RecommendationsApplyExecuted,
  RecommendationsApplyParams,
  RecommendationsApplyPreview,
  RecommendationsListPage,
  RecommendationsListParams
} from "../types/recommendations.ts"
import type { RecommendationsApplyError, RecommendationsListError } from "./errors.ts"

export class RecommendationsResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
  }

  /**
   * List recommendations.
   *
   * Preview and apply one with `client.recommendations.apply`.
   *
   * Needs the scope `recommendations:read`.
   *
   * Errors of its own: `NotFoundError`.
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
   * Previews first; send dry_run false to execute. Take it back with `client.actions.undo`, once for
   * each of action_ids.
   *
   * Needs the scope `recommendations:apply`.
   *
   * Errors of its own: `NotFoundError`, `RecentlyAppliedError`, `RecommendationNotPendingError`,
   * `BudgetCapExceededError`, `AdAccountNotLinkedError`, `AdAccountNotSelectedError`,
   * `AdPlatformConnectionIncompleteError`, `BusinessProfileNotReadyError`, `UnavailableError`,
   * `ApprovalQueueFullError`, `PreviewStaleError`, `WriteQuotaExceededError`,
   * `IdempotencyConflictError`.
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
  /** Previews or executes, as `dry_run` says; `outcome` tells which it was. */
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
}
