import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { TaskId } from "../contract/index.ts"
import { pollUntil } from "./poll-until.ts"

/** A task that an operator started, and its state when they stopped waiting. */
export interface FollowedTask {
  readonly task: TaskId
  readonly status: "queued" | "running" | "completed" | "failed"
  readonly stage: string | null
  readonly message: string | null
}

/** How long to wait, and where to report progress. */
export interface FollowOptions {
  readonly seconds: number
  readonly onProgress?: (progress: FollowedTask) => void
}

/** Polls a task until it ends or the time is over. */
export const followTask = (organization: number, task: TaskId, options: FollowOptions) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    pollUntil(
      Effect.map(
        sql<Omit<FollowedTask, "task">>`
          select status, stage, error_message as message from tasks
          where organization_id = ${organization} and id = ${task}`,
        ([row]): FollowedTask => ({ task, ...row! })
      ),
      ({ status }) => status === "completed" || status === "failed",
      options
    )
  )
