import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type Output, recordNotFound } from "../contract/index.ts"
import { handler } from "../request/handler.ts"
import { ProgressListener } from "../request/listener.ts"
import { Statements, statement } from "../storage/index.ts"
import { pollUntil } from "./poll-until.ts"
import { resultColumn } from "./task-rows.ts"

type Task = Output<"tasks.get">
interface TaskRow {
  readonly id: number
  readonly type: string
  readonly status: Task["status"]
  readonly progress: number
  readonly stage: string | null
  readonly result: unknown
  readonly error_reason: NonNullable<Task["error"]>["reason"] | null
  readonly error_message: string | null
}

/** A task is reported as running until it ends, queued or not: a poller can only wait in both cases. */
const find = statement(`
select id, type, case when status = 'queued' then 'running' else status end as status,
  case when status = 'completed' then 100 else 0 end as progress,
  case when status = 'running' then stage end as stage, result, error_reason, error_message
from tasks where organization_id = $1 and id = $2`)

/** The elapsed time is the progress: a task knows its stage, but not how much is left. */
const pollTask = (read: Effect.Effect<ReadonlyArray<TaskRow>, SqlError>, seconds: number) =>
  Effect.flatMap(ProgressListener, ({ disconnected, onProgress }) => {
    const total = seconds
    const reportStage = ([row]: ReadonlyArray<TaskRow>, progress: number) =>
      onProgress({ progress, total, message: row?.stage ?? null })
    return pollUntil(read, isFinished, { seconds, abandoned: disconnected, onProgress: reportStage })
  })

const isFinished = ([row]: ReadonlyArray<TaskRow>): boolean => row?.status !== "running"

export const getTask = handler(
  "tasks.get",
  Effect.map(Statements, (statements) => ({ organization }, { id, wait_seconds }) => {
    const read = statements.query<TaskRow>(find, [organization.id, id])
    return Effect.flatMap(pollTask(read, wait_seconds), ([row]) => {
      if (row === undefined) {
        return recordNotFound("task", id)
      }
      const task: Task = {
        task_tracking_id: row.id,
        type: row.type,
        status: row.status,
        progress: row.progress,
        ...(row.stage === null ? {} : { stage: row.stage }),
        ...(row.result === null
          ? {}
          : { result: resultColumn.read(row.result, { organization: organization.id, id: row.id }) }),
        ...(row.error_reason === null
          ? {}
          : { error: { reason: row.error_reason, message: row.error_message ?? "" } })
      }
      return Effect.succeed(task)
    })
  })
)
