import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

type Rows<Row> = Effect.Effect<ReadonlyArray<Row>, SqlError, SqlClient.SqlClient>

/**
 * Runs one statement with the caller's SQL client, so that a function of one statement need not fetch it.
 *
 * @example
 * query<{ id: number }>`select id from campaigns where organization_id = ${organization}`
 */
export const query = <Row extends object = object>(
  text: TemplateStringsArray,
  ...values: ReadonlyArray<unknown>
): Rows<Row> => Effect.flatMap(SqlClient.SqlClient, (sql) => sql<Row>(text, ...values))

/** The same for SQL text with numbered parameters. */
export const queryText = <Row extends object = object>(
  text: string,
  values: ReadonlyArray<unknown>
): Rows<Row> => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text, values))

/** Runs an effect in a transaction of the caller's SQL client. */
export const inTransaction = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect))
