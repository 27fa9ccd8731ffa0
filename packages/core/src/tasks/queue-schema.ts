import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { ConstructorOptions, PgBoss } from "pg-boss"
import manifest from "pg-boss/package.json" with { type: "json" }

/** Passes the database's error through unchanged, for example that it is unavailable. */
export const queueFailure = (cause: unknown): SqlError =>
  cause instanceof SqlError ? cause : new SqlError({ cause, message: "The job queue failed" })

/** The queue uses the service's own database, in a separate schema. */
export const queueSchema = "pgboss"

/** SQL: the channel on which workers of the queue listen. A test compares it with the library's. */
export const notifyChannel = `'pgboss_' || left(encode(sha224('${queueSchema}'::bytea), 'hex'), 24)`

const { pgboss: library }: { readonly pgboss: { readonly schema: number } } = manifest

/** The library takes a sixth of the time that a short command needs to load, and few commands use it. */
const loadLibrary = () => import("pg-boss")

type RunSql = (text: string) => Effect.Effect<ReadonlyArray<object>, SqlError>

/** The version of the queue's schema; null if there is none. */
const databaseVersion = (runSql: RunSql): Effect.Effect<number | null, SqlError> =>
  Effect.gen(function* () {
    const [present] = yield* runSql(`select where to_regclass('${queueSchema}.version') is not null`)
    if (present === undefined) return null
    const [row] = yield* runSql(`select version from ${queueSchema}.version`)
    return row !== undefined && "version" in row ? Number(row.version) : null
  })

/** Empty also if a newer version of the service migrated it. */
const missingMigrations = (version: number | null): ReadonlyArray<string> =>
  version !== null && version >= library.schema ? [] : [`queue_${library.schema}`]

/** The missing migrations of the queue's schema, in the format of our own migration names. */
export const pendingQueueMigrations: Effect.Effect<
  ReadonlyArray<string>,
  SqlError,
  SqlClient.SqlClient
> = Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.map(databaseVersion(sql.unsafe), missingMigrations))

/**
 * The library's plan is one transaction, followed by statements that cannot run in one: concurrent index
 * builds.
 */
const statementsOf = (plan: string): ReadonlyArray<string> => {
  const end = plan.lastIndexOf("COMMIT;") + "COMMIT;".length
  const after = plan.slice(end).split(";\n")
  return [plan.slice(0, end), ...after.map((statement) => statement.trim()).filter((text) => text !== "")]
}

/** An advisory lock number that nothing else uses: "adwqueue". */
const lock = "x'6164777175657565'::bigint"

/**
 * Migrates the queue's schema with the library's own plans. Concurrent hosts wait for one another. The lock
 * and the settings belong to a session, because the plans contain their own transactions.
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
        // A plan that failed halfway left its transaction open.
        Effect.ignore(run("rollback")).pipe(
          Effect.zipRight(run(`select pg_advisory_unlock(${lock}); reset all`)),
          Effect.ignore
        )
    )
    const version = yield* databaseVersion(run)
    const missing = missingMigrations(version)
    if (missing.length === 0) return missing
    // It cannot migrate very old versions, and reports that.
    const plan = yield* Effect.tryPromise({
      try: async () => {
        const { getConstructionPlans, getMigrationPlans } = await loadLibrary()
        return version === null ? getConstructionPlans(queueSchema) : getMigrationPlans(queueSchema, version)
      },
      catch: queueFailure
    })
    yield* Effect.forEach(statementsOf(plan), run, { discard: true })
    return missing
  }
).pipe(Effect.scoped)

const isVersionMismatch = (error: unknown): boolean =>
  error instanceof Error && /^pg-boss (is not installed|database requires migrations)/.test(error.message)

/** Undeclared members of the queue's own database client. Its listener opens a connection with `config`. */
interface QueueClient {
  readonly config: object
  listen: (...args: ReadonlyArray<unknown>) => Promise<unknown>
}

/** Makes the queue listen on a connection to another URL; all other statements still go to its own. */
const listenAt = (boss: PgBoss, connectionString: string): void => {
  const client = boss.getDb() as unknown as QueueClient
  const direct: QueueClient = Object.create(client, {
    config: { value: { ...client.config, connectionString } }
  })
  client.listen = client.listen.bind(direct)
}

/**
 * Starts the queue on an existing schema. Only `migrate` creates or changes it, so a host needs no such
 * privilege and changes nothing on start. Behind a pooler, `listenUrl` is the server's own URL.
 */
export const startQueue = async (options: ConstructorOptions, listenUrl?: string): Promise<PgBoss> => {
  const { PgBoss } = await loadLibrary()
  const boss = new PgBoss({ migrate: false, ...options, schema: queueSchema })
  if (listenUrl !== undefined) listenAt(boss, listenUrl)
  // An error event without a listener ends the process; start() itself reports the first one.
  boss.on("error", () => {})
  try {
    return await boss.start()
  } catch (error) {
    const version = isVersionMismatch(error) ? await boss.schemaVersion().catch(() => null) : null
    await boss.stop({ graceful: false }).catch(() => {})
    if (!isVersionMismatch(error)) throw error
    // The library requires exactly its own version. A newer schema still works, and there is nothing to
    // migrate then.
    if (version !== null && version > library.schema)
      return startQueue({ ...options, migrate: true }, listenUrl)
    throw new Error("The database lacks the job queue's schema, or has an old one. Run: adwarden migrate", {
      cause: error
    })
  }
}
