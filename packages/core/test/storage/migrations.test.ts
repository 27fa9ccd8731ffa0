import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { Database, migrate, pendingMigrations } from "../../src/storage/index.ts"
import { blankDatabase } from "../support/postgres.ts"

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

it.scoped("hosts that migrate at the same time do it once between them", () =>
  Effect.gen(function* () {
    const url = yield* blankDatabase()
    const host = migrate.pipe(Effect.provide(Database.layer(url)))
    const ran = yield* Effect.all(
      Array.from({ length: 6 }, () => host),
      { concurrency: "unbounded" }
    )
    expect(ran.filter((names) => names.length > 0)).toHaveLength(1)
  })
)

it.scoped("a migration that fails leaves nothing behind and is told as an error", () =>
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
