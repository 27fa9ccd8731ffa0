import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Option } from "effect"
import { Settings } from "../settings.ts"
import { afterCommit } from "../storage/index.ts"
import { counter, Telemetry } from "../telemetry/index.ts"
import { defaultFailure, isCertainDefect, TaskFailed, TryLater } from "./failures.ts"
import { resendTasks } from "./lost-jobs.ts"
import { Queue } from "./queue.ts"
import { type Consumer, registerConsumer, registerSchedule } from "./registries.ts"
import { taskQueue } from "./start-task.ts"
import { TaskKinds } from "./task-kinds.ts"
import { beginTask, completeTask, failTask, findOpenTask, type OpenTask, setTaskStage } from "./task-rows.ts"

/** Runs tasks to completion, one attempt at a time. */
export class Tasks extends Context.Tag("@adwarden/Tasks")<
  Tasks,
  {
    /** Runs one attempt. Fails if another one is due; on the last attempt any error ends the task. */
    readonly run: (
      organization: number,
      task: number,
      isLast: boolean
    ) => Effect.Effect<void, TryLater | SqlError>
    /** Ends a task that will not be finished. */
    readonly fail: (organization: number, task: number, failure: TaskFailed) => Effect.Effect<void, SqlError>
    /** Ends abandoned tasks whose jobs are gone, and returns their number. */
    readonly sweep: Effect.Effect<number, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    Tasks,
    Effect.suspend(() => make)
  )

  /** The queue that delivers tasks to workers, the sweep, and the resending of lost jobs. */
  static readonly jobs = Effect.gen(function* () {
    const tasks = yield* Tasks
    const consumer: Consumer<typeof taskQueue.schema.Type> = {
      run: ({ organization, task }, { isLast }) => tasks.run(organization, task, isLast),
      onDeadLetter: ({ organization, task }, failure) => tasks.fail(organization, task, failure)
    }
    yield* registerConsumer(taskQueue, Effect.succeed(consumer))
    yield* registerSchedule({ name: "task-sweep", cron: "*/5 * * * *", run: tasks.sweep })
    yield* registerSchedule({
      name: "task-resend",
      cron: "*/5 * * * *",
      run: Effect.flatMap(Queue, resendTasks)
    })
  })
}

const countEnd = counter("adwarden_tasks_ended_total")

const unexpectedError = defaultFailure("task_error")
const stuck = defaultFailure("stuck_timeout")

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { taskTimeoutSeconds } = yield* Settings
  const kinds = yield* TaskKinds
  const { metrics } = yield* Telemetry
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  const endWithFailure = (task: OpenTask, failure: TaskFailed) =>
    sql.withTransaction(
      Effect.gen(function* () {
        if ((yield* findOpenTask(task.organization, task.id)) === null) return
        yield* failTask(task, failure)
        yield* kinds.find(task.type)?.onFailure(task, failure) ?? Effect.void
        if (metrics) yield* afterCommit(() => countEnd(task.type, failure.reason))
      }).pipe(withSql)
    )

  const attempt = (task: OpenTask) => {
    const kind = kinds.find(task.type)
    if (kind === undefined) {
      return new TaskFailed({
        reason: "task_error",
        message: `This version runs no tasks of type ${task.type}.`
      })
    }
    // The timeout covers all attempts together, so that restarts cannot extend a task for ever.
    const remainingSeconds = taskTimeoutSeconds - task.seconds
    if (remainingSeconds <= 0) return stuck
    const setStage = (sentence: string) => Effect.asVoid(withSql(setTaskStage(task, sentence)))
    return kind.run({ ...task, setStage }).pipe(
      Effect.catchTag("UnreadableStoredValue", ({ message, newer }) =>
        Effect.gen(function* () {
          yield* Effect.logError(`The input of task ${task.id} (${task.type}) cannot be read: ${message}`)
          // A worker of the newer version can take it.
          if (newer) return yield* new TryLater({ message: unexpectedError.message })
          return yield* unexpectedError
        })
      ),
      Effect.timeoutFail({ duration: remainingSeconds * 1000, onTimeout: () => stuck }),
      // A queue retries outages. A defect would only repeat and use the worker's time on each attempt.
      Effect.catchSomeDefect((defect) =>
        isCertainDefect(defect)
          ? Option.some(
              Effect.zipRight(
                Effect.logError(`Task ${task.id} (${task.type}) ended with a defect`, defect),
                unexpectedError
              )
            )
          : Option.none()
      )
    )
  }

  const run = (organization: number, id: number, isLast: boolean) =>
    Effect.gen(function* () {
      const task = yield* withSql(beginTask(organization, id))
      if (task === null) return
      const outcome = yield* Effect.either(attempt(task))
      if (outcome._tag === "Right") {
        yield* withSql(completeTask(task, outcome.right))
        if (metrics) countEnd(task.type, "completed")
        return
      }
      const failure = outcome.left
      if (failure._tag === "TaskFailed") return yield* endWithFailure(task, failure)
      if (!isLast) return yield* failure
      const message = failure._tag === "TryLater" ? failure.message : unexpectedError.message
      yield* endWithFailure(task, new TaskFailed({ reason: unexpectedError.reason, message }))
    })

  const fail = (organization: number, id: number, failure: TaskFailed) =>
    Effect.flatMap(withSql(findOpenTask(organization, id)), (task) =>
      task === null ? Effect.void : endWithFailure(task, failure)
    )

  return {
    run: (organization: number, id: number, isLast: boolean) =>
      Effect.asVoid(run(organization, id, isLast)).pipe(Effect.withSpan("Tasks.run", { attributes: { id } })),
    fail,
    // Far past its timeout, so that a slow worker had every chance to report. The queue keeps a waiting job
    // for 14 days.
    sweep: Effect.gen(function* () {
      const overdue = yield* sql<{ organization: number; id: number }>`
        select organization_id as organization, id from tasks
        where status in ('queued', 'running') and type = any(${[...kinds.all().keys()]})
          and (heartbeat_at < now() - make_interval(secs => ${2 * taskTimeoutSeconds + 600})
            or created_at < now() - interval '15 days')
        order by heartbeat_at limit 1000`
      yield* Effect.forEach(overdue, ({ id, organization }) => fail(organization, id, stuck))
      return overdue.length
    })
  }
})
