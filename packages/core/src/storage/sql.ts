import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Sql from "@effect/sql/Statement"
import { Context, Effect, Exit } from "effect"
import { statementName, withoutSpan } from "../telemetry/index.ts"
import { isClusterSql } from "./cluster.ts"
import type { OutgoingStatement } from "./connection.ts"
import { outgoingStatement, Session } from "./session.ts"
import { type BoundStatement, bindStatement, statement } from "./statement.ts"

const { TransactionConnection } = SqlClient

/** The transaction of the running effect, if any. */
const currentTransaction: Effect.Effect<{ session: Session; depth: number } | undefined> = Effect.map(
  Effect.context<never>(),
  (context) => {
    const open = Context.getOption(context, TransactionConnection)
    if (open._tag === "None") return undefined
    const [session, depth] = open.value
    return session instanceof Session ? { session, depth } : undefined
  }
)

/**
 * Runs a short callback after the open transaction commits, and never if it rolls back: for example to wake
 * workers. Nothing waits for it. Outside a transaction it runs at once. Work that must not be lost belongs in
 * the transaction.
 */
export const afterCommit = (run: () => void): Effect.Effect<void> =>
  Effect.map(currentTransaction, (open) => {
    if (open === undefined) run()
    else open.session.afterCommit(run)
  })

/**
 * Runs effects in a transaction. Unlike the one of @effect/sql, it does not wait for BEGIN and fails (instead
 * of dying) when COMMIT fails. It also tracks deferred statements, and closes a connection that it cannot
 * restore.
 */
export const makeWithTransaction =
  (acquire: Effect.Effect<Session, SqlError>): SqlClient.SqlClient["withTransaction"] =>
  (effect) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(currentTransaction, (open) => {
        const runIn = (session: Session, depth: number) =>
          Effect.exit(restore(Effect.provideService(effect, TransactionConnection, [session, depth])))
        return open === undefined
          ? Effect.flatMap(restore(acquire), (session) =>
              outermost(session, runIn(session, 0)).pipe(Effect.ensuring(session.close))
            )
          : nested(open.session, open.depth + 1, runIn(open.session, open.depth + 1))
      })
    )

const outermost = <A, E, R>(session: Session, run: Effect.Effect<Exit.Exit<A, E>, never, R>) =>
  Effect.zipRight(session.begin, run).pipe(
    Effect.flatMap((exit) =>
      Exit.isFailure(exit)
        ? Effect.zipRight(session.rollback, exit)
        : Effect.zipRight(
            Effect.tapError(
              session.inSpan("COMMIT", session.commit, { kind: "client" }),
              () => session.rollback
            ),
            exit
          )
    )
  )

const nested = <A, E, R>(session: Session, depth: number, run: Effect.Effect<Exit.Exit<A, E>, never, R>) =>
  Effect.zipRight(session.savepoint(depth), run).pipe(
    Effect.flatMap((exit) =>
      Exit.isFailure(exit)
        ? Effect.zipRight(Effect.ignore(session.rollbackToSavepoint(depth)), exit)
        : Effect.zipRight(
            Effect.tapError(session.releaseSavepoint(depth), () =>
              Effect.ignore(session.rollbackToSavepoint(depth))
            ),
            exit
          )
    )
  )

/** A declared statement with its values, or an inline one. */
export type AnyStatement<Row = unknown> = BoundStatement<Row> | Sql.Statement<Row>

const toOutgoing = (query: AnyStatement): OutgoingStatement =>
  Sql.isFragment(query) ? outgoingStatement(...query.compile()) : query

type SqlRows<Row> = Effect.Effect<ReadonlyArray<Row>, SqlError, SqlClient.SqlClient>

/**
 * Runs a statement with the client, and in the open transaction, of the surrounding effect: an inline one, text with
 * numbered parameters, or a declared one. Other ways differ in what they send together: `inOneRoundTrip`,
 * `deferStatements`, and `Statements` for reads of a request, which need no transaction.
 *
 * @example const [row] = yield* runSql<{ id: number }>`select id from users where email = ${email}`
 */
export function runSql<Row extends object = Record<string, unknown>>(
  text: TemplateStringsArray,
  ...values: ReadonlyArray<unknown>
): SqlRows<Row>
export function runSql<Row extends object = Record<string, unknown>>(
  text: string,
  values: ReadonlyArray<unknown>
): SqlRows<Row>
export function runSql<Row>(declared: BoundStatement<Row>): SqlRows<Row>
export function runSql(
  given: TemplateStringsArray | string | BoundStatement,
  ...values: ReadonlyArray<unknown>
): SqlRows<unknown> {
  if (typeof given !== "string" && "name" in given)
    return Effect.map(inOneRoundTrip([given]), ([rows]) => rows)
  return Effect.flatMap(SqlClient.SqlClient, (sql) =>
    typeof given === "string"
      ? sql.unsafe(given, values[0] as ReadonlyArray<unknown>)
      : sql<object>(given, ...values)
  )
}

/** Runs an effect in a transaction of the same client. */
export const inTransaction = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect))

