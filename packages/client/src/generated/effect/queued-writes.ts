// Made from the contract by `npm run client:generate`; do not edit.
import type { Effect } from "effect"
import { attempt, type CallOptions } from "../../effect/flavour.ts"
import type { QueuedWritesResource as Promised } from "../resources/queued-writes.ts"
import type { QueuedWrite } from "../types/queued-writes.ts"
import type { QueuedWritesGetError } from "./errors.ts"

export class QueuedWritesResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
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
   * yield* client.queuedWrites.get("qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW")
   * ```
   */
  get(queuedId: string, options?: CallOptions): Effect.Effect<QueuedWrite, QueuedWritesGetError> {
    return attempt((signal) => this.#client.get(queuedId, { ...options, signal }))
  }
}
