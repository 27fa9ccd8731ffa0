import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { QueueDefinition } from "./queue-definition.ts"
import { queueSchema } from "./queue-schema.ts"

/** More open jobs than this are not read: the queue is then far behind. */
const maxOpenJobs = 10_000

/** Reads the data of a queue's open jobs, waiting or running; null if there are too many to read. */
export const readOpenJobs = <Data extends object>({
  name
}: QueueDefinition<Data>): Effect.Effect<ReadonlyArray<Data> | null, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly data: Data }>`
      select data from ${sql.literal(queueSchema)}.job
      where name = ${name} and state < 'completed' limit ${maxOpenJobs + 1}`
    return rows.length > maxOpenJobs ? null : rows.map(({ data }) => data)
  })
