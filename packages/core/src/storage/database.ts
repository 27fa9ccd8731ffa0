import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Context, Effect, Layer, Schedule } from "effect"
import { makeInSpan } from "../telemetry/index.ts"
import { acquirePool, acquireSession, type PoolOptions, pooledConnection } from "./pool.ts"
import { makeWithTransaction } from "./sql.ts"
import { bindStatement, type Statement } from "./statement.ts"
import { Statements, type StatementsOptions } from "./statements.ts"
import { isUnavailable } from "./unavailable.ts"

/** A streaming replica for long reads that no write depends on. */
export interface ReplicaOptions {
  readonly url: string
  /** How long a read waits until the replica has what was committed before it. */
  readonly waitMillis: number
}

interface ReplicaShape {
  readonly sql: SqlClient.SqlClient
  readonly waitMillis: number
}

/** The replica, if there is one. */
export class Replica extends Context.Reference<Replica>()("@adwarden/Replica", {
  defaultValue: (): ReplicaShape | null => null
}) {}

/** After a failure, reads go to the primary for this long without another attempt. */
const pauseMillis = 10_000
const pollMillis = 25

/**
 * Runs reads on the replica. It never shows less than the primary: a read waits until the replica has replayed what
 * was committed before, and goes to the primary if that takes too long or if the replica fails.
 */
export type ReplicaReader = <A, E, R>(
  read: (sql: SqlClient.SqlClient) => Effect.Effect<A, E, R>
) => Effect.Effect<A, E | SqlError, R>

/** Returns the replica once it has replayed the primary's log up to now; null if that takes too long. */
const caughtUp = (primary: SqlClient.SqlClient, { sql, waitMillis }: ReplicaShape) =>
  Effect.gen(function* () {
    const [{ position }] = (yield* primary<{
      position: string
    }>`select pg_current_wal_flush_lsn()::text as position`) as [{ position: string }]
    const reached = Effect.map(
      sql<{ reached: boolean | null }>`select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as reached`,
      // A server that is no replica has replayed nothing.
      ([row]) => row?.reached === true
    )
    yield* Effect.repeat(reached, { until: (done) => done, schedule: Schedule.spaced(pollMillis) })
    return sql
  }).pipe(Effect.timeoutTo({ duration: waitMillis, onTimeout: () => null, onSuccess: (client) => client }))

/** Makes the reader of this layer. Without a replica, all reads go to the primary. */
export const makeReplicaReader: Effect.Effect<ReplicaReader, never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const primary = yield* SqlClient.SqlClient
    const replica = yield* Replica
    if (replica === null) return (read) => read(primary)
    let pausedUntil = 0
    const pause = (reason: string, cause?: unknown) =>
      Effect.suspend(() => {
        pausedUntil = performance.now() + pauseMillis
        return Effect.logWarning(`Reading from the primary: ${reason}`, cause)
      })
    const choose = Effect.suspend(() =>
      performance.now() < pausedUntil ? Effect.succeed(null) : caughtUp(primary, replica)
    ).pipe(
      Effect.tap((client) =>
        client === null && performance.now() >= pausedUntil
          ? pause("the replica lags too far behind")
          : Effect.void
      ),
      Effect.catchAll((error) => Effect.as(pause("the replica cannot be used", error), null))
    )
    return (read) =>
      Effect.flatMap(choose, (client) =>
        client === null
          ? read(primary)
          : Effect.catchAll(read(client), (error) =>
              // The replica also cancels reads that hold back its replay.
              isUnavailable(error)
                ? Effect.zipRight(pause("the replica failed", error), read(primary))
                : Effect.fail(error)
            )
      )
  }
)

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

/** A statement that finds itself by its name. */
const ownName: Statement = {
  name: "adwarden_named",
  text: "select exists (select from pg_prepared_statements where name = 'adwarden_named') as kept"
}

const isDuplicate = ({ cause }: SqlError): boolean => (cause as { readonly code?: unknown }).code === "42P05"

/**
 * Whether a pooler supports named statements: it then replaces each name by its own. A name that reaches the server
 * unchanged belongs to one server connection, and the next transaction may get another.
 */
export const poolerNamesStatements: Effect.Effect<boolean, SqlError, Statements> = Effect.flatMap(
  Statements,
  (statements) =>
    Effect.map(
      statements.read(bindStatement<{ readonly kept: boolean }>(ownName, [])),
      ([row]) => row?.kept === false
    )
).pipe(Effect.catchIf(isDuplicate, () => Effect.succeed(false)))
