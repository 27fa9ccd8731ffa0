// Made from the contract by `npm run client:generate`; do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { RequestOptions } from "../../runtime/options.ts"
import { path } from "../../runtime/path.ts"
import type { QueuedWrite } from "../types/queued-writes.ts"

export class QueuedWritesResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
  }

  /**
   * Follow a change that waits for approval.
   *
   * After approval_required. Ask rarely: a person has to act. Gives status; approved carries the result,
   * rejected and failed a reason. Take an approved one back with `client.actions.undo`.
   *
   * Errors of its own: `NotFoundError`.
   *
   * ```ts
   * await client.queuedWrites.get("qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW")
   * ```
   */
  get(queuedId: string, options?: RequestOptions): Promise<QueuedWrite> {
    return this.#calls.read("GET", path`/queued-writes/${queuedId}`, undefined, options)
  }
}
