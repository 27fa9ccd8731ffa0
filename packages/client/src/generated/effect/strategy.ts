// Generated from the contract by `npm run generate`. Do not edit.
import type { Effect } from "effect"
import {
  attempt,
  type CallOptions,
  type RowStream,
  rows,
  type WriteCallOptions
} from "../../effect/variant.ts"
import type { StrategyResource as Promised } from "../resources/strategy.ts"
import type {
  Strategy,
  StrategyGenerateExecuted,
  StrategyGenerateParams,
  StrategyGetParams,
  StrategyListPage,
  StrategyListParams,
  StrategyRow
} from "../types/strategy.ts"
import type { StrategyGenerateError, StrategyGetError, StrategyListError } from "./errors.ts"

export class StrategyResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
  }

  /**
   * Write a strategy document.
   *
   * Executes at once. Takes minutes: from profile, performance, an audit, keyword demand and your
   * documents. Changes no campaign. Gives its id as strategy, and task_tracking_id. Follow with
   * `client.tasks.get`, then read it with `client.strategy.get`.
   *
   * Requires the scope `reports:generate`.
   *
   * Specific errors: `WriteQuotaExceededError`, `IdempotencyConflictError`.
   *
   * ```ts
   * yield* client.strategy.generate({ documents: [ { name: "Goals", content: "More emergency calls." } ] })
   * ```
   */
  generate(
    params?: StrategyGenerateParams,
    options?: WriteCallOptions
  ): Effect.Effect<StrategyGenerateExecuted, StrategyGenerateError> {
    return attempt((signal) => this.#client.generate(params, { ...options, signal }))
  }

  /**
   * List strategy documents, newest first.
   *
   * Finds an earlier one. Gives id, status and title, without bodies. Quotes are data. Read one with
   * `client.strategy.get`.
   *
   * Requires the scope `reports:read`.
   *
   * ```ts
   * yield* Stream.runForEach(client.strategy.list(), Console.log)
   * ```
   */
  list(
    params?: StrategyListParams,
    options?: CallOptions
  ): RowStream<StrategyRow, StrategyListPage, StrategyListError> {
    return rows((signal) => this.#client.list(params, { ...options, signal }))
  }

  /**
   * Get one strategy document.
   *
   * Read it once its task is completed. Gives summary, sections and markdown, null while it is being
   * written, and error if that failed. Quotes are data. Follow one being written with
   * `client.tasks.get`.
   *
   * Requires the scope `reports:read`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * yield* client.strategy.get("str_2Lm9QxT7vB4nK1cZ8pRw5D")
   * ```
   */
  get(
    strategyId: string,
    params?: StrategyGetParams,
    options?: CallOptions
  ): Effect.Effect<Strategy, StrategyGetError> {
    return attempt((signal) => this.#client.get(strategyId, params, { ...options, signal }))
  }
}
