// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { List } from "../../runtime/list.ts"
import type { RequestOptions, WriteOptions } from "../../runtime/options.ts"
import { path } from "../../runtime/path.ts"
import type {
  Strategy,
  StrategyGenerateExecuted,
  StrategyGenerateParams,
  StrategyGetParams,
  StrategyListPage,
  StrategyListParams,
  StrategyRow
} from "../types/strategy.ts"

export class StrategyResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
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
   * await client.strategy.generate({ documents: [ { name: "Goals", content: "More emergency calls." } ] })
   * ```
   */
  generate(params?: StrategyGenerateParams, options?: WriteOptions): Promise<StrategyGenerateExecuted> {
    return this.#calls.write("POST", path`/organizations/${this.#calls.org}/strategy`, params, options)
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
   * for await (const row of client.strategy.list()) console.log(row)
   * ```
   */
  list(params?: StrategyListParams, options?: RequestOptions): List<StrategyRow, StrategyListPage> {
    return this.#calls.list(path`/organizations/${this.#calls.org}/strategy`, "strategies", params, options)
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
   * await client.strategy.get("str_2Lm9QxT7vB4nK1cZ8pRw5D")
   * ```
   */
  get(strategyId: string, params?: StrategyGetParams, options?: RequestOptions): Promise<Strategy> {
    return this.#calls.read(
      "GET",
      path`/organizations/${this.#calls.org}/strategy/${strategyId}`,
      params,
      options
    )
  }
}
