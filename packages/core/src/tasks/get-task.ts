import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Effect } from "effect"
import { type Output, recordNotFound, type TaskId } from "../contract/index.ts"
import { handler } from "../request/handler.ts"
import { ProgressListener } from "../request/pipeline-request.ts"
import { bindStatement, Statements, statement } from "../storage/index.ts"
import { resultColumn } from "./task-rows.ts"

/** The polling intervals: short at first; the last one repeats. */
const intervalsMillis = [100, 200, 400, 700, 1000]

interface PollOptions<Value> {
  readonly seconds: number
  /** Called after every poll except the last. */
  readonly onProgress?: (value: Value) => void
  /** Completes when the caller stops waiting. */
  readonly abandoned?: Effect.Effect<void>
}

/**
 * Polls until the value is final, the time is over or the caller stops waiting. Returns the last value in
 * each case.
 */
export const pollUntil = <Value, E>(
  read: Effect.Effect<Value, E>,
  isDone: (value: Value) => boolean,
  { abandoned = Effect.never, seconds, onProgress }: PollOptions<Value>
): Effect.Effect<Value, E> =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    let value = yield* read
    for (let attempt = 0; !isDone(value); attempt++) {
      const elapsed = (yield* Clock.currentTimeMillis) - start
      const remaining = seconds * 1000 - elapsed
      if (remaining <= 0) break
      onProgress?.(value)
      const pause = Effect.sleep(
        Math.min(remaining, intervalsMillis[Math.min(attempt, intervalsMillis.length - 1)]!)
      )
      if (yield* Effect.race(Effect.as(pause, false), Effect.as(abandoned, true))) break
      value = yield* read
    }
    return value
  })

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

type Task = Output<"tasks.get">
interface TaskRow {
  readonly id: number
  readonly type: string
  readonly status: Task["status"]
  readonly progress: number
  readonly stage: string | null
  readonly steps: number
  readonly result: unknown
  readonly error_reason: NonNullable<Task["error"]>["reason"] | null
  readonly error_message: string | null
}

/** A task is reported as running until it ends, queued or not: a poller can only wait in both cases. */
const find = statement(`
select id, type, case when status = 'queued' then 'running' else status end as status,
  case when status = 'completed' then 100 else 0 end as progress,
  case when status = 'running' then stage end as stage, steps, result, error_reason, error_message
from tasks where organization_id = $1 and id = $2`)

/** Each step of the task is progress. How many are left is unknown. */
const pollTask = (read: Effect.Effect<ReadonlyArray<TaskRow>, SqlError>, seconds: number) =>
  Effect.flatMap(ProgressListener, ({ disconnected, onProgress }) => {
    let reported = 0
    const reportStage = ([row]: ReadonlyArray<TaskRow>) => {
      if (row === undefined || row.steps <= reported) return
      reported = row.steps
      onProgress({ progress: row.steps, message: row.stage })
    }
    return pollUntil(read, isFinished, { seconds, abandoned: disconnected, onProgress: reportStage })
  })

const isFinished = ([row]: ReadonlyArray<TaskRow>): boolean => row?.status !== "running"

export const getTask = handler(
  "tasks.get",
  Effect.map(Statements, (statements) => ({ organization }, { id, wait_seconds }) => {
    const read = statements.read(bindStatement<TaskRow>(find, [organization.id, id]))
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
