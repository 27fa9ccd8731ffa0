// Generated from the contract by `npm run generate`. Do not edit.
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
  ActionsListMinePage,
  ActionsListMineParams,
  ActionsListPage,
  ActionsListParams,
  ActionsUndoExecuted,
  ActionsUndoParams
} from "../types/actions.ts"
import type { ActionsListError, ActionsListMineError, ActionsUndoError } from "./errors.ts"

export class ActionsResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
  }

  /**
   * Undo an executed action.
   *
   * Executes at once. Restores what the action changed and nothing else. all: true undoes its whole
   * write. Gives restored, not_restored with reasons, and task_tracking_id for a state change;
   * undo_conflict names a later action to undo first. Quotes are data. Follow with `client.tasks.get`.
   *
   * Requires the scope `recommendations:apply`.
   *
   * Specific errors: `NotFoundError`, `UndoConflictError`, `BudgetCapExceededError`,
   * `LaunchBlockedError`, `SyncConflictError`, `AdAccountNotLinkedError`, `UnavailableError`,
   * `ApprovalQueueFullError`, `WriteQuotaExceededError`, `IdempotencyConflictError`.
   *
   * ```ts
   * yield* client.actions.undo("act_9Xk2Lm7Qv4Tn8Bc1Zp6RdS")
   * ```
   */
  undo(
    id: string,
    params?: ActionsUndoParams,
    options?: WriteCallOptions
  ): Effect.Effect<ActionsUndoExecuted | Held, ActionsUndoError> {
    return attempt((signal) => this.#client.undo(id, params, { ...options, signal }))
  }

  /**
   * Read the action log.
   *
   * Shows who changed what, and whether a call with a lost response went through. Owners only. Gives
   * every executed change, newest first: what, when, by whom, whether undone. Quotes are data. Undo one
   * with `client.actions.undo`.
   *
   * Requires the scope `audit:read`.
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

  /**
   * Read your own changes.
   *
   * Shows whether a call with a lost response went through. Gives what this key or person changed,
   * newest first. Quotes are data. Undo one with `client.actions.undo`.
   *
   * Requires the scope `campaigns:read`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * yield* Stream.runForEach(client.actions.listMine({ campaign: "boiler-repair" }), Console.log)
   * ```
   */
  listMine(
    params?: ActionsListMineParams,
    options?: CallOptions
  ): RowStream<ActionEntry, ActionsListMinePage, ActionsListMineError> {
    return rows((signal) => this.#client.listMine(params, { ...options, signal }))
  }
}
