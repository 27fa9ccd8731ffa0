import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Exit } from "effect"
import { Session } from "./session.ts"

const { TransactionConnection } = SqlClient

/** The transaction that the running effect is in, if any. */
export const currentTransaction: Effect.Effect<{ session: Session; depth: number } | undefined> = Effect.map(
  Effect.context<never>(),
  (context) => {
    const open = Context.getOption(context, TransactionConnection)
    if (open._tag === "None") return undefined
    const [session, depth] = open.value
    return session instanceof Session ? { session, depth } : undefined
  }
)

/**
 * Runs something small once the open transaction is committed, and never if it is not: waking others up, say, who
 * would find nothing before. Nobody waits for it. Outside a transaction it runs at once. What must not be lost
 * belongs into the transaction itself.
 */
export const afterCommit = (run: () => void): Effect.Effect<void> =>
  Effect.map(currentTransaction, (open) => {
    if (open === undefined) run()
    else open.session.afterCommit(run)
  })

/**
 * Runs effects in a transaction. Unlike the one that @effect/sql brings it does not wait for BEGIN, fails (and
 * does not die) when COMMIT does, knows what was sent without waiting, and closes a connection that it cannot
 * bring back into order.
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
            Effect.tapError(session.commit, () => session.rollback),
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
