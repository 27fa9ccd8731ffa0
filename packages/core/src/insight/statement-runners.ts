import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type Statement, Statements } from "../storage/index.ts"

/** Runs a declared statement. */
export type RunStatement = <Row extends object>(
  statement: Statement,
  values: ReadonlyArray<unknown>
) => Effect.Effect<ReadonlyArray<Row>, SqlError>

/** The two ways to the database that reads have. */
export const statementRunners = Effect.gen(function* () {
  const statements = yield* Statements
  const sql = yield* SqlClient.SqlClient
  /** On the connections that all reads share: nothing on them may take long, since the next ones wait behind it. */
  const onSharedConnection: RunStatement = (statement, values) => statements.query(statement, values)
  /** On a connection of its own, for what may take long. */
  const onOwnConnection: RunStatement = <Row extends object>(
    { text }: Statement,
    values: ReadonlyArray<unknown>
  ) => sql.unsafe<Row>(text, [...values])
  return { shared: onSharedConnection, apart: onOwnConnection }
})
