// Made from the contract by `npm run client:generate`; do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { List } from "../../runtime/list.ts"
import type { RequestOptions, WriteOptions } from "../../runtime/options.ts"
import type { Held } from "../../runtime/outcomes.ts"
import { path } from "../../runtime/path.ts"
import type {
  ActionEntry,
  ActionsListPage,
  ActionsListParams,
  ActionsUndoExecuted
} from "../types/actions.ts"

export class ActionsResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
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
   * await client.actions.undo("act_9Xk2Lm7Qv4Tn8Bc1Zp6RdS")
   * ```
   */
  undo(id: string, options?: WriteOptions): Promise<ActionsUndoExecuted | Held> {
    return this.#calls.write("POST", path`/actions/${id}/undo`, undefined, options)
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
   * for await (const row of client.actions.list()) console.log(row)
   * ```
   */
  list(params?: ActionsListParams, options?: RequestOptions): List<ActionEntry, ActionsListPage> {
    return this.#calls.list(path`/organizations/${this.#calls.org}/actions`, "actions", params, options)
  }
}
