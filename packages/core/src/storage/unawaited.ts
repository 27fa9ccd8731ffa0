import type { SqlError } from "@effect/sql/SqlError"
import type * as Sql from "@effect/sql/Statement"
import { Effect } from "effect"
import { openTransaction } from "./transaction.ts"

/**
 * Sends a statement of the open transaction whose rows nobody needs, and does not wait for its answer. The commit
 * does: if the statement failed, the transaction is rolled back and fails with its error. Outside a transaction
 * there is no commit to tell, so there it is waited for.
 */
export const unawaited = (statement: Sql.Statement<unknown>): Effect.Effect<void, SqlError> =>
  Effect.flatMap(openTransaction, (open) =>
    open === undefined ? Effect.asVoid(statement) : open.session.sendUnawaited(...statement.compile())
  )

type RowsOf<Statements extends ReadonlyArray<Sql.Statement<unknown>>> = {
  readonly [Index in keyof Statements]: Statements[Index] extends Sql.Statement<infer Row>
    ? ReadonlyArray<Row>
    : never
}

/**
 * Sends statements of the open transaction together, in this order, and waits for all of their answers: one round
 * trip. The server works through them one after another, so a lock that is taken first holds for the rest.
 * Outside a transaction nothing would hold them together, so there they run one by one.
 */
export const inOneFlight = <const Statements extends ReadonlyArray<Sql.Statement<unknown>>>(
  statements: Statements
): Effect.Effect<RowsOf<Statements>, SqlError> =>
  Effect.flatMap(
    openTransaction,
    (open): Effect.Effect<ReadonlyArray<unknown>, SqlError> =>
      open === undefined
        ? Effect.forEach(statements, (statement) => statement)
        : open.session.flight(statements.map((statement) => statement.compile()))
  ) as Effect.Effect<RowsOf<Statements>, SqlError>
