// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { List } from "../../runtime/list.ts"
import type { RequestOptions, WriteOptions } from "../../runtime/options.ts"
import type { Held } from "../../runtime/outcomes.ts"
import { path } from "../../runtime/path.ts"
import type {
  ActionEntry,
  ActionsListMinePage,
  ActionsListMineParams,
  ActionsListPage,
  ActionsListParams,
  ActionsUndoExecuted,
  ActionsUndoParams
} from "../types/actions.ts"

export class ActionsResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
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
   * await client.actions.undo("act_9Xk2Lm7Qv4Tn8Bc1Zp6RdS")
   * ```
   */
  undo(id: string, params?: ActionsUndoParams, options?: WriteOptions): Promise<ActionsUndoExecuted | Held> {
    return this.#calls.write("POST", path`/actions/${id}/undo`, params, options)
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
   * for await (const row of client.actions.list()) console.log(row)
   * ```
   */
  list(params?: ActionsListParams, options?: RequestOptions): List<ActionEntry, ActionsListPage> {
    return this.#calls.list(path`/organizations/${this.#calls.org}/actions`, "actions", params, options)
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
   * for await (const row of client.actions.listMine({ campaign: "boiler-repair" })) console.log(row)
   * ```
   */
  listMine(params?: ActionsListMineParams, options?: RequestOptions): List<ActionEntry, ActionsListMinePage> {
    return this.#calls.list(path`/organizations/${this.#calls.org}/actions/mine`, "actions", params, options)
  }
}
