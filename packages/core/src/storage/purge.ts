import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

/** Limits each statement to this many rows, so that it holds no lock for long. */
const batchSize = 5000

const purgeTable = (table: string, condition: string): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const deleteBatch = sql.unsafe<{ count: number }>(
      `with gone as (delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${batchSize})) returning 1)
       select count(*) as count from gone`
    )
    let total = 0
    for (let last = batchSize; last === batchSize; total += last) last = (yield* deleteBatch)[0]!.count
    return total
  })

/**
 * Deletes the rows of a module's tables that meet the condition of their table, and returns their numbers.
 *
 * @example purgeExpired({ mailed_links: "expires_at < now() - interval '1 day'" })
 */
export const purgeExpired = (
  conditions: Readonly<Record<string, string>>
): Effect.Effect<Readonly<Record<string, number>>, SqlError, SqlClient.SqlClient> =>
  Effect.map(
    Effect.forEach(Object.entries(conditions), ([table, condition]) =>
      Effect.map(purgeTable(table, condition), (count) => [table, count] as const)
    ),
    (counts) => Object.fromEntries(counts)
  )
