import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer } from "effect"
import { makeInSpan } from "../telemetry/index.ts"
import { acquirePool, type PoolOptions } from "./pool.ts"
import { acquireSession, pooledConnection } from "./pooled-connection.ts"
import { Replica, type ReplicaOptions } from "./replica.ts"
import { Statements, type StatementsOptions } from "./statements.ts"
import { makeWithTransaction } from "./transaction.ts"

export interface DatabaseOptions extends PoolOptions, StatementsOptions {
  readonly replica?: ReplicaOptions
}

const makeSqlClient = (url: string, options: PoolOptions) =>
  Effect.gen(function* () {
    const pool = yield* acquirePool(url, options)
    const acquire = acquireSession(pool, yield* makeInSpan, options)
    const client = yield* SqlClient.make({
      acquirer: Effect.succeed(pooledConnection(acquire)),
      transactionAcquirer: Effect.acquireRelease(acquire, (session) => session.close),
      compiler: PgClient.makeCompiler(),
      spanAttributes: [["db.system.name", "postgresql"]]
    })
    return Object.assign(client, { withTransaction: makeWithTransaction(acquire) })
  })

/** The replica's own connections. Nothing is written there. */
const replicaLayer = ({ pooler: _, replica, ...options }: DatabaseOptions) =>
  replica === undefined
    ? Layer.empty
    : Layer.scoped(
        Replica,
        Effect.map(
          makeSqlClient(replica.url, { ...options, applicationName: "adwarden replica" }),
          (sql) => ({ sql, waitMillis: replica.waitMillis })
        )
      ).pipe(Layer.provide(Reactivity.layer))

/**
 * All access to Postgres: `SqlClient` for transactions and ordinary statements, `Statements` for hot ones.
 * Building the layer opens no connection, so a host can start during a database outage.
 */
export const layer = (
  url: string,
  options: DatabaseOptions = {}
): Layer.Layer<SqlClient.SqlClient | Statements, SqlError> =>
  Layer.mergeAll(
    Layer.scoped(SqlClient.SqlClient, makeSqlClient(url, options)).pipe(Layer.provide(Reactivity.layer)),
    Statements.layer(url, options),
    replicaLayer(options)
  )

/** Checks with one round trip whether the database responds. */
export const ping: Effect.Effect<void, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.asVoid(sql`select 1`)
)
