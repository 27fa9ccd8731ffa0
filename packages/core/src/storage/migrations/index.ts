import * as Migrator from "@effect/sql/Migrator"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Option, Record, Schedule } from "effect"
import { isDistributed, moveTables, oneConnectionPerNode, runMigrationOnCluster } from "../distribute.ts"
import { isLockTimeout } from "../unavailable.ts"
import {
  applied,
  checkSchema,
  createTable,
  fullName,
  type IncompatibleSchema,
  storeFingerprints,
  table
} from "./applied.ts"
import { buildIndexes } from "./indexes.ts"
import { migrations } from "./list.ts"

export { IncompatibleSchema } from "./applied.ts"

/** Called before each migration, to report progress: a large table can take long. */
export type OnMigration = (name: string) => void

const loaderOf = (list: typeof migrations, onMigration: OnMigration, distributed: boolean) =>
  Migrator.fromRecord(
    Record.map(list, ({ text }, name) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        onMigration(name)
        return distributed ? runMigrationOnCluster(text) : Effect.asVoid(sql.unsafe(text))
      })
    )
  )

/** An advisory lock number that nothing else uses: the eight letters of "adwarden". */
const lock = "x'616477617264656e'::bigint"

/**
 * How long a statement waits for a table's lock: requests queue behind it meanwhile. After that the whole transaction
 * starts again, because a request or an export that holds the table ends sometime.
 */
const lockMillis = 2_000
const untilUnlocked = Schedule.intersect(Schedule.spaced("2 seconds"), Schedule.recurs(150))

/**
 * Migrates the schema by a list in one transaction, builds the indexes of large tables after it, and returns the migrations
 * that ran. Hosts that start together wait for one another, and later ones find nothing to do. The service can run
 * meanwhile.
 */
export const migrateBy = (
  list: typeof migrations,
  onMigration: OnMigration
): Effect.Effect<
  ReadonlyArray<string>,
  Migrator.MigrationError | IncompatibleSchema | SqlError,
  SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const done = yield* sql.withTransaction(
      Effect.gen(function* () {
        // Waiting for another host, or changing a large table, can exceed every statement timeout.
        yield* sql`set local statement_timeout = 0`
        yield* sql`set local lock_timeout = 0`
        yield* sql`set local client_min_messages = warning`
        yield* sql.unsafe(`select pg_advisory_xact_lock(${lock})`)
        yield* sql.unsafe(`set local lock_timeout = ${lockMillis}`)
        yield* checkSchema(yield* applied)
        yield* sql.unsafe(createTable)
        const distributed = yield* isDistributed
        if (distributed) yield* oneConnectionPerNode
        const ran = yield* Migrator.make({})({ loader: loaderOf(list, onMigration, distributed), table })
        yield* storeFingerprints
        // New tables of a cluster are still on its coordinator.
        if (distributed && ran.length > 0) yield* moveTables(() => undefined)
        return ran
      })
    )
    return done.map(([id, name]) => fullName(id, name))
  }).pipe(
    Effect.zipLeft(buildIndexes(onMigration)),
    // The migrator dies of a failed migration; callers get an ordinary error.
    Effect.catchSomeDefect((defect) =>
      defect instanceof Migrator.MigrationError ? Option.some(Effect.fail(defect)) : Option.none()
    ),
    Effect.retry({ while: isLockTimeout, schedule: untilUnlocked })
  )

/** Migrates by the migrations of this version. */
export const migrateWithProgress = (onMigration: OnMigration) => migrateBy(migrations, onMigration)

/** Migrates without progress reports. */
export const migrate = migrateWithProgress(() => undefined)

/** The migrations that the database lacks. A host refuses to serve on an old schema. */
export const pendingMigrations: Effect.Effect<
  ReadonlyArray<string>,
  IncompatibleSchema | SqlError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const existing = yield* applied
  yield* checkSchema(existing)
  return Object.keys(migrations).filter((name) => !existing.has(name))
})