/** Puts text into an inline statement as it is. It must never contain values of a caller. */
export const sqlText = (text: string): Sql.Fragment => Sql.unsafeFragment(text)

/**
 * Sends statements of the open transaction without waiting for their results. The commit waits for them: if
 * one failed, the transaction is rolled back and fails with its error. Outside a transaction there is no
 * commit, so they are awaited, and together they are one.
 */
export const deferStatements = (
  ...statements: ReadonlyArray<AnyStatement>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(currentTransaction, (open) =>
    open === undefined
      ? Effect.asVoid(inOneRoundTrip(statements))
      : open.session.deferStatements(...statements.map(toOutgoing))
  )

/** Citus finds the shard of a statement by its values, so it rejects a plan for all values. */
const forceGenericPlan = bindStatement(
  statement(`
select set_config('plan_cache_mode',
  case when ${isClusterSql} then 'auto' else 'force_generic_plan' end, true)`),
  []
)

/**
 * For transactions whose statements all find their rows by organization and key: plans each statement once
 * per connection. Otherwise the server can plan every call for its values, which costs more than running it
 * and yields the same plan.
 */
export const useGenericPlans: Effect.Effect<void, SqlError, SqlClient.SqlClient> =
  deferStatements(forceGenericPlan)

/** The rows of each statement of a list. */
export type RowsOf<All extends ReadonlyArray<AnyStatement>> = {
  readonly [Index in keyof All]: All[Index] extends AnyStatement<infer Row> ? ReadonlyArray<Row> : never
}

/** Runs statements in one round trip, with a span that names the first. */
const roundTrip = (session: Session, statements: ReadonlyArray<OutgoingStatement>) => {
  const sent = session.roundTrip(statements)
  if (session.inSpan === withoutSpan) return sent
  const more = statements.length > 1 ? ` and ${statements.length - 1} more` : ""
  return session.inSpan(`${statementName(statements[0]?.text ?? "")}${more}`, sent, { kind: "client" })
}

/**
 * Sends statements in this order and waits for all results: one round trip. The server runs them one after another, so a
 * lock taken first holds for the rest. Outside a transaction, together they are one.
 */
export const inOneRoundTrip = <const All extends ReadonlyArray<AnyStatement>>(
  statements: All
): Effect.Effect<RowsOf<All>, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(currentTransaction, (open) => {
    const outgoing = statements.map(toOutgoing)
    return open === undefined
      ? Effect.flatMap(SqlClient.SqlClient, (sql) =>
          // Every connection of our client is a session.
          Effect.scoped(Effect.flatMap(sql.reserve, (session) => roundTrip(session as Session, outgoing)))
        )
      : roundTrip(open.session, outgoing)
  }) as Effect.Effect<RowsOf<All>, SqlError, SqlClient.SqlClient>

/**
 * Reads the data of one plan. Code states what it reads, and the reader decides what is sent: a statement that
 * was read before is not sent again, and the others are sent together.
 */
export interface PlanningReader {
  /**
   * Returns the rows of each statement. The server runs them in this order, so a lock taken first holds for the
   * rest.
   *
   * @example const [[rules], campaigns] = yield* reader.read(readRules(id), readCampaigns(id))
   */
  readonly read: <const All extends ReadonlyArray<BoundStatement>>(
    ...statements: All
  ) => Effect.Effect<RowsOf<All>, SqlError, SqlClient.SqlClient>
  /** Stores rows that another statement has read already. */
  readonly remember: <Row>(statement: BoundStatement<Row>, rows: ReadonlyArray<Row>) => void
  /** Computes a value once for all code that shares the reader: a decoded row, a response of the platform. */
  readonly once: <A, E, R>(key: string, compute: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Equal statements with equal values have equal keys. */
const keyOf = ({ name, values }: BoundStatement): string => `${name} ${JSON.stringify(values)}`

export const makePlanningReader = (): PlanningReader => {
  const rowsByKey = new Map<string, ReadonlyArray<unknown>>()
  const values = new Map<string, unknown>()

  const read = (...statements: ReadonlyArray<BoundStatement>) =>
    Effect.suspend(() => {
      const keys = statements.map(keyOf)
      const unread = new Map(
        keys.map((key, index) => [key, statements[index]!] as const).filter(([key]) => !rowsByKey.has(key))
      )
      const known = () => keys.map((key) => rowsByKey.get(key)!)
      if (unread.size === 0) return Effect.succeed(known())
      return Effect.map(inOneRoundTrip([...unread.values()]), (results) => {
        for (const [index, key] of [...unread.keys()].entries()) rowsByKey.set(key, results[index]!)
        return known()
      })
    })

  return {
    read: read as PlanningReader["read"],
    remember: (statement, rows) => void rowsByKey.set(keyOf(statement), rows),
    once: <A, E, R>(key: string, compute: Effect.Effect<A, E, R>) =>
      Effect.suspend(() =>
        values.has(key)
          ? Effect.succeed(values.get(key) as A)
          : Effect.tap(compute, (value) => Effect.sync(() => values.set(key, value)))
      )
  }
}
