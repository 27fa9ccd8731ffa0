import * as Migrator from "@effect/sql/Migrator"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Option, Record } from "effect"
import {
  applied,
  checkSchema,
  createTable,
  fullName,
  type IncompatibleSchema,
  storeFingerprints,
  table
} from "./applied.ts"
import { migrations } from "./list.ts"

export { IncompatibleSchema } from "./applied.ts"

/** Told of each migration as its turn comes, for whoever waits: on large tables one may take its time. */
export type OnMigration = (name: string) => void

const loaderOf = (onMigration: OnMigration) =>
  Migrator.fromRecord(
    Record.map(migrations, ({ text }, name) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        onMigration(name)
        return Effect.asVoid(sql.unsafe(text))
      })
    )
  )

/** Any number that nothing else in the database locks: the eight letters of "adwarden". */
const lock = "x'616477617264656e'::bigint"

/**
 * Bring the schema up to date: all of it or nothing, in one transaction. Hosts that start together wait for one
 * another; those that come late find nothing to do. Answers the migrations that ran.
 */
export const migrateWithProgress = (
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
        // Waiting for another host, or for a large table to change, may take longer than any statement should.
        yield* sql`set local statement_timeout = 0`
        yield* sql`set local lock_timeout = 0`
        yield* sql`set local client_min_messages = warning`
        yield* sql.unsafe(`select pg_advisory_xact_lock(${lock})`)
        yield* checkSchema(yield* applied)
        yield* sql.unsafe(createTable)
        const ran = yield* Migrator.make({})({ loader: loaderOf(onMigration), table })
        yield* storeFingerprints
        return ran
      })
    )
    return done.map(([id, name]) => fullName(id, name))
  }).pipe(
    // The migrator dies of a migration that fails; for a caller it is an error like any other.
    Effect.catchSomeDefect((defect) =>
      defect instanceof Migrator.MigrationError ? Option.some(Effect.fail(defect)) : Option.none()
    )
  )

/** The same where nobody watches. */
export const migrate = migrateWithProgress(() => undefined)

/** The migrations that the database still lacks, so that a host can refuse to serve on an old schema. */
export const pendingMigrations: Effect.Effect<
  ReadonlyArray<string>,
  IncompatibleSchema | SqlError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const existing = yield* applied
  yield* checkSchema(existing)
  return Object.keys(migrations).filter((name) => !existing.has(name))
})
