// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { List } from "../../runtime/list.ts"
import type { RequestOptions, WriteOptions } from "../../runtime/options.ts"
import type { Executing, Held, Preview, Previewing } from "../../runtime/outcomes.ts"
import { path } from "../../runtime/path.ts"
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

export class RecommendationsResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
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
   * for await (const row of client.recommendations.list()) console.log(row)
   * ```
   */
  list(
    params?: RecommendationsListParams,
    options?: RequestOptions
  ): List<Recommendation, RecommendationsListPage> {
    return this.#calls.list(
      path`/organizations/${this.#calls.org}/recommendations`,
      "recommendations",
      params,
      options
    )
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
   * const preview = await client.recommendations.apply("rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp")
   * const done = await preview.execute()
   * ```
   */
  apply(
    id: string,
    params?: RecommendationsApplyParams & Previewing,
    options?: WriteOptions
  ): Promise<Preview<RecommendationsApplyPreview, RecommendationsApplyExecuted>>
  /** Executes at once, without a preview: apply a recommendation. */
  apply(
    id: string,
    params: RecommendationsApplyParams & Executing,
    options?: WriteOptions
  ): Promise<RecommendationsApplyExecuted | Held>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  apply(
    id: string,
    params?: RecommendationsApplyParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<
    Preview<RecommendationsApplyPreview, RecommendationsApplyExecuted> | RecommendationsApplyExecuted | Held
  >
  apply(
    id: string,
    params?: RecommendationsApplyParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<object> {
    return this.#calls.guarded<RecommendationsApplyPreview, RecommendationsApplyExecuted>(
      "POST",
      path`/recommendations/${id}/apply`,
      params,
      options
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
   * const preview = await client.recommendations.applySeveral({ ids: [ "rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp" ] })
   * const done = await preview.execute()
   * ```
   */
  applySeveral(
    params: RecommendationsApplySeveralParams & Previewing,
    options?: WriteOptions
  ): Promise<Preview<RecommendationsApplySeveralPreview, RecommendationsApplySeveralExecuted>>
  /** Executes at once, without a preview: apply several recommendations. */
  applySeveral(
    params: RecommendationsApplySeveralParams & Executing,
    options?: WriteOptions
  ): Promise<RecommendationsApplySeveralExecuted | Held>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  applySeveral(
    params: RecommendationsApplySeveralParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<
    | Preview<RecommendationsApplySeveralPreview, RecommendationsApplySeveralExecuted>
    | RecommendationsApplySeveralExecuted
    | Held
  >
  applySeveral(
    params: RecommendationsApplySeveralParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<object> {
    return this.#calls.guarded<RecommendationsApplySeveralPreview, RecommendationsApplySeveralExecuted>(
      "POST",
      path`/organizations/${this.#calls.org}/recommendations/apply`,
      params,
      options
    )
  }
}
