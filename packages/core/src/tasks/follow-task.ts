import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { TaskId } from "../contract/index.ts"
import { waitUntilOver } from "./wait-until-over.ts"

/** A task that somebody on the service's own machine started, and what became of it as long as they waited. */
export interface TaskFollowed {
  readonly task: TaskId
  readonly status: "queued" | "running" | "completed" | "failed"
  readonly stage: string | null
  readonly message: string | null
}

/** How long somebody stays, and what is told them on the way. */
export interface Following {
  readonly seconds: number
  readonly tell?: (seen: TaskFollowed) => void
}

/** Looks at a task until it is over, or the time is. */
export const followTask = (organization: number, task: TaskId, following: Following) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    waitUntilOver(
      Effect.map(
        sql<Omit<TaskFollowed, "task">>`
          select status, stage, error_message as message from tasks
          where organization_id = ${organization} and id = ${task}`,
        ([row]): TaskFollowed => ({ task, ...row! })
      ),
      ({ status }) => status === "completed" || status === "failed",
      following
    )
  )
