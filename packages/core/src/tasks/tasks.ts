import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { Settings } from "../settings.ts"
import { endings, TaskFailed, type TryLater } from "./failure.ts"
import { taskKinds } from "./kinds.ts"
import { beginTask, completeTask, failTask, findOpenTask, type OpenTask } from "./task.ts"

/** Runs tasks to their end, one try at a time. */
export class Tasks extends Context.Tag("@adwarden/Tasks")<
  Tasks,
  {
    /** One try. Fails where another one is due; on the last try whatever went wrong is the task's end. */
    readonly run: (
      organization: number,
      task: number,
      last: boolean
    ) => Effect.Effect<void, TryLater | SqlError>
    /** Ends a task whose job was lost for good. */
    readonly lost: (organization: number, task: number, failure: TaskFailed) => Effect.Effect<void, SqlError>
    /** Ends tasks that nobody works on any more, should even their jobs be gone; answers how many. */
    readonly sweep: Effect.Effect<number, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    Tasks,
    Effect.suspend(() => make)
  )
}

const stuck = new TaskFailed({ reason: "stuck_timeout", message: endings.stuck_timeout })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { taskTimeoutSeconds } = yield* Settings
  const kinds = yield* taskKinds
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  const end = (task: OpenTask, failure: TaskFailed) =>
    sql.withTransaction(
      Effect.gen(function* () {
        if ((yield* findOpenTask(task.organization, task.id)) === null) return
        yield* failTask(task, failure)
        yield* kinds[task.type]?.failed(task, failure) ?? Effect.void
      }).pipe(withSql)
    )

  const attempt = (task: OpenTask) => {
    const kind = kinds[task.type]
    if (kind === undefined) {
      return new TaskFailed({
        reason: "task_error",
        message: `This version runs no tasks of type ${task.type}.`
      })
    }
    // The time is that of all tries together, so that no number of restarts makes a task last for ever.
    const left = Math.max(0, taskTimeoutSeconds - task.seconds)
    return kind.run(task).pipe(Effect.timeoutFail({ duration: left * 1000, onTimeout: () => stuck }))
  }

  const run = (organization: number, id: number, last: boolean) =>
    Effect.gen(function* () {
      const task = yield* withSql(beginTask(organization, id))
      if (task === null) return
      const outcome = yield* Effect.either(attempt(task))
      if (outcome._tag === "Right") return yield* withSql(completeTask(task, outcome.right))
      const failure = outcome.left
      if (failure._tag === "TaskFailed") return yield* end(task, failure)
      if (!last) return yield* failure
      const message = failure._tag === "TryLater" ? failure.message : endings.task_error
      yield* end(task, new TaskFailed({ reason: "task_error", message }))
    })

  const lost = (organization: number, id: number, failure: TaskFailed) =>
    Effect.flatMap(withSql(findOpenTask(organization, id)), (task) =>
      task === null ? Effect.void : end(task, failure)
    )

  return {
    run: (organization: number, id: number, last: boolean) =>
      Effect.asVoid(run(organization, id, last)).pipe(Effect.withSpan("Tasks.run", { attributes: { id } })),
    lost,
    // Far past its time, so that whoever may still be at it had every chance to say so.
    sweep: Effect.gen(function* () {
      const left = yield* sql<{ organization: number; id: number }>`
        select organization_id as organization, id from tasks
        where status = 'running' and type = any(${Object.keys(kinds)})
          and heartbeat_at < now() - make_interval(secs => ${2 * taskTimeoutSeconds + 600})
        order by heartbeat_at limit 1000`
      yield* Effect.forEach(left, ({ id, organization }) => lost(organization, id, stuck))
      return left.length
    })
  }
})
