import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Effect, Stream } from "effect"
import type pg from "pg"
import { connectionDefaults } from "./connection.ts"
import type { PipelinedClient } from "./pipelined-client.ts"
import { Session } from "./session.ts"
import { isUnavailable } from "./unavailable.ts"

type Client = PipelinedClient & Pick<pg.PoolClient, "release">

const acquireError = (cause: unknown): SqlError =>
  new SqlError({ cause, message: "Failed to acquire connection" })

/** The pool was busy: that says nothing about the server. */
const poolBusy = /timeout exceeded when trying to connect/

/** How long to wait at least for a database that has been away for a while: it may be back any moment. */
const minTimeoutMillis = 250

/**
 * A connection of the pool, for whoever closes it again. Waiting for one can be interrupted. While the server cannot be
 * reached, patience counts from the first failed try, so that a request that tries twice is not kept twice as long.
 */
export const acquireSession = (
  pool: pg.Pool,
  timeoutMillis: number = connectionDefaults.connectTimeoutMillis
): Effect.Effect<Session, SqlError> => {
  let unavailableSince: number | undefined
  return Effect.async((resume) => {
    const began = performance.now()
    let abandoned = false
    let acquired: Client | undefined
    const giveUp = () => {
      abandoned = true
      resume(Effect.fail(acquireError(Object.assign(new Error("timeout expired"), { code: "ETIMEDOUT" }))))
    }
    const timer =
      unavailableSince === undefined
        ? undefined
        : setTimeout(giveUp, Math.max(minTimeoutMillis, unavailableSince + timeoutMillis - began))
    pool.connect((error, client) => {
      clearTimeout(timer)
      if (client === undefined) {
        if (isUnavailable(error) && !poolBusy.test(String(error?.message))) unavailableSince ??= began
        return resume(Effect.fail(acquireError(error ?? new Error("no client"))))
      }
      unavailableSince = undefined
      // The pool makes clients of the class that it was given.
      acquired = client as unknown as Client
      if (abandoned) return acquired.release()
      const own = acquired
      resume(Effect.succeed(new Session(own, (destroy) => own.release(destroy))))
    })
    return Effect.sync(() => {
      clearTimeout(timer)
      abandoned = true
      acquired?.release()
    })
  })
}

/** Statements outside a transaction: each on whatever connection is free, given back with its answer. */
export const pooledConnection = (acquire: Effect.Effect<Session, SqlError>): Connection => {
  const withSession = <A>(
    use: (session: Session) => Effect.Effect<A, SqlError>
  ): Effect.Effect<A, SqlError> => Effect.acquireUseRelease(acquire, use, (session) => session.close)
  return {
    execute: (text, params, transform) => withSession((session) => session.execute(text, params, transform)),
    executeUnprepared: (text, params, transform) =>
      withSession((session) => session.executeUnprepared(text, params, transform)),
    executeValues: (text, params) => withSession((session) => session.executeValues(text, params)),
    executeRaw: (text, params) => withSession((session) => session.executeRaw(text, params)),
    // A cursor needs a transaction, which reads what was there when it began.
    executeStream: (text, params, transform) =>
      Stream.unwrapScoped(
        Effect.acquireRelease(acquire, (session) => Effect.zipRight(session.rollback, session.close)).pipe(
          Effect.tap((session) => session.begin),
          Effect.map((session) =>
            Stream.concat(session.executeStream(text, params, transform), Stream.execute(session.commit))
          )
        )
      )
  }
}
