import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { QueueDefinition } from "./queue-definition.ts"
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
    const sql = yield* SqlClient.SqlClient
    const jobs = sql.literal(`${queueSchema}.job`)
    const rows = yield* sql<{ readonly data: Data }>`
      select data from ${jobs} where name = ${name} and state < 'active' and not blocked
      union all
      select data from ${jobs} where name = ${name} and state = 'active' and group_id is not null
      limit ${maxOpenJobs + 1}`
    return rows.length > maxOpenJobs ? null : rows.map(({ data }) => data)
  })
