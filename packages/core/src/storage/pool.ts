import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Effect, type Scope } from "effect"
import pg from "pg"
import type { InSpan } from "../telemetry/index.ts"
import { DatabaseClient } from "./client.ts"
import {
  acquireError,
  type ConnectionOptions,
  clientConfig,
  closeInTime,
  connectionDefaults,
  minTimeoutMillis,
  transactionLimits,
  validateDatabaseUrl
} from "./connection.ts"
import { ServerMonitor } from "./server-monitor.ts"
import { noStreams, Session } from "./session.ts"
import { isUnavailable, poolBusy } from "./unavailable.ts"

export interface PoolOptions extends ConnectionOptions {
  readonly maxConnections?: number
}

const open = (url: string, { maxConnections = 10, ...options }: PoolOptions) => {
  const pool = new pg.Pool({
    ...clientConfig(url, options),
    max: maxConnections,
    maxLifetimeSeconds: 3600,
    Client: DatabaseClient,
    // The pool waits for it, and creates clients of the given class.
    onConnect: (client) => (client as DatabaseClient).begin()
  })
  const monitor = new ServerMonitor(url, options)
  pool.on("connect", (client) => monitor.add(client as unknown as DatabaseClient))
  pool.on("error", () => {})
  return Object.assign(pool, { watch: monitor })
}

const openPools = new Set<pg.Pool>()

/** The connections of all open pools of this process. */
export const poolLoad = (): { readonly idle: number; readonly busy: number; readonly waiting: number } => {
  let [idle, busy, waiting] = [0, 0, 0]
  for (const pool of openPools) {
    idle += pool.idleCount
    busy += pool.totalCount - pool.idleCount
    waiting += pool.waitingCount
  }
  return { idle, busy, waiting }
}

export const acquirePool = (
  url: string,
  options: PoolOptions = {}
): Effect.Effect<pg.Pool, SqlError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.flatMap(validateDatabaseUrl(url), (readable) =>
      Effect.try({
        try: () => {
          const pool = open(readable, options)
          openPools.add(pool)
          return pool
        },
        catch: () =>
          new SqlError({
            message: "The database address cannot be used.",
            cause: new Error("unusable address")
          })
      })
    ),
    (pool) =>
      closeInTime(() => {
        openPools.delete(pool)
        pool.watch.close()
        return pool.end()
      })
  )

type Client = DatabaseClient & Pick<pg.PoolClient, "release">

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
    executeStream: () => noStreams
  }
}
