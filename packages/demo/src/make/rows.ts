import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

/**
 * Inserts rows in one statement, in order. `columns` maps column names to types; `returning` lists the
 * columns to return for each row.
 */
export const insertRows = <
  const Columns extends Readonly<Record<string, string>>,
  Back extends object = object
>(
  table: string,
  columns: Columns,
  rows: ReadonlyArray<{ readonly [Name in keyof Columns]: unknown }>,
  returning?: string
): Effect.Effect<ReadonlyArray<Back>, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    if (rows.length === 0) return Effect.succeed([])
    const names = Object.keys(columns).join(", ")
    const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
    return sql.unsafe<Back>(
      `insert into ${table} (${names}) select ${names} from json_to_recordset($1::json) as row(${typed.join(", ")})` +
        (returning === undefined ? "" : ` returning ${returning}`),
      [JSON.stringify(rows)]
    )
  })

const dayMillis = 86_400_000

/** Returns the start of the UTC day that many days before today, the same value all day. */
export const daysAgo = (days: number): string => {
  const today = Math.floor(Date.now() / dayMillis) * dayMillis
  return new Date(today - days * dayMillis).toISOString()
}
