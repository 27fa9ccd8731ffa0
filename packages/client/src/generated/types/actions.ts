// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"
import type { Actor } from "./shared.ts"

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
  /** Why, in the requester's own words. */
  readonly comment?: string
  /** Why the ad platform rejected it, and what to do. */
  readonly sync_error?: string
  /** What others had changed there, found when it was sent. */
  readonly outside_change?: ReadonlyArray<{
    readonly field: Open<"name" | "budget" | "target_cpa" | "ai_max" | "state">
    readonly ours: string | number | boolean | null
    readonly theirs: string | number | boolean | null
    /** Null if unknown. */
    readonly by: string | null
    readonly at: string | null
    readonly replaced: boolean
  }>
}

/** Parameters of `client.actions.undo`. */
export interface ActionsUndoParams {
  /** Every action of its write. */
  readonly all?: boolean | undefined
  /** For the approver. At most 300 characters. */
  readonly comment?: string | undefined
}

/** Result of `client.actions.undo`. */
export interface ActionsUndoExecuted {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "executed"
  /** False only if nothing could be restored; not_restored states why. */
  readonly undone: boolean
  /** Id of the action. */
  readonly action_id: string
  /** What was restored; empty if already undone. */
  readonly restored: ReadonlyArray<string>
  readonly not_restored?: ReadonlyArray<{ readonly what: string; readonly reason: string }>
  /** With all: the write's undone actions. */
  readonly undone_actions?: ReadonlyArray<{
    readonly campaign: string | null
    /** Id of the action. */
    readonly action_id: string
  }>
  /** With all: those that stay, and why. */
  readonly not_undone?: ReadonlyArray<{
    readonly campaign: string | null
    /** Id of the action. */
    readonly action_id: string
    readonly reason: string
  }>
  /** The task to follow, for a state change. */
  readonly task_tracking_id?: number
  /** The ad platform receives it afterwards. */
  readonly sync?: Open<"pending">
  /** Why it waits longer and what to do, and what counts. */
  readonly warnings?: ReadonlyArray<string>
  /** Codes of the warnings that count. */
  readonly warning_codes?: ReadonlyArray<Open<"conversions_lost" | "keywords_blocked" | "raised_repeatedly">>
}

/** Parameters of `client.actions.list`. */
export interface ActionsListParams {
  /** First day, YYYY-MM-DD. */
  readonly from?: string | undefined
  /** Last day, YYYY-MM-DD. */
  readonly to?: string | undefined
  /** Dashboard: direct edits; engine: applied recommendations; api matches nothing. */
  readonly source?: "dashboard" | "engine" | "api" | undefined
  /** Rows. 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** next_cursor. At most 1,024 characters. */
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

/** Parameters of `client.actions.listMine`. */
export interface ActionsListMineParams {
  /** Of this campaign. At most 255 characters. */
  readonly campaign?: string | undefined
  /** Rows. 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** next_cursor. At most 1,024 characters. */
  readonly cursor?: string | undefined
}

/** A page of `client.actions.listMine`. */
export interface ActionsListMinePage {
  readonly actions: ReadonlyArray<ActionEntry>
  /** Rows in the whole list. */
  readonly total: number
  /** Send as cursor for the next page; null on the last one. */
  readonly next_cursor: string | null
}
