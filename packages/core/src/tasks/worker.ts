import type * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Runtime } from "effect"
import { PgBoss } from "pg-boss"
import { AuditSealer } from "../pipeline/audit-sealer.ts"
import { housekeeping } from "./housekeeping.ts"

type Needs = SqlClient.SqlClient | AuditSealer

interface Job {
  readonly name: string
  /** When it runs, as cron says it, in UTC. */
  readonly cron: string
  readonly run: Effect.Effect<unknown, SqlError, Needs>
}

const jobs: ReadonlyArray<Job> = [
  { name: "housekeeping", cron: "*/10 * * * *", run: housekeeping },
  // Hosts seal right behind their requests; this catches what a host left behind when it was killed.
  { name: "audit-seal", cron: "* * * * *", run: Effect.flatMap(AuditSealer, (sealer) => sealer.sealAll) }
]

export interface WorkerOptions {
  /** How long a stop waits for the jobs under way. */
  readonly stopTimeoutMillis?: number
}

/** The queue lives in the service's own database, in a schema of its own. */
const schema = "pgboss"

const failed = (cause: unknown): SqlError => new SqlError({ cause, message: "The job queue failed" })

const start = (url: string): Effect.Effect<PgBoss, SqlError> =>
  Effect.tryPromise({
    try: async () => {
      const boss = new PgBoss({
        connectionString: url,
        schema,
        application_name: "adwarden worker",
        max: 4,
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
    catch: failed
  })

/** One at a time in all workers together; a job that is over is soon forgotten. */
const queue = { policy: "singleton", retryLimit: 2, retryBackoff: true, expireInSeconds: 300 } as const
const forgetAfter = { deleteAfterSeconds: 3600, retentionSeconds: 3600 }

const make = (url: string, { stopTimeoutMillis = 10_000 }: WorkerOptions) =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime<Needs>()
    const boss = yield* Effect.acquireRelease(start(url), (boss) =>
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
    yield* Effect.tryPromise({
      try: async () => {
        for (const job of jobs) {
          await boss.createQueue(job.name, { ...queue, ...forgetAfter })
          await boss.work(job.name, run(job))
          await boss.schedule(job.name, job.cron)
        }
      },
      catch: failed
    })
    return { jobs: jobs.map(({ name }) => name) }
  })

/** Background work on pg-boss: any number of workers may share it. It runs for as long as its scope. */
export class Worker extends Context.Tag("@adwarden/Worker")<
  Worker,
  { readonly jobs: ReadonlyArray<string> }
>() {
  static readonly layer = (url: string, options: WorkerOptions = {}): Layer.Layer<Worker, SqlError, Needs> =>
    Layer.scoped(Worker, make(url, options))
}
