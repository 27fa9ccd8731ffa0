import { SqlError } from "@effect/sql/SqlError"
import { Effect, type Scope } from "effect"
import pg from "pg"
import { type ConnectionOptions, clientConfig, closeInTime, validateDatabaseUrl } from "./connection.ts"
import { PipelinedClient } from "./pipelined-client.ts"
import { ServerMonitor } from "./server-monitor.ts"

export interface PoolOptions extends ConnectionOptions {
  readonly maxConnections?: number
}

const open = (url: string, { maxConnections = 10, ...options }: PoolOptions) => {
  const pool = new pg.Pool({
    ...clientConfig(url, options),
    max: maxConnections,
    maxLifetimeSeconds: 3600,
    Client: PipelinedClient,
    // The pool waits for it, and creates clients of the given class.
    onConnect: (client) => (client as PipelinedClient).begin()
  })
  const monitor = new ServerMonitor(url, options)
  pool.on("connect", (client) => monitor.add(client as unknown as PipelinedClient))
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
