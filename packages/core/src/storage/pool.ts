import { SqlError } from "@effect/sql/SqlError"
import { Effect, type Scope } from "effect"
import pg from "pg"
import { type ConnectionOptions, clientConfig, isFarewell, quiet, readableUrl } from "./connection.ts"
import { metName } from "./statement.ts"

export interface PoolOptions extends ConnectionOptions {
  readonly maxConnections?: number
}

type Query = (...args: Array<unknown>) => unknown

/** A client that names, and so prepares, every statement with parameters: half the price of a small read. */
class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    quiet(this)
    const self = this as unknown as Inner
    // A server that ends a session says so before it closes the socket: the pool must not lend it out in between.
    self.connection.on("errorMessage", (error: pg.DatabaseError) => {
      if (isFarewell(error)) self._queryable = false
    })
  }
}

/** What pg-pool too reads of a client, though pg does not declare it. */
interface Inner {
  readonly connection: pg.Connection
  _queryable: boolean
}

const unprepared = pg.Client.prototype.query as Query

// pg declares a dozen overloads for `query`; assigning one function keeps them all without repeating them.
PreparingClient.prototype.query = function (this: pg.Client, ...args: Array<unknown>): unknown {
  return unprepared.apply(this, named(args))
} as pg.Client["query"]

const named = (args: Array<unknown>): Array<unknown> => {
  const [config, values, ...rest] = args
  if (typeof config === "string") {
    if (!Array.isArray(values) || values.length === 0) return args
    return [{ text: config, values, name: metName(config) }, ...rest]
  }
  const { submit, name, text, values: own } = config as Partial<pg.QueryConfig & pg.Submittable>
  if (submit !== undefined || name !== undefined || text === undefined || !own || own.length === 0)
    return args
  // The row mode belongs to the result, not to the statement, so both modes may share a name.
  return [{ ...(config as pg.QueryConfig), name: metName(text) }, ...args.slice(1)]
}

const open = (url: string, { maxConnections = 10, ...options }: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    ...clientConfig(url, options),
    max: maxConnections,
    maxLifetimeSeconds: 3600,
    Client: PreparingClient as unknown as new () => pg.ClientBase
  })
  pool.on("error", () => {})
  return pool
}

export const acquirePool = (
  url: string,
  options: PoolOptions = {}
): Effect.Effect<pg.Pool, SqlError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.flatMap(readableUrl(url), (readable) =>
      Effect.try({
        try: () => open(readable, options),
        catch: () =>
          new SqlError({
            message: "The database address cannot be used.",
            cause: new Error("unusable address")
          })
      })
    ),
    (pool) => Effect.promise(() => pool.end()).pipe(Effect.interruptible, Effect.timeoutOption("5 seconds"))
  )
