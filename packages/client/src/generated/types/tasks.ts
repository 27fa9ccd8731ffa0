// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"

export interface Task {
  /** From the call that started it. */
  readonly task_tracking_id: number
  readonly type: string
  readonly status: Open<"queued" | "running" | "completed" | "failed">
  /** 0 until completion, then 100. */
  readonly progress: number
  /** What it is doing now, in a short sentence. */
  readonly stage?: string
  readonly result?: object
  readonly error?: {
    readonly reason: Open<TaskFailureReason>
    /** What happened and what to do next. */
    readonly message: string
  }
}

export type TaskFailureReason =
  | "task_error"
  | "stuck_timeout"
  | "killed_by_restart"
  | "worker_shutdown"
  | "setup_required"
  | "google_ads_refused"
  | "google_ads_connection_broken"

/** Parameters of `client.tasks.get`. */
export interface TasksGetParams {
  /** Wait up to this long. 0 to 20; default 0. */
  readonly wait_seconds?: number | undefined
}
