import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { expect, layer } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Option } from "effect"
import { afterCommit, Database, deferStatements, isUnavailable } from "../../src/storage/index.ts"
import { inOneRoundTrip } from "../../src/storage/sql.ts"
import { TestDatabase } from "../support/postgres.ts"
import { countingRoundTrips } from "../support/round-trips.ts"

const sql = Effect.flatMap(SqlClient.SqlClient, Effect.succeed)

/** Each test has its own table, whose `n` is unique; `parent` must exist, but only at commit. */
const tables = Effect.gen(function* () {
  const run = yield* sql
  yield* run`drop table if exists t`
  yield* run`create table t (n int primary key, parent int references t (n) deferrable initially deferred)`
})

const codeOf = (error: SqlError): unknown => (error.cause as { readonly code?: string }).code
const count = Effect.flatMap(sql, (run) => run<{ n: number }>`select count(*)::int as n from t`).pipe(
  Effect.map(([row]) => row!.n)
)
const insert = (n: number) => Effect.map(sql, (run) => run`insert into t (n) values (${n})`)
const failureOf = <A, E>(exit: Exit.Exit<A, E>): E =>
  Option.getOrThrow(Exit.isFailure(exit) ? Cause.failureOption(exit.cause) : Option.none())

layer(TestDatabase.with({ maxConnections: 3 }), { excludeTestServices: true })(
  "transactions on a connection of a pool",
  (it) => {
    it.effect("commit deferred statements, and return awaited results", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        const rows = yield* run.withTransaction(
          Effect.gen(function* () {
            for (const n of [1, 2, 3]) yield* deferStatements(run`insert into t (n) values (${n})`)
            return yield* run<{ n: number }>`select n from t order by n`
          })
        )
        expect(rows.map(({ n }) => n)).toEqual([1, 2, 3])
        expect(yield* count).toBe(3)
      })
    )

    it.effect("send statements that start together in one round trip and in order", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        const numbers = Array.from({ length: 50 }, (_, n) => n)
        const order = yield* run.withTransaction(
          Effect.gen(function* () {
            yield* run`create temporary sequence turns`
            const ask = numbers.map(
              (n) => run<{ turn: number }>`select nextval('turns')::int - 1 as turn, ${n}::int`
            )
            const flights = yield* inOneRoundTrip(ask)
            const together = yield* Effect.all(ask, { concurrency: "unbounded" })
            yield* run`drop sequence turns`
            return [...flights, ...together].map(([row]) => row!.turn)
          })
        )
        expect(order).toEqual([...numbers, ...numbers.map((n) => n + 50)])
      })
    )

    it.effect("take exactly one round trip per awaited statement", () =>
      Effect.gen(function* () {
        yield* tables
        const { roundTripsOf, url } = yield* countingRoundTrips((yield* TestDatabase).url)
        const trips = yield* Effect.gen(function* () {
          const run = yield* sql
          const work = run.withTransaction(
            Effect.gen(function* () {
              yield* inOneRoundTrip([
                run`select from t for update`,
                run`select ${1}::int`,
                run`select ${2}::text`
              ])
              for (const n of [1, 2, 3, 4]) yield* deferStatements(run`insert into t (n) values (${n})`)
              yield* run`delete from t where n > ${0}`
              for (const n of [1, 2, 3, 4]) yield* deferStatements(run`insert into t (n) values (${n})`)
              yield* deferStatements(run`delete from t`)
            })
          )
          // The first one also connects.
          yield* work
          return [yield* roundTripsOf(work), yield* roundTripsOf(run`select ${1}::int`)]
        }).pipe(Effect.provide(Database.layer(url, { connections: 0 })))
        expect(trips).toEqual([3, 1])
      }).pipe(Effect.scoped)
    )

    it.effect("fail with the first error of a deferred statement, and roll back", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        const work = Effect.gen(function* () {
          yield* deferStatements(yield* insert(1))
          yield* deferStatements(yield* insert(1))
          yield* deferStatements(run`insert into nowhere values (${1})`)
          return "answer"
        })
        const error = failureOf(yield* Effect.exit(run.withTransaction(work)))
        expect(codeOf(error)).toBe("23505")
        expect(isUnavailable(error)).toBe(false)
        expect(yield* count).toBe(0)
      })
    )

    it.effect("report the original error to all later statements", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        const codes = yield* run
          .withTransaction(
            Effect.gen(function* () {
              yield* deferStatements(run`select 1 / ${0}::int`)
              const roundTrip = yield* Effect.flip(inOneRoundTrip([run`select 1`, run`select ${2}::int`]))
              const after = yield* Effect.flip(Effect.asVoid(run`select 3`))
              return yield* Effect.fail([roundTrip, after].map(codeOf))
            })
          )
          .pipe(Effect.flip)
        expect(codes).toEqual(["22012", "22012"])
      })
    )

    it.effect("are not committed after an error, even if it was caught", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        const work = Effect.gen(function* () {
          yield* yield* insert(1)
          yield* Effect.ignore(yield* insert(1))
        })
        expect(codeOf(failureOf(yield* Effect.exit(run.withTransaction(work))))).toBe("23505")
        expect(yield* count).toBe(0)
      })
    )

    it.effect("fail instead of dying for errors reported by COMMIT", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        const work = Effect.gen(function* () {
          yield* deferStatements(run`insert into t (n, parent) values (${1}, ${99})`)
          return yield* run<{ n: number }>`select count(*)::int as n from t`
        })
        expect(codeOf(failureOf(yield* Effect.exit(run.withTransaction(work))))).toBe("23503")
        expect(yield* count).toBe(0)
      })
    )

    it.effect("roll back if a statement cannot be sent", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        const knot: Record<string, unknown> = {}
        knot["knot"] = knot
        const work = Effect.gen(function* () {
          yield* deferStatements(yield* insert(1))
          yield* deferStatements(run`insert into t (n) values (${knot as never})`)
        })
        expect(String(failureOf(yield* Effect.exit(run.withTransaction(work))).cause)).toMatch(/circular/)
        expect(yield* count).toBe(0)
        // The statement's name still works for the next caller.
        for (const n of [1, 2, 3, 4]) yield* yield* insert(n)
        expect(yield* count).toBe(4)
      })
    )

    it.effect("roll back when the connection is lost, and fail as unavailable", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        const kill = run`select pg_terminate_backend(pg_backend_pid())`
        const works = [
          Effect.zipRight(Effect.flatten(insert(1)), kill),
          Effect.zipRight(Effect.flatMap(insert(1), deferStatements), deferStatements(kill)),
          Effect.zipRight(deferStatements(kill), inOneRoundTrip([run`select 1`, run`select 2`]))
        ]
        for (const work of works) {
          const error = failureOf(yield* Effect.exit(run.withTransaction(Effect.asVoid(work))))
          expect(isUnavailable(error)).toBe(true)
        }
        expect(yield* count).toBe(0)
      })
    )

    it.effect("fail as unavailable if the outcome of COMMIT is unknown", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        const pid = yield* Deferred.make<number>()
        yield* run.unsafe(`create or replace function linger() returns trigger language plpgsql as
        $$ begin perform pg_sleep(60); return null; end $$`)
        yield* run.unsafe(`create constraint trigger linger after insert on t
        deferrable initially deferred for each row execute function linger()`)
        const work = Effect.gen(function* () {
          const [row] = yield* run<{ pid: number }>`select pg_backend_pid() as pid`
          yield* Deferred.succeed(pid, row!.pid)
          yield* deferStatements(yield* insert(1))
        })
        const running = yield* Effect.fork(Effect.exit(run.withTransaction(work)))
        const server = yield* Deferred.await(pid)
        const inCommit = run`select from pg_stat_activity where pid = ${server} and query = 'COMMIT' and state = 'active'`
        yield* Effect.repeat(inCommit, { until: (rows) => rows.length > 0 })
        yield* run`select pg_terminate_backend(${server}::int)`
        expect(isUnavailable(failureOf(yield* Fiber.join(running)))).toBe(true)
        expect(yield* count).toBe(0)
      })
    )

    it.effect("roll back on interruption without waiting for a long statement, and release locks", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        yield* yield* insert(1)
        const locked = yield* Deferred.make<void>()
        const work = Effect.gen(function* () {
          yield* run`update t set parent = ${1} where n = ${1}`
          yield* Deferred.succeed(locked, undefined)
          yield* run`select pg_sleep(100)`
        })
        const running = yield* Effect.fork(run.withTransaction(work))
        yield* Deferred.await(locked)
        yield* Fiber.interrupt(running)
        // It would still run if only the client had stopped waiting.
        const asleep = run`select from pg_stat_activity
          where datname = current_database() and state = 'active' and query like '%pg_sleep(100)' and pid <> pg_backend_pid()`
        yield* run`update t set parent = ${null} where n = ${1}`
        expect(yield* asleep).toEqual([])
        const rows = yield* run`select parent from t`
        expect(rows).toEqual([{ parent: null }])
      })
    )

    it.effect("never cancel another session's statement, and return every connection", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        for (let round = 0; round < 30; round++) {
          const slow = run.withTransaction(
            Effect.zipRight(Effect.flatMap(insert(round), deferStatements), run`select pg_sleep(0.02)`)
          )
          yield* Effect.timeoutOption(Effect.disconnect(slow), round)
          yield* Effect.timeoutOption(run`select pg_sleep(0.01)`, 2)
          yield* run.withTransaction(Effect.flatMap(insert(1000 + round), deferStatements))
        }
        const rows = yield* run<{ n: number }>`select count(*)::int as n from t where n >= 1000`
        expect(rows).toEqual([{ n: 30 }])
        const all = yield* Effect.all(
          Array.from({ length: 3 }, () => run.withTransaction(run`select pg_sleep(0.1)`)),
          {
            concurrency: "unbounded"
          }
        )
        expect(all).toHaveLength(3)
      })
    )

    it.effect("nest: an inner failure rolls back only its own part, including deferred statements", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        const inner = (n: number) => run.withTransaction(Effect.flatMap(insert(n), deferStatements))
        const codes: Array<unknown> = []
        yield* run.withTransaction(
          Effect.gen(function* () {
            yield* deferStatements(yield* insert(1))
            yield* inner(2)
            codes.push(codeOf(yield* Effect.flip(inner(1))))
            const own = run.withTransaction(Effect.zipRight(inner(3), Effect.fail("of its own")))
            codes.push(yield* Effect.flip(own))
            yield* run.withTransaction(Effect.ignore(inner(2)))
            yield* inner(4)
          })
        )
        expect(codes).toEqual(["23505", "of its own"])
        expect(yield* sql.pipe(Effect.flatMap((again) => again`select n from t order by n`))).toEqual([
          { n: 1 },
          { n: 2 },
          { n: 4 }
        ])
      })
    )

    it.effect("nest: an error before the inner transaction fails both", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        const work = Effect.gen(function* () {
          yield* deferStatements(run`select 1 / ${0}::int`)
          yield* Effect.ignore(run.withTransaction(Effect.flatMap(insert(1), deferStatements)))
        })
        expect(codeOf(failureOf(yield* Effect.exit(run.withTransaction(work))))).toBe("22012")
        expect(yield* count).toBe(0)
      })
    )

    it.effect("run callbacks after the commit, once, and only for committed parts", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        const heard: Array<string> = []
        const say = (word: string) => afterCommit(() => void heard.push(word))
        yield* say("at once")
        yield* run.withTransaction(
          Effect.gen(function* () {
            yield* say("outer")
            yield* Effect.ignore(
              run.withTransaction(Effect.zipRight(say("inner, taken back"), Effect.fail("no")))
            )
            yield* run.withTransaction(say("inner"))
            expect(heard).toEqual(["at once"])
          })
        )
        yield* Effect.ignore(run.withTransaction(Effect.zipRight(say("rolled back"), Effect.fail("no"))))
        const broken = Effect.zipRight(say("not committed"), deferStatements(run`select 1 / ${0}::int`))
        yield* Effect.ignore(run.withTransaction(broken))
        expect(heard).toEqual(["at once", "outer", "inner"])
      })
    )

    it.effect("reserve a connection for one user, and close it if a transaction was left open", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        const left = Effect.flatMap(run.reserve, (connection) =>
          Effect.all([
            connection.executeUnprepared("begin; insert into t (n) values (1)", [], undefined),
            Effect.either(connection.executeUnprepared("begin; bad", [], undefined))
          ])
        )
        for (let round = 0; round < 4; round++) yield* Effect.scoped(left)
        yield* Effect.either(run.unsafe("begin; insert into t (n) values (2); bad"))
        yield* run.unsafe("begin; insert into t (n) values (3)")
        expect(yield* count).toBe(0)
        for (let round = 0; round < 8; round++) yield* run`select now()`
      })
    )

    it.effect("isolate thousands of small concurrent transactions", () =>
      Effect.gen(function* () {
        yield* tables
        const run = yield* sql
        const one = (n: number) =>
          run.withTransaction(
            Effect.gen(function* () {
              yield* deferStatements(run`insert into t (n) values (${n})`)
              const [mine] = yield* run<{ n: number }>`select n from t where n = ${n}`
              // Every seventh fails directly, every eleventh through a deferred statement.
              if (n % 7 === 0) return yield* Effect.fail("seventh" as const)
              if (n % 11 === 0) yield* deferStatements(run`insert into t (n) values (${n})`)
              return mine!.n
            })
          )
        const numbers = Array.from({ length: 2000 }, (_, n) => n)
        const exits = yield* Effect.forEach(numbers, (n) => Effect.exit(one(n)), { concurrency: 200 })
        const good = numbers.filter((n) => n % 7 !== 0 && n % 11 !== 0)
        expect(exits.flatMap((exit) => (Exit.isSuccess(exit) ? [exit.value] : []))).toEqual(good)
        expect(yield* run<{ n: number }>`select n from t order by n`).toEqual(good.map((n) => ({ n })))
      })
    )
  }
)
