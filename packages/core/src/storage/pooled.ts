import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Effect, Stream } from "effect"
import type pg from "pg"
import { connectionDefaults } from "./connection.ts"
import type { PipelinedClient } from "./pipelined-client.ts"
import { Session } from "./session.ts"
import { isUnavailable } from "./unavailable.ts"

type Client = PipelinedClient & Pick<pg.PoolClient, "release">

const unobtainable = (cause: unknown): SqlError =>
  new SqlError({ cause, message: "Failed to acquire connection" })

/** The pool was busy: that says nothing about the server. */
const poolBusy = /timeout exceeded when trying to connect/

/** How long to wait at least for a database that has been away for a while: it may be back any moment. */
const leastPatienceMillis = 250

/**
 * A connection of the pool, for whoever closes it again. Waiting for one can be interrupted. While the server cannot be
 * reached, patience counts from the first failed try, so that a request that tries twice is not kept twice as long.
 */
export const takeSession = (
  pool: pg.Pool,
  patienceMillis: number = connectionDefaults.connectTimeoutMillis
): Effect.Effect<Session, SqlError> => {
  let awaySince: number | undefined
  return Effect.async((resume) => {
    const began = performance.now()
    let gone = false
    let taken: Client | undefined
    const giveUp = () => {
      gone = true
      resume(Effect.fail(unobtainable(Object.assign(new Error("timeout expired"), { code: "ETIMEDOUT" }))))
    }
    const timer =
      awaySince === undefined
        ? undefined
        : setTimeout(giveUp, Math.max(leastPatienceMillis, awaySince + patienceMillis - began))
    pool.connect((error, client) => {
      clearTimeout(timer)
      if (client === undefined) {
        if (isUnavailable(error) && !poolBusy.test(String(error?.message))) awaySince ??= began
        return resume(Effect.fail(unobtainable(error ?? new Error("no client"))))
      }
      awaySince = undefined
      // The pool makes clients of the class that it was given.
      taken = client as unknown as Client
      if (gone) return taken.release()
      const own = taken
      resume(Effect.succeed(new Session(own, (destroy) => own.release(destroy))))
    })
    return Effect.sync(() => {
      clearTimeout(timer)
      gone = true
      taken?.release()
    })
  })
}

/** Statements outside a transaction: each on whatever connection is free, given back with its answer. */
export const pooledConnection = (take: Effect.Effect<Session, SqlError>): Connection => {
  const alone = <A>(use: (session: Session) => Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.acquireUseRelease(take, use, (session) => session.close)
  return {
    execute: (text, params, transform) => alone((session) => session.execute(text, params, transform)),
    executeUnprepared: (text, params, transform) =>
      alone((session) => session.executeUnprepared(text, params, transform)),
    executeValues: (text, params) => alone((session) => session.executeValues(text, params)),
    executeRaw: (text, params) => alone((session) => session.executeRaw(text, params)),
    // A cursor needs a transaction, which reads what was there when it began.
    executeStream: (text, params, transform) =>
      Stream.unwrapScoped(
        Effect.acquireRelease(take, (session) => Effect.zipRight(session.rollback, session.close)).pipe(
          Effect.tap((session) => session.begin),
          Effect.map((session) =>
            Stream.concat(session.executeStream(text, params, transform), Stream.execute(session.commit))
          )
        )
      )
  }
}
