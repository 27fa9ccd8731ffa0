import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Effect, Stream } from "effect"
import type pg from "pg"
import type { PipelinedClient } from "./pipelined-client.ts"
import { Session } from "./session.ts"

type Client = PipelinedClient & Pick<pg.PoolClient, "release">

const unobtainable = (cause: unknown): SqlError =>
  new SqlError({ cause, message: "Failed to acquire connection" })

/** A connection of the pool, for whoever closes it again. Waiting for one can be interrupted. */
export const takeSession = (pool: pg.Pool): Effect.Effect<Session, SqlError> =>
  Effect.async((resume) => {
    let gone = false
    let taken: Client | undefined
    pool.connect((error, client) => {
      if (client === undefined) return resume(Effect.fail(unobtainable(error ?? new Error("no client"))))
      // The pool makes clients of the class that it was given.
      taken = client as unknown as Client
      if (gone) return taken.release()
      const own = taken
      resume(Effect.succeed(new Session(own, (destroy) => own.release(destroy))))
    })
    return Effect.sync(() => {
      gone = true
      taken?.release()
    })
  })

/** Statements outside a transaction: each on whatever connection is free, given back with its answer. */
export const pooledConnection = (pool: pg.Pool): Connection => {
  const alone = <A>(use: (session: Session) => Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.acquireUseRelease(takeSession(pool), use, (session) => session.close)
  return {
    execute: (text, params, transform) => alone((session) => session.execute(text, params, transform)),
    executeUnprepared: (text, params, transform) =>
      alone((session) => session.executeUnprepared(text, params, transform)),
    executeValues: (text, params) => alone((session) => session.executeValues(text, params)),
    executeRaw: (text, params) => alone((session) => session.executeRaw(text, params)),
    // A cursor needs a transaction, which reads what was there when it began.
    executeStream: (text, params, transform) =>
      Stream.unwrapScoped(
        Effect.acquireRelease(takeSession(pool), (session) =>
          Effect.zipRight(session.rollback, session.close)
        ).pipe(
          Effect.tap((session) => session.begin),
          Effect.map((session) =>
            Stream.concat(session.executeStream(text, params, transform), Stream.execute(session.commit))
          )
        )
      )
  }
}
