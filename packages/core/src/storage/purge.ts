import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Array as Arrays, Effect } from "effect"
import { inOneRoundTrip, inTransaction, runSql } from "./sql.ts"
import { bindStatement, statement } from "./statement.ts"

/**
 * SQL: rows for `values`. Each row starts with the same text, continues with parameters of its own, and may end with
 * further text. Plain rows of one organization go to its shard, where `insert … select` collects rows first.
 *
 * @example valueRows(2, { before: ["$1"], parameters: 2, first: 2 }) // ($1, $2, $3), ($1, $4, $5)
 */
export const valueRows = (
  rows: number,
  row: {
    readonly before: ReadonlyArray<string>
    readonly parameters: number
    /** The number of the first parameter. */
    readonly first: number
    readonly after?: ReadonlyArray<string>
  }
): string =>
  Array.from({ length: rows }, (_, index) => {
    const start = row.first + index * row.parameters
    const own = Array.from({ length: row.parameters }, (_, n) => `$${start + n}`)
    return `(${[...row.before, ...own, ...(row.after ?? [])].join(", ")})`
  }).join(", ")

/** Limits each statement to this many rows, so that it holds no lock for long. */
const batchSize = 5000

const purgeTable = (table: string, condition: string): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const deleteBatch = runSql<{ count: number }>(
      `with gone as (delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${batchSize})) returning 1)
       select count(*) as count from gone`,
      []
    )
    let total = 0
    for (let last = batchSize; last === batchSize; total += last) last = (yield* deleteBatch)[0]!.count
    return total
  })

type Conditions = Readonly<Record<string, string>>
type Purged = Effect.Effect<Readonly<Record<string, number>>, SqlError, SqlClient.SqlClient>

const forEachTable = (conditions: Conditions, purge: typeof purgeTable): Purged =>
  Effect.map(
    Effect.forEach(Object.entries(conditions), ([table, condition]) =>
      Effect.map(purge(table, condition), (count) => [table, count] as const)
    ),
    (counts) => Object.fromEntries(counts)
  )

/**
 * Deletes the rows of a module's local tables that meet the condition of their table, and returns their numbers.
 *
 * @example purgeExpired({ mailed_links: "expires_at < now() - interval '1 day'" })
 */
export const purgeExpired = (conditions: Conditions): Purged => forEachTable(conditions, purgeTable)

/** The organizations whose rows are deleted in one transaction. */
const organizationsAtOnce = 100

const purgeOrganizations =
  (key: string) =>
  (table: string, condition: string): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
    Effect.gen(function* () {
      const deleteBatch = statement(`delete from ${table} where organization_id = $1 and ${key} = any(array(
        select ${key} from ${table} where organization_id = $1 and (${condition}) limit ${batchSize})) returning 1`)
      const found = yield* runSql<{ id: number }>(
        `select distinct organization_id as id from ${table} where ${condition}`,
        []
      )
      let total = 0
      for (const some of Arrays.chunksOf(found, organizationsAtOnce)) {
        for (let ids = some.map(({ id }) => id); ids.length > 0; ) {
          const gone = yield* inTransaction(inOneRoundTrip(ids.map((id) => bindStatement(deleteBatch, [id]))))
          total += gone.reduce((sum, rows) => sum + rows.length, 0)
          ids = ids.filter((_, index) => gone[index]!.length === batchSize)
        }
      }
      return total
    })

/**
 * As `purgeExpired`, for tables that are distributed by organization: each statement deletes rows of one. The key is the
 * column that follows the organization in the primary key.
 */
export const purgeByOrganization = (key: string, conditions: Conditions): Purged =>
  forEachTable(conditions, purgeOrganizations(key))
