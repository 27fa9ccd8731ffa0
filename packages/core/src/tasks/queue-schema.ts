import { createRequire } from "node:module"
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type ConstructorOptions, getConstructionPlans, getMigrationPlans, PgBoss } from "pg-boss"

/** What the database said to the queue is told as it was said: that it is away, for one. */
export const queueFailure = (cause: unknown): SqlError =>
  cause instanceof SqlError ? cause : new SqlError({ cause, message: "The job queue failed" })

/** The queue lives in the service's own database, in a schema of its own. */
export const queueSchema = "pgboss"

const { pgboss: library } = createRequire(import.meta.url)("pg-boss/package.json") as {
  readonly pgboss: { readonly schema: number }
}

type RunSql = (text: string) => Effect.Effect<ReadonlyArray<object>, SqlError>

/** Which version of the queue's schema is there; null where there is none. */
const databaseVersion = (runSql: RunSql): Effect.Effect<number | null, SqlError> =>
  Effect.gen(function* () {
    const [present] = yield* runSql(`select where to_regclass('${queueSchema}.version') is not null`)
    if (present === undefined) return null
    const [row] = yield* runSql(`select version from ${queueSchema}.version`)
    return row !== undefined && "version" in row ? Number(row.version) : null
  })

/** Nothing also where a newer version of the service brought it forward. */
const missingMigrations = (version: number | null): ReadonlyArray<string> =>
  version !== null && version >= library.schema ? [] : [`queue_${library.schema}`]

/** What the queue's schema still lacks, told like the names of our own migrations. */
export const pendingQueueMigrations: Effect.Effect<
  ReadonlyArray<string>,
  SqlError,
  SqlClient.SqlClient
> = Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.map(databaseVersion(sql.unsafe), missingMigrations))

/** The library's plan is one transaction, and after it what cannot run in one: indexes that are built beside writers. */
const statementsOf = (plan: string): ReadonlyArray<string> => {
  const end = plan.lastIndexOf("COMMIT;") + "COMMIT;".length
  const after = plan.slice(end).split(";\n")
  return [plan.slice(0, end), ...after.map((statement) => statement.trim()).filter((text) => text !== "")]
}

/** Any number that nothing else in the database locks: "adwqueue". */
const lock = "x'6164777175657565'::bigint"

/**
 * Brings the queue's schema up to date by the library's own plans. Those who come together wait for one another. The
 * lock and the settings belong to a session, since the plans bring transactions of their own.
 */
export const migrateQueue: Effect.Effect<ReadonlyArray<string>, SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const session = yield* sql.reserve
    const run: RunSql = (text) => session.executeUnprepared(text, [], undefined)
    yield* Effect.acquireRelease(
      run(`set statement_timeout = 0; set lock_timeout = 0; set client_min_messages = warning;
        select pg_advisory_lock(${lock})`),
      () =>
        // A plan that failed in the middle left its transaction open.
        Effect.ignore(run("rollback")).pipe(
          Effect.zipRight(run(`select pg_advisory_unlock(${lock}); reset all`)),
          Effect.ignore
        )
    )
    const version = yield* databaseVersion(run)
    const missing = missingMigrations(version)
    if (missing.length === 0) return missing
    // It knows no way from very old versions, and says so.
    const plan = yield* Effect.try({
      try: () =>
        version === null ? getConstructionPlans(queueSchema) : getMigrationPlans(queueSchema, version),
      catch: queueFailure
    })
    yield* Effect.forEach(statementsOf(plan), run, { discard: true })
    return missing
  }
).pipe(Effect.scoped)

const isVersionMismatch = (error: unknown): boolean =>
  error instanceof Error && /^pg-boss (is not installed|database requires migrations)/.test(error.message)

/**
 * Starts the queue on a schema that is there: making or changing it is for `migrate` alone, so that a host needs no
 * right to do so and changes nothing by starting.
 */
export const startQueue = async (options: ConstructorOptions): Promise<PgBoss> => {
  const boss = new PgBoss({ migrate: false, ...options, schema: queueSchema })
  // Without a listener an error event ends the process; the first one is told by start() itself.
  boss.on("error", () => {})
  try {
    return await boss.start()
  } catch (error) {
    const version = isVersionMismatch(error) ? await boss.schemaVersion().catch(() => null) : null
    await boss.stop({ graceful: false }).catch(() => {})
    if (!isVersionMismatch(error)) throw error
    // The library wants exactly its own version. A newer one still serves, and there is nothing to migrate then.
    if (version !== null && version > library.schema) return startQueue({ ...options, migrate: true })
    throw new Error("The database lacks the job queue's schema, or has an old one. Run: adwarden migrate", {
      cause: error
    })
  }
}
