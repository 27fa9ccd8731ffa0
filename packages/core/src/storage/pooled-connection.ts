import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Effect, Stream } from "effect"
import type pg from "pg"
import type { InSpan } from "../telemetry/index.ts"
import { type ConnectionOptions, connectionDefaults, transactionLimits } from "./connection.ts"
import type { PipelinedClient } from "./pipelined-client.ts"
import { Session } from "./session.ts"
import { isUnavailable, poolBusy } from "./unavailable.ts"

type Client = PipelinedClient & Pick<pg.PoolClient, "release">

const acquireError = (cause: unknown): SqlError =>
  new SqlError({ cause, message: "Failed to acquire connection" })

/** The minimum wait for a database that has been unavailable for a while: it can be back any moment. */
const minTimeoutMillis = 250

/**
 * Acquires a connection of the pool, which the caller must close. The wait can be interrupted. While the
 * server is unreachable, the timeout counts from the first failed attempt, so that a request with two
 * attempts does not wait twice.
 */
export const acquireSession = (
  pool: pg.Pool,
  inSpan: InSpan,
  options: ConnectionOptions = {}
): Effect.Effect<Session, SqlError> => {
  const timeoutMillis = options.connectTimeoutMillis ?? connectionDefaults.connectTimeoutMillis
  const limits = transactionLimits(options)
  let unavailableSince: number | undefined
  const acquire = Effect.async<Session, SqlError>((resume) => {
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
      // The pool creates clients of the given class.
      acquired = client as unknown as Client
      if (abandoned) return acquired.release()
      const own = acquired
      resume(Effect.succeed(new Session(own, (destroy) => own.release(destroy), inSpan, limits)))
    })
    return Effect.sync(() => {
      clearTimeout(timer)
      abandoned = true
      acquired?.release()
    })
  })
  return inSpan("acquire connection", acquire)
}

/**
 * Runs statements outside a transaction, each on any free connection, which is released with the response.
 */
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
    // A cursor needs a transaction, which reads a snapshot of its start.
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
