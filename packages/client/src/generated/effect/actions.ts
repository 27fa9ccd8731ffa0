// Made from the contract by `npm run client:generate`; do not edit.
import type { Effect } from "effect"
import {
  attempt,
  type CallOptions,
  type RowStream,
  rows,
  type WriteCallOptions
} from "../../effect/variant.ts"
import type { Held } from "../../runtime/outcomes.ts"
import type { ActionsResource as Promised } from "../resources/actions.ts"
import type {
  ActionEntry,
  ActionsListPage,
  ActionsListParams,
  ActionsUndoExecuted
} from "../types/actions.ts"
import type { ActionsListError, ActionsUndoError } from "./errors.ts"

export class ActionsResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
  }

  /**
   * Undo an executed action.
   *
   * Executes at once; no preview. Brings back what the action changed and nothing else; twice is
   * harmless. Gives restored, not_restored with reasons, and task_tracking_id where a state goes back;
   * undo_conflict names a later action to undo first. Follow with `client.tasks.get`.
   *
   * Needs the scope `recommendations:apply`.
   *
   * Errors of its own: `NotFoundError`, `UndoConflictError`, `BudgetCapExceededError`,
   * `LaunchBlockedError`, `SyncConflictError`, `AdAccountNotLinkedError`, `UnavailableError`,
   * `ApprovalQueueFullError`, `WriteQuotaExceededError`, `IdempotencyConflictError`.
   *
   * ```ts
   * yield* client.actions.undo("act_9Xk2Lm7Qv4Tn8Bc1Zp6RdS")
   * ```
   */
  undo(id: string, options?: WriteCallOptions): Effect.Effect<ActionsUndoExecuted | Held, ActionsUndoError> {
    return attempt((signal) => this.#client.undo(id, { ...options, signal }))
  }

  /**
   * Read the action log.
   *
   * To see who changed what, and whether a call whose answer was lost went through. Owners only. Gives
   * every executed change, newest first: what, when, by whom, whether undone. Take one back with
   * `client.actions.undo`.
   *
   * Needs the scope `audit:read`.
   *
   * ```ts
   * yield* Stream.runForEach(client.actions.list(), Console.log)
   * ```
   */
  list(
    params?: ActionsListParams,
    options?: CallOptions
  ): RowStream<ActionEntry, ActionsListPage, ActionsListError> {
    return rows((signal) => this.#client.list(params, { ...options, signal }))
  }
}
