// Made from the contract by `npm run client:generate`; do not edit.
import type { Open } from "../../runtime/open.ts"

export interface ActionEntry {
  /** Id of the action. */
  readonly id: string
  readonly at: string
  /** A direct edit, or an applied recommendation. */
  readonly source: Open<"dashboard" | "engine">
  readonly actor: Actor
  readonly op: string
  readonly campaign: string | null
  readonly detail: string
  readonly undone: boolean
  /** Why the ad platform has not taken it, and what to do. */
  readonly sync_error?: string
}

export interface Actor {
  readonly type: Open<"api_key" | "user" | "engine">
  /** Environment prefix and first characters of the key. */
  readonly prefix?: string
  readonly last_four?: string
  /** E-mail of the person behind it. */
  readonly user?: string
}

/** What `client.actions.undo` did. */
export interface ActionsUndoExecuted {
  /** Tells it from what else may have come of the call. */
  readonly outcome: "executed"
  /** False only where nothing could be brought back; not_restored says why. */
  readonly undone: boolean
  /** Id of the action. */
  readonly action_id: string
  /** What was brought back; empty if it was undone before. */
  readonly restored: ReadonlyArray<string>
  readonly not_restored?: ReadonlyArray<{ readonly what: string; readonly reason: string }>
  /** Where a state goes back: the task to follow. */
  readonly task_tracking_id?: number
  /** The ad platform receives it afterwards. */
  readonly sync?: Open<"pending">
  /** Why it waits longer, and what to do. */
  readonly warnings?: ReadonlyArray<string>
}

/** What `client.actions.list` takes. */
export interface ActionsListParams {
  /** First day, YYYY-MM-DD. */
  readonly from?: string | undefined
  /** Last day, YYYY-MM-DD. */
  readonly to?: string | undefined
  /** Dashboard: direct edits by whomever; engine: applied recommendations; api matches nothing. */
  readonly source?: "dashboard" | "engine" | "api" | undefined
  /** Rows on a page. 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** next_cursor of the page before. At most 1,024 characters. */
  readonly cursor?: string | undefined
}

/** A page of `client.actions.list`. */
export interface ActionsListPage {
  readonly actions: ReadonlyArray<ActionEntry>
  /** Rows in the whole list. */
  readonly total: number
  /** Send as cursor for the next page; null on the last one. */
  readonly next_cursor: string | null
}
