import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { TaskFailed, TryLater } from "./failure.ts"
import type { OpenTask } from "./task.ts"

/** How one type of task is run. */
export interface TaskKind {
  /** May be run again at any time, also after it was cut off in the middle. Answers the task's result. */
  readonly run: (task: OpenTask) => Effect.Effect<object | null, TaskFailed | TryLater | SqlError>
  /** What else a failure means, in the transaction in which the task is marked as failed. */
  readonly failed: (task: OpenTask, failure: TaskFailed) => Effect.Effect<void, SqlError, SqlClient.SqlClient>
}
