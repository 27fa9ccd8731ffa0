import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Sql from "@effect/sql/Statement"
import { Effect } from "effect"
import type { OutgoingStatement } from "./round-trip.ts"
import { outgoingStatement } from "./session.ts"
import { type BoundStatement, bindStatement, statement } from "./statement.ts"
import { currentTransaction } from "./transaction.ts"

/** A declared statement with its values, or one that is written where it is used. */
type AnyStatement<Row = unknown> = BoundStatement<Row> | Sql.Statement<Row>

const toOutgoing = (query: AnyStatement): OutgoingStatement =>
  Sql.isFragment(query) ? outgoingStatement(...query.compile()) : query

const runAlone = (
  query: AnyStatement
): Effect.Effect<ReadonlyArray<unknown>, SqlError, SqlClient.SqlClient> =>
  Sql.isFragment(query)
    ? query
    : Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(query.text, query.values))

/**
 * Sends statements of the open transaction whose rows nobody needs, and does not wait for their answers. The commit
 * does: if one of them failed, the transaction is rolled back and fails with its error. Outside a transaction
 * there is no commit to tell, so there they are waited for.
 */
export const deferStatements = (
  ...statements: ReadonlyArray<AnyStatement>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(currentTransaction, (open) =>
    open === undefined
      ? Effect.forEach(statements, runAlone, { discard: true })
      : open.session.deferStatements(...statements.map(toOutgoing))
  )

const forceGenericPlan = bindStatement(statement("set local plan_cache_mode = force_generic_plan"), [])

/**
 * For transactions whose statements all find their rows by organization and key: their plans are made once for each
 * connection. By itself the server may plan for the values of every call, which costs more than running the statement
 * and finds the same plan.
 */
export const useGenericPlans: Effect.Effect<void, SqlError, SqlClient.SqlClient> =
  deferStatements(forceGenericPlan)

type RowsOf<All extends ReadonlyArray<AnyStatement>> = {
  readonly [Index in keyof All]: All[Index] extends AnyStatement<infer Row> ? ReadonlyArray<Row> : never
}

/**
 * Sends statements of the open transaction together, in this order, and waits for all of their answers: one round
 * trip. The server works through them one after another, so a lock that is taken first holds for the rest.
 * Outside a transaction nothing would hold them together, so there they run one by one.
 */
export const inOneRoundTrip = <const All extends ReadonlyArray<AnyStatement>>(
  statements: All
): Effect.Effect<RowsOf<All>, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(
    currentTransaction,
    (open): Effect.Effect<ReadonlyArray<unknown>, SqlError, SqlClient.SqlClient> =>
      open === undefined
        ? Effect.forEach(statements, runAlone)
        : open.session.roundTrip(statements.map(toOutgoing))
  ) as Effect.Effect<RowsOf<All>, SqlError, SqlClient.SqlClient>
