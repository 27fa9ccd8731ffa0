import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { bindStatement, deferStatements, statement } from "../../src/storage/index.ts"
import { inOneRoundTrip } from "../../src/storage/sql.ts"
import { TestDatabase } from "../support/postgres.ts"

const sql = Effect.flatMap(SqlClient.SqlClient, Effect.succeed)
const tables = Effect.gen(function* () {
  const run = yield* sql
  yield* run`drop table if exists a, b`
  yield* run`create table a (n int primary key, word text)`
  yield* run`create table b (n int primary key, word text)`
})
const intoA = statement("insert into a (n, word) values ($1, $2)")
const intoB = statement("insert into b (n, word) values ($1, $2)")
const all = statement("select n, word, null as nothing from a where n > $1 order by n")
const both = Effect.flatMap(
  sql,
  (run) =>
    run<{
      one: string
    }>`select 'a' || n || word as one from a union select 'b' || n || word from b order by 1`
).pipe(Effect.map((rows) => rows.map(({ one }) => one)))

// One connection, so that every test uses the statements prepared by earlier ones.
layer(TestDatabase.with({ maxConnections: 1 }), { excludeTestServices: true })("a round trip", (it) => {
  it.effect("returns each statement's own rows, also with cached column descriptions", () =>
    Effect.gen(function* () {
      yield* tables
      const run = yield* sql
      for (const base of [0, 10, 20]) {
        const answers = yield* run.withTransaction(
          inOneRoundTrip([
            bindStatement(intoA, [base + 1, "x"]),
            bindStatement(all, [base]),
            run`select ${base}::int as base`,
            bindStatement(all, [base + 1]),
            run`select 1 as one`
          ])
        )
        const row = { n: base + 1, word: "x", nothing: null }
        expect(answers).toEqual([[], [row], [{ base }], [], [{ one: 1 }]])
      }
    })
  )

  it.effect("that fails leaves its statements usable, whether they were prepared or not", () =>
    Effect.gen(function* () {
      yield* tables
      const run = yield* sql
      const fresh = statement("select n::text as n from b where n = $1")
      const behind = statement("select word from b where n = $1")
      for (const _ of [1, 2, 3]) {
        const refused = yield* Effect.flip(
          run.withTransaction(
            inOneRoundTrip([
              bindStatement(intoA, [1, "x"]),
              bindStatement(fresh, ["no number"]),
              bindStatement(behind, [1])
            ])
          )
        )
        expect(refused.cause).toMatchObject({ code: "22P02" })
      }
      const answers = yield* run.withTransaction(
        inOneRoundTrip([
          bindStatement(intoB, [1, "y"]),
          bindStatement(fresh, [1]),
          bindStatement(behind, [1])
        ])
      )
      expect(answers).toEqual([[], [{ n: "1" }], [{ word: "y" }]])
      expect(yield* both).toEqual(["b1y"])
    })
  )

  it.effect("with a statement that cannot be prepared fails, and succeeds once it can be", () =>
    Effect.gen(function* () {
      yield* tables
      const run = yield* sql
      const later = statement("select n from appears_later where n = $1")
      const ask = run.withTransaction(inOneRoundTrip([bindStatement(later, [1])]))
      expect((yield* Effect.flip(ask)).cause).toMatchObject({ code: "42P01" })
      yield* run`create table appears_later (n int)`
      expect(yield* ask).toEqual([[]])
      yield* run`drop table appears_later`
    })
  )

  it.effect("with a value that cannot be serialized is not sent, and its transaction is rolled back", () =>
    Effect.gen(function* () {
      yield* tables
      const run = yield* sql
      const knot: Record<string, unknown> = {}
      knot["itself"] = knot
      const work = Effect.zipRight(
        deferStatements(bindStatement(intoA, [1, "x"])),
        deferStatements(bindStatement(intoB, [1, knot]))
      )
      const refused = yield* Effect.flip(run.withTransaction(work))
      expect(String(refused.cause)).toContain("circular")
      expect(yield* both).toEqual([])
    })
  )
})
