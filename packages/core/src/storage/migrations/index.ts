import * as Migrator from "@effect/sql/Migrator"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Option, Record } from "effect"
import {
  applied,
  checkShape,
  type EarlierShape,
  fullName,
  keepFingerprints,
  makeTable,
  table
} from "./applied.ts"
import { migrations } from "./list.ts"

export { EarlierShape } from "./applied.ts"

/** Told of each migration as its turn comes, for whoever waits: on large tables one may take its time. */
export type TellMigration = (name: string) => void

const loaderOf = (tell: TellMigration) =>
  Migrator.fromRecord(
    Record.map(migrations, ({ text }, name) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        tell(name)
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
export const migrateTelling = (
  tell: TellMigration
): Effect.Effect<
  ReadonlyArray<string>,
  Migrator.MigrationError | EarlierShape | SqlError,
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
        yield* checkShape(yield* applied)
        yield* sql.unsafe(makeTable)
        const ran = yield* Migrator.make({})({ loader: loaderOf(tell), table })
        yield* keepFingerprints
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
export const migrate = migrateTelling(() => undefined)

/** The migrations that the database still lacks, so that a host can refuse to serve on an old schema. */
export const pendingMigrations: Effect.Effect<
  ReadonlyArray<string>,
  EarlierShape | SqlError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const there = yield* applied
  yield* checkShape(there)
  return Object.keys(migrations).filter((name) => !there.has(name))
})
