import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Runtime, Schedule } from "effect"
import type { PgBoss } from "pg-boss"
import { consumeQueue, type QueueConsumer, type QueuedJob } from "./consume-queue.ts"
import { makeAsPartOfOrigin } from "./job-origin.ts"
import { makeObserveJob } from "./observe-jobs.ts"
import { createMissing, createQueues, deadLetterQueue } from "./queue-definition.ts"
import { queueFailure, startQueue } from "./queue-schema.ts"
import { Consumers, Schedules } from "./registries.ts"
import { handleDeadLetter, runJob, runScheduledJob } from "./run-job.ts"

export interface WorkerOptions {
  /** How long a stop waits for the jobs in progress. */
  readonly stopTimeoutMillis?: number
  /** How often to check for jobs whose worker has died. */
  readonly superviseSeconds?: number
  /** How often to poll for unannounced jobs, such as delayed retries. */
  readonly pollSeconds?: number
  /** Concurrent jobs per queue; one organization gets a quarter of them. */
  readonly concurrency?: number
  /** The URL of the server itself, if the worker's is a pooler's: LISTEN needs a session. */
  readonly directUrl?: string
  /** False for a worker that only works off jobs, beside workers that run the schedules. */
  readonly schedules?: boolean
}

/** Connections of the queue itself. Jobs use those of the service. */
const maxConnections = 6

const start = (
  url: string,
  superviseSeconds: number,
  concurrency: number,
  { directUrl, schedules }: WorkerOptions
): Effect.Effect<PgBoss, SqlError> =>
  Effect.tryPromise({
    try: () =>
      startQueue(
        {
          connectionString: url,
          application_name: "adwarden worker",
          max: Math.min(maxConnections, 2 * concurrency),
          useListenNotify: true,
          schedule: schedules !== false,
          superviseIntervalSeconds: superviseSeconds,
          monitorIntervalSeconds: superviseSeconds,
          connectionTimeoutMillis: 5000
        },
        directUrl
      ),
    catch: queueFailure
  })

/** One job at a time across all workers; finished jobs are deleted soon. */
const cronQueue = {
  policy: "singleton",
  retryLimit: 2,
  retryBackoff: true,
  expireInSeconds: 300,
  deleteAfterSeconds: 3600,
  retentionSeconds: 3600
} as const

/**
 * Schedules of earlier releases. They are listed, because an unknown schedule may belong to a later release that runs
 * beside this one.
 */
const retiredSchedules = ["approval-notices"]

const make = (url: string, options: WorkerOptions) =>
  Effect.gen(function* () {
    const { concurrency = 8, pollSeconds = 2, stopTimeoutMillis = 10_000, superviseSeconds = 10 } = options
    const runtime = yield* Effect.runtime()
    const asPartOfOrigin = yield* makeAsPartOfOrigin
    const observe = yield* makeObserveJob
    const consumers = (yield* Consumers).all()
    const schedules = options.schedules === false ? [] : [...(yield* Schedules).all().values()]
    const boss = yield* Effect.acquireRelease(start(url, superviseSeconds, concurrency, options), (boss) =>
      Effect.promise(() => boss.stop({ graceful: true, timeout: stopTimeoutMillis }).catch(() => {}))
    )
    boss.on("error", (error) =>
      Runtime.runFork(runtime)(Effect.logWarning("The job queue reported an error", error))
    )
    const queues: ReadonlyArray<QueueConsumer> = [
      ...[...consumers].map(([name, consumer]) => {
        const run = runJob(consumer)
        const observed = (job: QueuedJob) => observe(name, asPartOfOrigin(`job ${name}`, job.data, run(job)))
        return { name, runJob: observed }
      }),
      { name: deadLetterQueue.name, runJob: handleDeadLetter(consumers) }
    ]
    const wakers = yield* Effect.tryPromise({
      try: async () => {
        await createQueues(
          boss,
          [...consumers.values()].map(({ queue }) => queue)
        )
        const wakers = await Promise.all(
          queues.map((queue) => consumeQueue(boss, runtime, queue, { slots: concurrency, pollSeconds }))
        )
        await createMissing(
          boss,
          schedules.map(({ name }) => ({ name, options: cronQueue }))
        )
        for (const name of retiredSchedules) await boss.unschedule(name)
        for (const schedule of schedules) {
          await boss.work(schedule.name, () =>
            Runtime.runPromise(runtime)(observe(schedule.name, runScheduledJob(schedule)))
          )
          await boss.schedule(schedule.name, schedule.cron)
          // The queue of an earlier release expires its jobs sooner.
          const { expireInSeconds } = schedule
          if (expireInSeconds !== undefined) await boss.updateQueue(schedule.name, { expireInSeconds })
        }
        return wakers
      },
      catch: queueFailure
    })
    // New jobs are announced; this poll finds delayed retries.
    yield* Effect.sync(() => {
      for (const wake of wakers) wake()
    }).pipe(Effect.schedule(Schedule.spaced(pollSeconds * 1000)), Effect.forkScoped)
    return { jobs: [...schedules, ...queues].map(({ name }) => name).toSorted() }
  })

/** Background work on pg-boss. Any number of workers can share it. It runs until its scope closes. */
export class Worker extends Context.Tag("@adwarden/Worker")<
  Worker,
  { readonly jobs: ReadonlyArray<string> }
>() {
  static readonly layer = (
    url: string,
    options: WorkerOptions = {}
  ): Layer.Layer<Worker, SqlError, Consumers | Schedules> => Layer.scoped(Worker, make(url, options))
}
