// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { List } from "../../runtime/list.ts"
import type { RequestOptions } from "../../runtime/options.ts"
import { path } from "../../runtime/path.ts"
import type { QueuedWrite, QueuedWritesListPage, QueuedWritesListParams } from "../types/queued-writes.ts"

export class QueuedWritesResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
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
   * for await (const row of client.queuedWrites.list({ status: "pending" })) console.log(row)
   * ```
   */
  list(params?: QueuedWritesListParams, options?: RequestOptions): List<QueuedWrite, QueuedWritesListPage> {
    return this.#calls.list(
      path`/organizations/${this.#calls.org}/queued-writes`,
      "queued_writes",
      params,
      options
    )
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
   * await client.queuedWrites.get("qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW")
   * ```
   */
  get(queuedId: string, options?: RequestOptions): Promise<QueuedWrite> {
    return this.#calls.read("GET", path`/queued-writes/${queuedId}`, undefined, options)
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
   * await client.queuedWrites.withdraw("qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW")
   * ```
   */
  withdraw(queuedId: string, options?: RequestOptions): Promise<QueuedWrite> {
    return this.#calls.read("POST", path`/queued-writes/${queuedId}/withdraw`, undefined, options)
  }
}
