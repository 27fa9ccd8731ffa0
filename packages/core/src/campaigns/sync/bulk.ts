import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { runSql } from "../../storage/index.ts"

/** Columns with their types. */
export type ColumnTypes = Readonly<Record<string, string>>
export type RowOf<C extends ColumnTypes> = { readonly [Name in keyof C]: unknown }
type Rows<A> = Effect.Effect<ReadonlyArray<A>, SqlError, SqlClient.SqlClient>

const typed = (columns: ColumnTypes): string =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(", ")

/** Returns rows as a table expression, for `from`. */
export const recordset = (columns: ColumnTypes, parameter = 1): string =>
  `json_to_recordset($${parameter}::json) as given(${typed(columns)})`

/** Inserts many rows of an organization in one statement; existing rows stay unchanged. */
export const insertAll = <const C extends ColumnTypes, Returned extends object = object>(
  table: string,
  organizationId: number,
  columns: C,
  rows: ReadonlyArray<RowOf<C>>,
  returning = "1"
): Rows<Returned> => {
  if (rows.length === 0) return Effect.succeed([])
  const names = Object.keys(columns).join(", ")
  return runSql<Returned>(
    `insert into ${table} (organization_id, ${names}) select $2, ${names} from ${recordset(columns)}
       on conflict do nothing returning ${returning}`,
    [JSON.stringify(rows), organizationId]
  )
}

/** Updates many rows by id; sets `touch` only on rows that really change. */
export const updateAll = <const C extends ColumnTypes>(
  table: string,
  organizationId: number,
  columns: C,
  rows: ReadonlyArray<RowOf<C> & { readonly id: number }>,
  timestampColumn?: string
): Rows<{ readonly id: number }> => {
  if (rows.length === 0) return Effect.succeed([])
  const names = Object.keys(columns)
  const changes = names.map((name) => `${name} = given.${name}`)
  const differs = `(${names.map((name) => `t.${name}`).join(", ")}) is distinct from (${names.map((name) => `given.${name}`).join(", ")})`
  return runSql(
    `update ${table} t set ${[...changes, ...(timestampColumn === undefined ? [] : [`${timestampColumn} = now()`])].join(", ")}
       from ${recordset({ id: "bigint", ...columns })}
       where t.organization_id = $2 and t.id = given.id and ${differs} returning t.id`,
    [JSON.stringify(rows), organizationId]
  )
}

/** Marks rows as removed. */
export const removeAll = (
  table: string,
  organizationId: number,
  ids: ReadonlyArray<number>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  ids.length === 0
    ? Effect.void
    : Effect.asVoid(
        runSql(
          `update ${table} set removed_at = now() where organization_id = $1 and id = any($2::bigint[])
             and removed_at is null`,
          [organizationId, ids]
        )
      )
