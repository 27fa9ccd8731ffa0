import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Context, Effect, Either, Exit, Fiber, Layer, Scope } from "effect"
import { vi } from "vitest"
import {
  bindStatement,
  isUnavailable,
  Statements,
  sharedStatement,
  statement
} from "../../src/storage/index.ts"
import { databaseProxy } from "../support/database-proxy.ts"
import { TestDatabase } from "../support/postgres.ts"

const who = statement("select pg_backend_pid() as pid, $1::int as n")
const nap = statement("select pg_sleep($1::float8), pg_backend_pid() as pid")
const divide = statement("select 1 / $1::int as n")

const kill = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
)

/** Waits until two connections run a long statement. */
const bothNap = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.repeat(
    sql`select from pg_stat_activity where datname = current_database()
      and state = 'active' and query like '%pg_sleep($1%' and pid <> pg_backend_pid()`,
    { until: (rows) => rows.length === 2 }
  )
)

const provided = Effect.provide(TestDatabase.layer)

it.live("many statements share two connections, and each gets its own result", () =>
  Effect.gen(function* () {
    const statements = yield* Statements
    const ask = Effect.forEach(
      Array.from({ length: 500 }, (_, n) => n),
      (n) => statements.read(bindStatement<{ pid: number; n: number }>(who, [n])),
      { concurrency: "unbounded" }
    )
    const sessions = (rows: Effect.Effect.Success<typeof ask>) => new Set(rows.map(([row]) => row?.pid))
    // The second connection can open at any time; there is never a third.
    const rows = yield* Effect.repeat(ask, { until: (rows) => sessions(rows).size !== 1 })
    expect(sessions(rows).size).toBe(2)
    expect(rows.map(([row]) => row?.n)).toEqual(rows.map((_, n) => n))
    const prepared = yield* statements.read(
      bindStatement(
        statement(
          "select from pg_prepared_statements where name = $1 and generic_plans + custom_plans > 100"
        ),
        [who.name]
      )
    )
    expect(prepared).toHaveLength(1)
  }).pipe(provided)
)

it.live("a statement that is sent runs at once, and its rows or its error are read later, or never", () =>
  Effect.gen(function* () {
    const statements = yield* Statements
    const first = yield* statements.send(bindStatement<{ n: number }>(who, [7]))
    const failing = yield* statements.send(bindStatement(divide, [0]))
    yield* statements.send(bindStatement(divide, [0]))
    // Both have answered when a later statement has.
    for (const n of [1, 2, 3]) yield* statements.read(bindStatement(who, [n]))
    expect(yield* first).toMatchObject([{ n: 7 }])
    expect(yield* Effect.either(failing)).toMatchObject({ left: { _tag: "SqlError" } })
    const waited = yield* statements.send(bindStatement<{ n: number }>(who, [8]))
    expect(yield* waited).toMatchObject([{ n: 8 }])
  }).pipe(provided)
)

it.live("a failing statement does not affect concurrent ones", () =>
  Effect.gen(function* () {
    const statements = yield* Statements
    const answers = yield* Effect.forEach(
      [1, 0, 1, 0, 1, 1],
      (n) => Effect.either(statements.read(bindStatement<{ n: number }>(divide, [n]))),
      { concurrency: "unbounded" }
    )
    expect(answers.map(Either.isRight)).toEqual([true, false, true, false, true, true])
    for (const answer of answers) if (Either.isLeft(answer)) expect(isUnavailable(answer.left)).toBe(false)
  }).pipe(provided)
)

it.live("the first use of a statement may fail on its values, and those behind it have their rows", () =>
  Effect.gen(function* () {
    const statements = yield* Statements
    const circular: Record<string, unknown> = {}
    circular["self"] = circular
    const fresh = statement("select $1::int as n, 'first use' as kind")
    for (const round of [1, 2]) {
      const answers = yield* Effect.forEach(
        ["x", "x", 3, 4, circular, 6, 7],
        (n) => Effect.either(statements.read(bindStatement<{ n: number }>(fresh, [n]))),
        { concurrency: "unbounded" }
      )
      const numbers = answers.map((one) => (Either.isRight(one) ? one.right[0]?.n : null))
      expect(numbers, `round ${round}`).toEqual([null, null, 3, 4, null, 6, 7])
    }
  }).pipe(provided)
)

it.live("reconnects: statements in flight fail, and later ones succeed", () =>
  Effect.gen(function* () {
    const statements = yield* Statements
    // Both connections are open, and each has two of the four in flight.
    const two = Effect.forEach([1, 2], (n) => statements.read(bindStatement<{ pid: number }>(who, [n])), {
      concurrency: 2
    })
    yield* Effect.repeat(two, { until: ([first, second]) => first?.[0]?.pid !== second?.[0]?.pid })
    const killBusy = Effect.zipRight(bothNap, kill)
    const inFlight = Effect.forEach(
      [1, 2, 3, 4],
      () => Effect.either(statements.read(bindStatement(nap, [60]))),
      {
        concurrency: 4
      }
    )
    const [answers] = yield* Effect.all([inFlight, killBusy], { concurrency: 2 })
    for (const answer of answers) expect(Either.isLeft(answer) && isUnavailable(answer.left)).toBe(true)
    for (let n = 0; n < 20; n++) {
      expect(yield* statements.read(bindStatement<{ n: number }>(who, [n]))).toMatchObject([{ n }])
    }
  }).pipe(provided)
)

