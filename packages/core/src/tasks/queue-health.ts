import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { runSql, sqlText } from "../storage/index.ts"
import { deadLetterQueue, type QueueDefinition } from "./queue-definition.ts"
import { queueSchema } from "./queue-schema.ts"

/** More open jobs than this are not read: the queue is then far behind. */
const maxOpenJobs = 10_000

/**
 * Reads the data of a queue's open jobs, waiting or running; null if there are too many to read. The two conditions
 * are those of indexes of the queue, so that finished jobs, which are kept for days, cost nothing. No job of the
 * service is blocked by another, and each has a group.
 */
export const readOpenJobs = <Data extends object>({
  name
}: QueueDefinition<Data>): Effect.Effect<ReadonlyArray<Data> | null, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const jobs = sqlText(`${queueSchema}.job`)
    const rows = yield* runSql<{ readonly data: Data }>`
      select data from ${jobs} where name = ${name} and state < 'active' and not blocked
      union all
      select data from ${jobs} where name = ${name} and state = 'active' and group_id is not null
      limit ${maxOpenJobs + 1}`
    return rows.length > maxOpenJobs ? null : rows.map(({ data }) => data)
  })

/** The state of the background work, for operators. */
export interface QueueHealth {
  /** Seconds since the last heartbeat of any worker; null if there was none. */
  readonly workerSeenSeconds: number | null
  /** Jobs that could run now. */
  readonly waiting: number
  readonly oldestWaitingSeconds: number
  /** Jobs whose worker is overdue: it died or hangs. */
  readonly stuck: number
  /** Jobs that failed for good within the last week. */
  readonly lost: number
}

/**
 * Every worker with schedules runs their clock and stores the time (`cron_on`); hosts that only send jobs do not. A
 * job's own heartbeat reveals a dead worker long before the job would expire.
 */
export const queueHealth: Effect.Effect<QueueHealth, SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const queue = sqlText(queueSchema)
    const [health] = yield* runSql<QueueHealth>`
      select (select extract(epoch from now() - max(cron_on))::int from ${queue}.version) as "workerSeenSeconds",
        count(*) filter (where ready)::int as waiting,
        coalesce(max(extract(epoch from now() - start_after)) filter (where ready), 0)::int as "oldestWaitingSeconds",
        count(*) filter (where overdue)::int as stuck,
        count(*) filter (where name = ${deadLetterQueue.name})::int as lost
      from (
        select name, start_after, state < 'active' and start_after <= now() as ready,
          state = 'active' and now() > coalesce(
            heartbeat_on + make_interval(secs => 4 * heartbeat_seconds),
            started_on + make_interval(secs => 2 * expire_seconds)) as overdue
        from ${queue}.job where state < 'completed' or name = ${deadLetterQueue.name}
      ) jobs`
    return health!
  }
).pipe(Effect.withSpan("queueHealth"))
