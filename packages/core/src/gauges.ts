import { readFileSync } from "node:fs"
import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, Layer } from "effect"
import { readPendingTotals } from "./approvals/pending.ts"
import { sealingLag } from "./audit/sealer.ts"
import { lagPercentiles, readSyncLag } from "./platform/account-sync.ts"
import { bindStatement, poolLoad, Statements, statement } from "./storage/index.ts"
import { queueHealth } from "./tasks/queue-health.ts"
import { readOpenTasks } from "./tasks/task-rows.ts"
import { gauge } from "./telemetry/index.ts"

/** Public facts about a host: its version, and whether it can serve. */

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}

/** The version on every surface. Its source is this package's package.json. */
export const { version } = manifest

const pingStatement = statement("select 1 as answer")

/** Load balancers wait a second at most. The rest of it is for a busy host to send the response. */
const readinessTimeout = "600 millis"

/** Whether the database responds now. A load balancer checks it before it sends traffic. */
export const makeReadinessCheck: Effect.Effect<Effect.Effect<boolean>, never, Statements> = Effect.map(
  Statements,
  (statements) =>
    statements.read(bindStatement(pingStatement, [])).pipe(
      Effect.as(true),
      Effect.timeoutTo({
        duration: readinessTimeout,
        onTimeout: () => false,
        onSuccess: (reachable) => reachable
      }),
      Effect.catchAllCause(() => Effect.succeed(false))
    )
)

const gauges = {
  approvals: gauge("adwarden_approvals_pending"),
  approvalAge: gauge("adwarden_approvals_oldest_seconds"),
  tasks: gauge("adwarden_tasks_open"),
  taskAge: gauge("adwarden_tasks_oldest_seconds"),
  jobs: gauge("adwarden_queue_jobs"),
  jobAge: gauge("adwarden_queue_oldest_seconds"),
  workerSeen: gauge("adwarden_worker_seen_seconds"),
  accounts: gauge("adwarden_sync_accounts"),
  syncLag: gauge("adwarden_sync_lag_seconds"),
  lateAccounts: gauge("adwarden_sync_late_account_seconds"),
  unsealed: gauge("adwarden_audit_unsealed_events"),
  sealingLag: gauge("adwarden_audit_sealing_lag_seconds"),
  databaseUp: gauge("adwarden_database_up"),
  pool: gauge("adwarden_pool_connections"),
  poolWaiting: gauge("adwarden_pool_waiting"),
  loop: gauge("adwarden_event_loop_utilization"),
  info: gauge("adwarden_info"),
  cpu: gauge("process_cpu_seconds_total"),
  memory: gauge("process_resident_memory_bytes"),
  started: gauge("process_start_time_seconds")
}

/** Cheap: indexes hold only what is open. */
const readWork = Effect.gen(function* () {
  const approvals = yield* readPendingTotals
  gauges.approvals([[approvals.pending]])
  gauges.approvalAge([[approvals.oldestSeconds]])
  const tasks = yield* readOpenTasks
  gauges.tasks(tasks.map(({ kind, open, status }) => [open, kind, status]))
  gauges.taskAge(tasks.map(({ kind, oldestSeconds, status }) => [oldestSeconds, kind, status]))
  const queue = yield* queueHealth
  gauges.jobs([
    [queue.waiting, "waiting"],
    [queue.stuck, "stuck"],
    [queue.lost, "lost"]
  ])
  gauges.jobAge([[queue.oldestWaitingSeconds]])
  if (queue.workerSeenSeconds !== null) gauges.workerSeen([[queue.workerSeenSeconds]])
  const audit = yield* sealingLag
  gauges.unsealed([[audit.unsealed]])
  gauges.sealingLag([[audit.oldestSeconds]])
})

/** Reads every linked account: about 0.2 s of Postgres for 100,000 of them. */
const readAccounts = Effect.map(readSyncLag, ({ broken, connected, late, percentiles }) => {
  gauges.accounts([
    [connected, "connected"],
    [broken, "broken"]
  ])
  gauges.syncLag((percentiles ?? []).map((seconds, index) => [seconds, String(lagPercentiles[index])]))
  gauges.lateAccounts(late.map(({ account, organization, seconds }) => [seconds, organization, account]))
})

let utilization = performance.eventLoopUtilization()

const readProcess = Effect.sync(() => {
  const { busy, idle, waiting } = poolLoad()
  gauges.pool([
    [idle, "idle"],
    [busy, "busy"]
  ])
  gauges.poolWaiting([[waiting]])
  const current = performance.eventLoopUtilization()
  gauges.loop([[performance.eventLoopUtilization(current, utilization).utilization]])
  utilization = current
  const { system, user } = process.cpuUsage()
  gauges.cpu([[(system + user) / 1e6]])
  gauges.memory([[process.memoryUsage.rss()]])
  gauges.started([[performance.timeOrigin / 1000]])
  gauges.info([[1, version]])
})

/** However often metrics are read, the database is asked at most this often, and this long. */
const limits = { work: "10 seconds", accounts: "1 minute", timeout: "3 seconds" } as const

/** Brings the gauges up to date. It never fails: while the database is away, its gauges keep their values. */
export class Gauges extends Context.Tag("@adwarden/Gauges")<
  Gauges,
  { readonly update: Effect.Effect<void> }
>() {
  static readonly layer = Layer.effect(
    Gauges,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cached = (work: typeof readWork | typeof readAccounts, every: "10 seconds" | "1 minute") =>
        work.pipe(
          Effect.provideService(SqlClient.SqlClient, sql),
          Effect.timeout(limits.timeout),
          Effect.as(1),
          Effect.catchAllCause((cause) => Effect.as(Effect.logWarning("Metrics cannot be read", cause), 0)),
          Effect.cachedWithTTL(every)
        )
      const work = yield* cached(readWork, limits.work)
      const accounts = yield* cached(readAccounts, limits.accounts)
      return {
        update: Effect.gen(function* () {
          yield* readProcess
          const up = yield* work
          yield* accounts
          gauges.databaseUp([[up]])
        })
      }
    })
  )
}
