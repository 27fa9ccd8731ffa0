import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer } from "effect"
import { acquirePool, type PoolOptions } from "./pool.ts"
import { Statements, type StatementsOptions } from "./statements.ts"

export interface DatabaseOptions extends PoolOptions, StatementsOptions {}

/**
 * Everything that talks to Postgres: `SqlClient` (and `PgClient`) for transactions and ordinary statements,
 * `Statements` for the hot ones. Building it connects to nothing: a host may start while the database is away.
 */
export const layer = (
  url: string,
  options: DatabaseOptions = {}
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient | Statements, SqlError> =>
  Layer.merge(PgClient.layerFromPool({ acquire: acquirePool(url, options) }), Statements.layer(url, options))

/** One round trip, to tell whether the database answers. */
export const ping: Effect.Effect<void, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.asVoid(sql`select 1`)
)