it.live("a shared statement does not wait for the statements of single requests", () =>
  Effect.gen(function* () {
    const statements = yield* Statements
    const shared = sharedStatement("lookup", "select pg_backend_pid() as pid, $1::int as n, 'shared' as kind")
    const both = Effect.forEach(
      [who, who, shared],
      (one) => statements.read(bindStatement<{ pid: number }>(one, [1])),
      {
        concurrency: 3
      }
    )
    const pids = (rows: Effect.Effect.Success<typeof both>) => new Set(rows.map(([row]) => row?.pid))
    yield* Effect.repeat(both, { until: (rows) => pids(rows).size === 3 })
    const naps = yield* Effect.fork(
      Effect.forEach([1, 2], () => Effect.either(statements.read(bindStatement(nap, [60]))), {
        concurrency: 2
      })
    )
    yield* bothNap
    for (let n = 0; n < 5; n++) {
      expect(yield* statements.read(bindStatement<{ n: number }>(shared, [n]))).toMatchObject([{ n }])
    }
    expect(naps.unsafePoll()).toBeNull()
    yield* kill
    yield* Fiber.join(naps)
  }).pipe(provided)
)

it.live("a shared lookup does not wait for the commit of a shared insert", () =>
  Effect.gen(function* () {
    const statements = yield* Statements
    const lookup = sharedStatement("lookup", "select pg_backend_pid() as pid, $1::int as n, 'lookup'")
    const insert = sharedStatement("insert", "select pg_sleep($1::float8), pg_backend_pid() as pid, 'insert'")
    const both = Effect.forEach(
      [who, who, lookup, insert],
      (one) => statements.read(bindStatement<{ pid: number }>(one, [0])),
      {
        concurrency: 4
      }
    )
    // All connections are open: before that, a shared statement uses one of the others.
    yield* Effect.repeat(both, { until: (rows) => new Set(rows.map(([row]) => row?.pid)).size === 4 })
    const slow = yield* Effect.fork(Effect.either(statements.read(bindStatement(insert, [60]))))
    for (let n = 0; n < 5; n++) {
      expect(yield* statements.read(bindStatement<{ n: number }>(lookup, [n]))).toMatchObject([{ n }])
    }
    expect(slow.unsafePoll()).toBeNull()
    yield* kill
    yield* Fiber.join(slow)
  }).pipe(provided)
)

it.live("waits a bounded time for a connection, then reports why there is none", () =>
  Effect.gen(function* () {
    const statements = yield* Statements
    const error = yield* Effect.flip(statements.read(bindStatement(who, [1])))
    expect(isUnavailable(error)).toBe(true)
    expect(error.cause).toMatchObject({ code: "ECONNREFUSED" })
  }).pipe(Effect.provide(Statements.layer("postgres://u:p@127.0.0.1:1/x", { connectTimeoutMillis: 300 })))
)

it.live("an interrupted read leaves the connection usable", () =>
  Effect.gen(function* () {
    const statements = yield* Statements
    yield* Effect.timeoutOption(statements.read(bindStatement(nap, [0.3])), 50)
    expect(yield* statements.read(bindStatement<{ n: number }>(who, [7]))).toMatchObject([{ n: 7 }])
  }).pipe(provided)
)

it.live("a prepared statement fails once after its table changed, and then succeeds", () =>
  Effect.gen(function* () {
    const statements = yield* Statements
    const sql = yield* SqlClient.SqlClient
    const all = statement("select * from shape where n > $1::int")
    yield* sql`create table shape (n int)`
    yield* Effect.forEach([1, 2, 3, 4], () => statements.read(bindStatement(all, [0])))
    yield* sql`alter table shape add column extra text`
    yield* Effect.forEach([1, 2, 3, 4], () => Effect.either(statements.read(bindStatement(all, [0]))))
    yield* Effect.forEach([1, 2, 3, 4], () => statements.read(bindStatement(all, [0])))
  }).pipe(provided)
)

it.live("statements that wait for a connection fail when everything closes, and later ones at once", () =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const unreachable = Statements.layer("postgres://nobody@127.0.0.1:1/none", {
      connectTimeoutMillis: 3_600_000
    })
    const statements = Context.get(yield* Layer.buildWithScope(unreachable, scope), Statements)
    const waiting = yield* Effect.fork(Effect.either(statements.read(bindStatement(who, [1]))))
    yield* Effect.yieldNow()
    yield* Scope.close(scope, Exit.void)
    for (const answer of [
      yield* Fiber.join(waiting),
      yield* Effect.either(statements.read(bindStatement(who, [2])))
    ]) {
      expect(Either.isLeft(answer) && isUnavailable(answer.left)).toBe(true)
    }
  })
)

it.live("a request waits for the first connection for as long as for any other", () =>
  Effect.gen(function* () {
    const { url } = yield* TestDatabase
    const proxy = yield* Effect.promise(() => databaseProxy(url))
    yield* Effect.addFinalizer(() => Effect.promise(() => proxy.close()))
    proxy.become("silent")
    const timeout = 3_600_000
    yield* Effect.acquireRelease(
      Effect.sync(() => vi.useFakeTimers({ toFake: ["performance"] })),
      () => Effect.sync(() => vi.useRealTimers())
    )
    const context = yield* Layer.build(Statements.layer(proxy.url, { connectTimeoutMillis: timeout }))
    // As in a process that takes long to start: nothing failed yet, so there is no outage to count from.
    vi.advanceTimersByTime(timeout)
    const first = yield* Effect.fork(
      Effect.either(Context.get(context, Statements).read(bindStatement<{ n: number }>(who, [7])))
    )
    // Longer than the shortest wait.
    yield* Effect.sleep(300)
    expect(first.unsafePoll()).toBeNull()
    proxy.become("up")
    expect(yield* Fiber.join(first)).toMatchObject({ right: [{ n: 7 }] })
  }).pipe(Effect.scoped, provided)
)
