import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Cause, Context, Effect, Layer, Runtime } from "effect"
import { PgBoss } from "pg-boss"
import { type Sync, syncJobs } from "../campaigns/sync/index.ts"
import { expireApprovals } from "../changes/approvals/expire.ts"
import { Finisher } from "../changes/finish/finisher.ts"
import { UndoFinisher } from "../changes/undo/finish.ts"
import { cutAudit } from "../pipeline/audit-retention.ts"
import { AuditSealer } from "../pipeline/audit-sealer.ts"
import type { Settings } from "../settings.ts"
import { type Consume, makeConsumers } from "./consumers.ts"
import { housekeeping } from "./housekeeping.ts"
import { queueFailure, queueSchema } from "./queue.ts"
import { type QueueData, type QueueName, queues } from "./queues.ts"
import { Tasks } from "./tasks.ts"

type Needs =
  | SqlClient.SqlClient
  | Settings
  | AuditSealer
  | Sync
  | Tasks
  | Effect.Effect.Context<typeof makeConsumers>

interface Job {
  readonly name: string
  /** When it runs, as cron says it, in UTC. */
  readonly cron: string
  readonly run: Effect.Effect<unknown, SqlError, Needs>
}

const jobs: ReadonlyArray<Job> = [
  { name: "housekeeping", cron: "*/10 * * * *", run: housekeeping },
  { name: "approval-expiry", cron: "* * * * *", run: expireApprovals },
  // Hosts seal right behind their requests; this catches what a host left behind when it was killed.
  { name: "audit-seal", cron: "* * * * *", run: Effect.flatMap(AuditSealer, (sealer) => sealer.sealAll) },
  { name: "audit-retention", cron: "17 3 * * *", run: cutAudit },
  ...syncJobs,
  { name: "task-sweep", cron: "*/5 * * * *", run: Effect.flatMap(Tasks, (tasks) => tasks.sweep) },
  {
    name: "action-sweep",
    cron: "*/5 * * * *",
    run: Effect.flatMap(Finisher, (finisher) => finisher.finishAll)
  },
  { name: "undo-sweep", cron: "*/5 * * * *", run: Effect.flatMap(UndoFinisher, (undos) => undos.finishAll) }
]

export interface WorkerOptions {
  /** How long a stop waits for the jobs under way. */
  readonly stopTimeoutMillis?: number
  /** How often to look for jobs whose worker has died. */
  readonly superviseSeconds?: number
  /** Jobs of each queue at the same time. */
  readonly concurrency?: number
}

const start = (url: string, superviseSeconds: number): Effect.Effect<PgBoss, SqlError> =>
  Effect.tryPromise({
    try: async () => {
      const boss = new PgBoss({
        connectionString: url,
        schema: queueSchema,
        application_name: "adwarden worker",
        max: 6,
        useListenNotify: true,
        superviseIntervalSeconds: superviseSeconds,
        monitorIntervalSeconds: superviseSeconds,
        connectionTimeoutMillis: 5000
      })
      // Without a listener an error event ends the process; the first one is told by start() itself.
      boss.on("error", () => {})
      await boss.start().catch(async (error) => {
        await boss.stop({ graceful: false }).catch(() => {})
        throw error
      })
      return boss
    },
    catch: queueFailure
  })

/** One at a time in all workers together; a job that is over is soon forgotten. */
const cronQueue = { policy: "singleton", retryLimit: 2, retryBackoff: true, expireInSeconds: 300 } as const
const forgetAfter = { deleteAfterSeconds: 3600, retentionSeconds: 3600 }

/** New jobs announce themselves; this is for those that come back after a while. */
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }

const make = (url: string, options: WorkerOptions) =>
  Effect.gen(function* () {
    const { concurrency = 4, stopTimeoutMillis = 10_000, superviseSeconds = 10 } = options
    const runtime = yield* Effect.runtime<Needs>()
    const consumers = yield* makeConsumers
    const boss = yield* Effect.acquireRelease(start(url, superviseSeconds), (boss) =>
      Effect.promise(() => boss.stop({ graceful: true, timeout: stopTimeoutMillis }).catch(() => {}))
    )
    boss.on("error", (error) =>
      Runtime.runFork(runtime)(Effect.logWarning("The job queue reported an error", error))
    )
    const run = ({ name, run }: Job) => {
      const told = run.pipe(
        Effect.tap((result) => Effect.logDebug(`Job ${name} is done`, result)),
        Effect.tapErrorCause((cause) => Effect.logError(`Job ${name} failed`, cause)),
        Effect.withSpan(`job ${name}`)
      )
      return () => Runtime.runPromise(runtime)(Effect.asVoid(told))
    }
    const consume = async <Name extends QueueName>(name: Name, consumer: Consume<Name>) => {
      const work = { ...polling, batchSize: 1, includeMetadata: true, localConcurrency: concurrency } as const
      await boss.work<QueueData[Name], void, typeof work>(name, work, async ([job]) => {
        if (job === undefined) return
        const last = job.retryCount >= job.retryLimit
        const told = consumer(job.data, { last, output: job.sourceOutput }).pipe(
          Effect.tapErrorCause((cause) =>
            Cause.isInterruptedOnly(cause)
              ? Effect.logInfo(`Job ${name} was cut off and is handed back`)
              : Effect.logWarning(`Job ${name} failed on try ${job.retryCount + 1}`, cause)
          ),
          Effect.withSpan(`job ${name}`)
        )
        // The queue takes a job away from a worker that stops or that it believes dead: then it is let go.
        await Runtime.runPromise(runtime)(Effect.asVoid(told), { signal: job.signal })
      })
    }
    yield* Effect.tryPromise({
      try: async () => {
        for (const [name, options] of Object.entries(queues)) await boss.createQueue(name, options)
        for (const [name, consumer] of Object.entries(consumers)) {
          await consume(name as QueueName, consumer as Consume<QueueName>)
        }
        for (const job of jobs) {
          await boss.createQueue(job.name, { ...cronQueue, ...forgetAfter })
          await boss.work(job.name, run(job))
          await boss.schedule(job.name, job.cron)
        }
      },
      catch: queueFailure
    })
    return { jobs: [...jobs.map(({ name }) => name), ...Object.keys(consumers)] }
  })

/** Background work on pg-boss: any number of workers may share it. It runs for as long as its scope. */
export class Worker extends Context.Tag("@adwarden/Worker")<
  Worker,
  { readonly jobs: ReadonlyArray<string> }
>() {
  static readonly layer = (url: string, options: WorkerOptions = {}): Layer.Layer<Worker, SqlError, Needs> =>
    Layer.scoped(Worker, make(url, options))
}
