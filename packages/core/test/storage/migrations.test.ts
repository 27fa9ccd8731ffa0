import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  Database,
  IncompatibleSchema,
  migrate,
  migrateWithProgress,
  pendingMigrations
} from "../../src/storage/index.ts"
import { largeIndexes, replacedIndexes } from "../../src/storage/migrations/index.ts"
import { isLong } from "../support/counts.ts"
import { holdTransaction } from "../support/hold-transaction.ts"
import { blankDatabase, freshDatabase } from "../support/postgres.ts"
import { rowsOf } from "../support/postgres-admin.ts"
import { staggeredEffects } from "../support/staggered.ts"
import { longDatabaseTimeouts } from "../support/timeouts.ts"
import { until } from "../support/until.ts"

it.scoped("migrations run once, in order, and leave nothing pending", () =>
  Effect.gen(function* () {
    const url = yield* blankDatabase()
    yield* Effect.gen(function* () {
      const pending = yield* pendingMigrations
      expect(pending.length).toBeGreaterThan(10)
      expect(yield* migrate).toEqual(pending)
      expect(yield* migrate).toEqual([])
      expect(yield* pendingMigrations).toEqual([])
    }).pipe(Effect.provide(Database.layer(url)))
  })
)

it.scoped("hosts that migrate concurrently run each migration once", () =>
  Effect.gen(function* () {
    for (const round of isLong ? [0, 1] : [0]) {
      const url = yield* blankDatabase()
      const host = migrate.pipe(Effect.provide(Database.layer(url)))
      const ran = yield* staggeredEffects(
        Array.from({ length: 6 }, () => host),
        round
      )
      expect(ran.filter((names) => names.length > 0)).toHaveLength(1)
    }
  })
)

it.scoped("a failed migration is rolled back and reported as an error", () =>
  Effect.gen(function* () {
    const url = yield* blankDatabase()
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table rate_limits (in_the_way int)`
      const error = yield* Effect.flip(migrate)
      expect(error).toMatchObject({ _tag: "MigrationError", message: 'Migration "11_rate_limits" failed' })
      const [tables] = yield* sql<{ count: number }>`
        select count(*) from information_schema.tables where table_schema = 'public'`
      expect(tables).toEqual({ count: 1 })
    }).pipe(Effect.provide(Database.layer(url)))
  })
)

it.scopedLive("a migration waits only briefly for a table in use, and starts again until it is free", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    // On a busy machine two attempts take longer than a transaction may be idle by default.
    const run = <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
      Effect.runPromise(work.pipe(Effect.provide(Database.layer(url, longDatabaseTimeouts))))
    yield* Effect.promise(async () => {
      const release = await holdTransaction({ run }, "lock table schema_migrations")
      const migrating = run(migrate)
      const attempts = new Set<string>()
      await until("it has tried twice", async () => {
        const rows = await rowsOf<{ began: string }>(
          url,
          `select xact_start::text as began from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`
        )
        for (const { began } of rows) attempts.add(began)
        return attempts.size === 2
      })
      await release()
      expect(await migrating).toEqual([])
    })
  })
)

/** The migration records of a development database of the first version. */
const firstShape = (...names: ReadonlyArray<string>) => `
  create table schema_migrations (migration_id integer primary key, created_at timestamptz(3) not null default now(),
    name text not null);
  insert into schema_migrations (migration_id, name) values ${names.map((name, n) => `(${n + 1}, '${name}')`).join()}`

it.scoped.each([
  ["one that kept no fingerprints", firstShape("organizations", "people"), "0001_organizations"],
  [
    "the same names of another text",
    "update schema_migrations set fingerprint = 'x' where migration_id = 7",
    "0007_changes"
  ],
  [
    "another name under a number of ours",
    "update schema_migrations set name = 'x' where migration_id = 9",
    "0009_x"
  ]
] as const)("a database of an earlier shape is told so and left alone: %s", ([, statements, migration]) =>
  Effect.gen(function* () {
    const url = yield* statements.startsWith("update") ? freshDatabase() : blankDatabase()
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.unsafe(statements)
      const shape = sql<{
        names: string
      }>`select string_agg(relname, ' ' order by relname) as names from pg_class`
      const before = yield* shape
      const error = yield* Effect.flip(migrate)
      expect(error).toEqual(new IncompatibleSchema({ migration }))
      expect(error.message).toBe(
        `This database was made by an earlier development version of Adwarden (its migration ${migration} is not this version's). Delete .adwarden/, or point DATABASE_URL at an empty database, and start again.`
      )
      expect(yield* Effect.flip(pendingMigrations)).toEqual(error)
      expect(yield* shape).toEqual(before)
    }).pipe(Effect.provide(Database.layer(url)))
  })
)

it.scoped("a database migrated by a newer version still serves", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into schema_migrations (migration_id, name, fingerprint) values (9000, 'later', 'x')`
      expect(yield* migrate).toEqual([])
      expect(yield* pendingMigrations).toEqual([])
    }).pipe(Effect.provide(Database.layer(url)))
  })
)

it.scoped(
  "a missing index of a large table, and one whose build was interrupted, are built beside the service",
  () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const valid = Effect.map(
          sql<{ name: string }>`select relname as name from pg_class join pg_index on indexrelid = oid
          where indisvalid and relname = any(${Object.keys(largeIndexes)}) order by 1`,
          (rows) => rows.map(({ name }) => name)
        )
        const all = yield* valid
        expect(all).toEqual(Object.keys(largeIndexes).toSorted())
        yield* sql.unsafe(`drop index ${all[0]}`)
        yield* sql.unsafe(`set allow_system_table_mods = on;
        update pg_index set indisvalid = false where indexrelid = '${all[1]}'::regclass`)
        const reported: Array<string> = []
        yield* migrateWithProgress((name) => reported.push(name))
        expect(reported.toSorted()).toEqual(all.slice(0, 2))
        expect(yield* valid).toEqual(all)
      }).pipe(Effect.provide(Database.layer(url, { maxConnections: 1 })))
    })
)

it.scoped("an index that another one replaces is dropped", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const replaced = sql`select relname from pg_class where relname = any(${replacedIndexes})`
      expect(yield* replaced).toEqual([])
      yield* sql.unsafe(`create index ${replacedIndexes[0]} on actions (organization_id, at, sequence)`)
      yield* migrate
      expect(yield* replaced).toEqual([])
    }).pipe(Effect.provide(Database.layer(url)))
  })
)
