import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { TaskId } from "../contract/index.ts"
import { Settings } from "../settings.ts"
import { afterCommit, bindStatement, inOneRoundTrip, runSql, statement } from "../storage/index.ts"
import { encodeStored } from "../storage/stored-json.ts"
import { counter, Telemetry } from "../telemetry/index.ts"
import { defaultFailure, isCertainDefect, TaskFailed, TryLater } from "./failures.ts"
import { Queue } from "./queue.ts"
import { defineQueue, type QueueDefinition } from "./queue-definition.ts"
import { queueSchema } from "./queue-schema.ts"
import { type Consumer, registerConsumer, registerSchedule } from "./registries.ts"
import { type TaskDefinition, TaskKinds } from "./task-kinds.ts"
import { beginTask, completeTask, failTask, findOpenTask, type OpenTask, setTaskStage } from "./task-rows.ts"

/** Runs tasks that a caller can follow. A task's timeout ends before that of its job. */
const taskQueue = defineQueue("task", Schema.Struct({ organization: Schema.Number, task: Schema.Number }), {
  expireInSeconds: 900
})

/** From this many open tasks on, an organization's next tasks wait for those of other organizations. */
const lowPriorityThreshold = 20

const insertTask = statement(`
  insert into tasks (organization_id, type, input, campaign_id, action_id, requested_by)
  values ($1, $2, $3, $4, $5, $6) returning id`)
const openTasks = statement(`
  select 1 from tasks where organization_id = $1 and status in ('queued', 'running') limit ${lowPriorityThreshold + 1}`)

interface NewTask<Input> {
  readonly organization: number
  readonly input: Input
  readonly campaign?: number | null
  readonly action?: string | null
  readonly requestedBy: number | null
  /** Whether it lowers spend: then it goes first. */
  readonly stopsSpend?: boolean
}

/** Inserts a task and its job in the open transaction, so that they commit together. */
export const startTask = <Input extends object>(
  queue: Queue["Type"],
  definition: TaskDefinition<Input>,
  { action, campaign, input, organization, requestedBy, stopsSpend = false }: NewTask<Input>
) =>
  Effect.gen(function* () {
    const stored = JSON.stringify(encodeStored(definition, input))
    const [[created], open] = yield* inOneRoundTrip([
      bindStatement<{ readonly id: number }>(insertTask, [
        organization,
        definition.type,
        stored,
        campaign ?? null,
        action ?? null,
        requestedBy
      ]),
      bindStatement(openTasks, [organization])
    ])
    const { id } = created!
    const data = { organization, task: id }
    yield* queue.send(taskQueue, data, {
      organization,
      stopsSpend,
      // The new task is one of the open ones.
      lowPriority: open.length > lowPriorityThreshold
    })
    return TaskId.make(id)
  })

/*
 * On a cluster, rows of an organization and jobs of the queue are on different nodes and can commit apart: a crash in
 * between leaves a row without its job. Schedules send such jobs again. Jobs can be delivered twice, so a needless one is
 * harmless.
 */

/** A row that has waited for its job this long may have lost it. No transaction takes as long. */
export const lostAfter = "5 minutes"

/** Further rows wait for the next run. */
export const maxResent = 500

const openJobs = statement(`
  select wanted.number::int as number from unnest($2::jsonb[]) with ordinality as wanted (data, number)
  where exists (select 1 from ${queueSchema}.job j
    where j.name = $1 and j.state < 'completed' and j.data @> wanted.data)`)

/** Sends the jobs that the queue does not have, and returns their number. */
export const resendLost = <Data extends { readonly organization: number }>(
  queue: Queue["Type"],
  definition: QueueDefinition<Data>,
  wanted: ReadonlyArray<Data>
) =>
  Effect.gen(function* () {
    if (wanted.length === 0) return 0
    const found = yield* runSql(
      bindStatement<{ readonly number: number }>(openJobs, [
        definition.name,
        wanted.map((data) => JSON.stringify(data))
      ])
    )
    const present = new Set(found.map(({ number }) => number))
    const lost = wanted.filter((_, index) => !present.has(index + 1))
    yield* Effect.forEach(lost, (data) => queue.send(definition, data, { organization: data.organization }), {
      discard: true
    })
    return lost.length
  })

/** Sends the jobs of tasks that no worker has started and the queue does not have. */
export const resendTasks = (queue: Queue["Type"]) =>
  Effect.flatMap(
    runSql<typeof taskQueue.schema.Type>`
      select organization_id as organization, id as task from tasks
      where status = 'queued' and created_at < now() - ${lostAfter}::interval order by created_at limit ${maxResent}`,
    (waiting) => resendLost(queue, taskQueue, waiting)
  )

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
