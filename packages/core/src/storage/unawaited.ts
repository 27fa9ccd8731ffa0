import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Sql from "@effect/sql/Statement"
import { Effect } from "effect"
import type { Sent } from "./flight.ts"
import { sentAs } from "./session.ts"
import { type Bound, bound, statement } from "./statement.ts"
import { openTransaction } from "./transaction.ts"

/** A declared statement with its values, or one that is written where it is used. */
type Asked<Row = unknown> = Bound<Row> | Sql.Statement<Row>

const sentOf = (asked: Asked): Sent => (Sql.isFragment(asked) ? sentAs(...asked.compile()) : asked)

const alone = (asked: Asked): Effect.Effect<ReadonlyArray<unknown>, SqlError, SqlClient.SqlClient> =>
  Sql.isFragment(asked)
    ? asked
    : Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(asked.text, asked.values))

/**
 * Sends statements of the open transaction whose rows nobody needs, and does not wait for their answers. The commit
 * does: if one of them failed, the transaction is rolled back and fails with its error. Outside a transaction
 * there is no commit to tell, so there they are waited for.
 */
export const unawaited = (...all: ReadonlyArray<Asked>): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(openTransaction, (open) =>
    open === undefined
      ? Effect.forEach(all, alone, { discard: true })
      : open.session.sendUnawaited(...all.map(sentOf))
  )

const plansOnce = bound(statement("set local plan_cache_mode = force_generic_plan"), [])

/**
 * For transactions whose statements all find their rows by organization and key: their plans are made once for each
 * connection. By itself the server may plan for the values of every call, which costs more than running the statement
 * and finds the same plan.
 */
export const keepPlans: Effect.Effect<void, SqlError, SqlClient.SqlClient> = unawaited(plansOnce)

type RowsOf<All extends ReadonlyArray<Asked>> = {
  readonly [Index in keyof All]: All[Index] extends Asked<infer Row> ? ReadonlyArray<Row> : never
}

/**
 * Sends statements of the open transaction together, in this order, and waits for all of their answers: one round
 * trip. The server works through them one after another, so a lock that is taken first holds for the rest.
 * Outside a transaction nothing would hold them together, so there they run one by one.
 */
export const inOneFlight = <const All extends ReadonlyArray<Asked>>(
  all: All
): Effect.Effect<RowsOf<All>, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(
    openTransaction,
    (open): Effect.Effect<ReadonlyArray<unknown>, SqlError, SqlClient.SqlClient> =>
      open === undefined ? Effect.forEach(all, alone) : open.session.flight(all.map(sentOf))
  ) as Effect.Effect<RowsOf<All>, SqlError, SqlClient.SqlClient>
