// Made from the contract by `npm run client:generate`; do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { List } from "../../runtime/list.ts"
import type { RequestOptions, WriteOptions } from "../../runtime/options.ts"
import { path } from "../../runtime/path.ts"
import type {
  Strategy,
  StrategyGenerateExecuted,
  StrategyGenerateParams,
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
   * From the business profile, performance, an audit of the ad account, keyword demand and your
   * documents. Takes minutes: follow task_tracking_id with `client.tasks.get`, then
   * `client.strategy.get`.
   *
   * Needs the scope `reports:generate`.
   *
   * Errors of its own: `WriteQuotaExceededError`, `IdempotencyConflictError`.
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
   * Without their bodies; read one with `client.strategy.get`.
   *
   * Needs the scope `reports:read`.
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
   * markdown is null while it is being written (follow it with `client.tasks.get`); error says why it
   * failed.
   *
   * Needs the scope `reports:read`.
   *
   * Errors of its own: `NotFoundError`.
   *
   * ```ts
   * await client.strategy.get("str_2Lm9QxT7vB4nK1cZ8pRw5D")
   * ```
   */
  get(strategyId: string, options?: RequestOptions): Promise<Strategy> {
    return this.#calls.read(
      "GET",
      path`/organizations/${this.#calls.org}/strategy/${strategyId}`,
      undefined,
      options
    )
  }
}
