import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer } from "effect"
import { parseInstant } from "../../src/storage/connection.ts"
import { Database, isUnavailable } from "../../src/storage/index.ts"
import { TestDatabase } from "../support/postgres.ts"

layer(TestDatabase.with({ maxConnections: 1 }))("Database", (it) => {
  it.effect("prepares every statement with parameters, under one name per text", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const n of [1, 2, 3]) expect(yield* sql`select ${n}::int as n`).toEqual([{ n }])
      expect(yield* sql`select ${4}::int as n`.values).toEqual([[4]])
      const prepared = yield* sql<{ name: string; uses: number }>`
        select name, generic_plans + custom_plans as uses from pg_prepared_statements
        where statement = ${"select $1::int as n"}`
      expect(prepared).toEqual([{ name: expect.stringMatching(/^s[\w-]{20}$/), uses: 4 }])
    })
  )

  it.effect("returns rows in the response format", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql`select
        '2026-01-31 09:05:07.123987+02'::timestamptz as fine, '2026-01-31 09:05:07Z'::timestamptz as whole,
        '2026-01-31 09:05:07.5Z'::timestamptz as half, array['2026-01-31 09:05:07.5Z'::timestamptz, null] as several,
        '2026-01-31'::date as day, array['2026-01-31'::date] as days,
        40.00::numeric(14, 2) as amount, array[1.25, 2] as amounts, 9007199254740991::int8 as big, array[1::int8] as bigs,
        sum(n) as summed, count(*) as counted, '{"a":[1]}'::jsonb as body, array['x', 'y'] as words, null::date as nothing,
        iso_instant('2026-01-31 09:05:07.12Z') as told
        from generate_series(1, 3) n`
      expect(row).toEqual({
        fine: "2026-01-31T07:05:07.123Z",
        whole: "2026-01-31T09:05:07.000Z",
        half: "2026-01-31T09:05:07.500Z",
        several: ["2026-01-31T09:05:07.500Z", null],
        day: "2026-01-31",
        days: ["2026-01-31"],
        amount: 40,
        amounts: [1.25, 2],
        big: 9007199254740991,
        bigs: [1],
        summed: 6,
        counted: 3,
        body: { a: [1] },
        words: ["x", "y"],
        nothing: null,
        told: "2026-01-31T09:05:07.120Z"
      })
    })
  )

  it("parses timestamps of other zones, and leaves other text unchanged", () => {
    expect(parseInstant("2026-01-31 09:05:07.5+05:30")).toBe("2026-01-31T03:35:07.500Z")
    expect(parseInstant("2026-01-31 09:05:07-08")).toBe("2026-01-31T17:05:07.000Z")
    expect(parseInstant("infinity")).toBe("infinity")
  })

  it.effect("sets its timeouts and its application name on the connection", () =>
    Effect.gen(function* () {
      const names = [
        "statement_timeout",
        "lock_timeout",
        "idle_in_transaction_session_timeout",
        "application_name",
        "TimeZone"
      ]
      const settings = yield* Effect.forEach(names, (name) =>
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select current_setting(${name}) as value`)
      ).pipe(Effect.provide(Database.layer((yield* TestDatabase).url)))
      expect(settings.flat().map((row) => row["value"])).toEqual(["15s", "3s", "5s", "adwarden", "UTC"])
    })
  )

  it.effect("survives lost connections, in and outside a transaction", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const suicide = sql`select pg_terminate_backend(pg_backend_pid())`
      const torn = yield* Effect.exit(sql.withTransaction(suicide))
      expect(Exit.isFailure(torn) && isUnavailable(torn.cause)).toBe(true)
      expect(isUnavailable(yield* Effect.flip(suicide))).toBe(true)
      yield* Database.ping
    })
  )

  it.effect("does not take pauses of its own process for a server that stopped responding", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Database.ping
      const slow = yield* Effect.fork(sql`select pg_sleep(2.8)`)
      const cell = new Int32Array(new SharedArrayBuffer(4))
      for (const pauseMillis of [1_100, 600, 600, 600]) {
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        // The server responds meanwhile, but nobody reads the response.
        Atomics.wait(cell, 0, 0, pauseMillis)
      }
      yield* Fiber.join(slow)
    }).pipe(
      Effect.provide(
        Layer.unwrapEffect(
          Effect.map(TestDatabase, ({ url }) => Database.layer(url, { connectTimeoutMillis: 1_000 }))
        )
      )
    )
  )

  it.effect("reports an unreachable server as unavailable and never repeats an invalid URL", () =>
    Effect.gen(function* () {
      const gone = Database.ping.pipe(Effect.provide(Database.layer("postgres://u:secret@127.0.0.1:1/x")))
      expect(isUnavailable(yield* Effect.flip(gone))).toBe(true)
      const wrong = Database.ping.pipe(Effect.provide(Database.layer("postgres://u:secret@:bad:/x")))
      const error = yield* Effect.flip(wrong)
      expect(JSON.stringify(error) + error.message).not.toContain("secret")
    })
  )
})
