import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type Statement, Statements } from "../../storage/index.ts"

/** Runs a declared statement. */
export type RunStatement = <Row extends object>(
  statement: Statement,
  values: ReadonlyArray<unknown>
) => Effect.Effect<ReadonlyArray<Row>, SqlError>

/** The two kinds of database connection for reads. */
export const statementRunners = Effect.gen(function* () {
  const statements = yield* Statements
  const sql = yield* SqlClient.SqlClient
  /** Uses the shared, pipelined connections: a slow statement would delay the next ones. */
  const onSharedConnection: RunStatement = (statement, values) => statements.query(statement, values)
  /** Uses a separate connection, for slow statements. */
  const onOwnConnection: RunStatement = <Row extends object>(
    { text }: Statement,
    values: ReadonlyArray<unknown>
  ) => sql.unsafe<Row>(text, [...values])
  return { shared: onSharedConnection, apart: onOwnConnection }
})
