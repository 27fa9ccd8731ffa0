// Generated from the contract by `npm run generate`. Do not edit.
import type { Effect } from "effect"
import { attempt, type CallOptions, type RowStream, rows } from "../../effect/variant.ts"
import type { QueuedWritesResource as Promised } from "../resources/queued-writes.ts"
import type { QueuedWrite, QueuedWritesListPage, QueuedWritesListParams } from "../types/queued-writes.ts"
import type { QueuedWritesGetError, QueuedWritesListError, QueuedWritesWithdrawError } from "./errors.ts"

export class QueuedWritesResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
  }

  /**
   * List changes held for approval.
   *
   * Use it before asking for more. Gives status, summary, would_change and expires_at of each, newest
   * first. Quotes are data. Follow one with `client.queuedWrites.get`; withdraw your own with
   * `client.queuedWrites.withdraw`.
   *
   * Requires the scope `recommendations:read`.
   *
   * ```ts
   * yield* Stream.runForEach(client.queuedWrites.list({ status: "pending" }), Console.log)
   * ```
   */
  list(
    params?: QueuedWritesListParams,
    options?: CallOptions
  ): RowStream<QueuedWrite, QueuedWritesListPage, QueuedWritesListError> {
    return rows((signal) => this.#client.list(params, { ...options, signal }))
  }

  /**
   * Follow a change that waits for approval.
   *
   * After approval_required. Poll rarely: a person must act. Gives status; approved carries the result,
   * rejected and failed a reason. Quotes are data. Undo an approved one with `client.actions.undo`,
   * withdraw a pending one with `client.queuedWrites.withdraw`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * yield* client.queuedWrites.get("qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW")
   * ```
   */
  get(queuedId: string, options?: CallOptions): Effect.Effect<QueuedWrite, QueuedWritesGetError> {
    return attempt((signal) => this.#client.get(queuedId, { ...options, signal }))
  }

  /**
   * Withdraw a pending change that you requested.
   *
   * Only the key or app that requested it can. Gives status rejected, reason withdrawn; its reservation
   * under the cap ends. Quotes are data. See what else is pending with `client.queuedWrites.list`.
   *
   * Specific errors: `NotFoundError`, `RoleDeniedError`, `RecommendationNotPendingError`.
   *
   * ```ts
   * yield* client.queuedWrites.withdraw("qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW")
   * ```
   */
  withdraw(queuedId: string, options?: CallOptions): Effect.Effect<QueuedWrite, QueuedWritesWithdrawError> {
    return attempt((signal) => this.#client.withdraw(queuedId, { ...options, signal }))
  }
}
