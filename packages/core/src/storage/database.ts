import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer } from "effect"
import { acquirePool, type PoolOptions } from "./pool.ts"
import { Reads, type ReadsOptions } from "./reads.ts"

export interface DatabaseOptions extends PoolOptions, ReadsOptions {}

/**
 * Everything that talks to Postgres: `SqlClient` (and `PgClient`) for transactions and ordinary statements,
 * `Reads` for the hot ones. Building it connects to nothing: a host may start while the database is away.
 */
export const layer = (
  url: string,
  options: DatabaseOptions = {}
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient | Reads, SqlError> =>
  Layer.merge(PgClient.layerFromPool({ acquire: acquirePool(url, options) }), Reads.layer(url, options))

/** One round trip, to tell whether the database answers. */
export const ping: Effect.Effect<void, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.asVoid(sql`select 1`)
)
