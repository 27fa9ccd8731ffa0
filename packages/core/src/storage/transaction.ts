import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Exit } from "effect"
import { Session } from "./session.ts"

const { TransactionConnection } = SqlClient

/** The transaction of the running effect, if any. */
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
