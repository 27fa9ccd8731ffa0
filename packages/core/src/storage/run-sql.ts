import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Sql from "@effect/sql/Statement"
import { Effect } from "effect"

/**
 * Runs an inline statement with the client, and in the open transaction, of the surrounding effect.
 *
 * @example const [row] = yield* runSql<{ id: number }>`select id from users where email = ${email}`
 */
export const runSql = <Row extends object = Record<string, unknown>>(
  text: TemplateStringsArray,
  ...values: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<Row>, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql<Row>(text, ...values))

/** Puts text into an inline statement as it is. It must never contain values of a caller. */
export const sqlText = (text: string): Sql.Fragment => Sql.unsafeFragment(text)
