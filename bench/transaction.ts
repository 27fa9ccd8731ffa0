import { bindStatement, Database, deferStatements, makePlanningReader, statement } from "@adwarden/core"
import { EmbeddedPostgres } from "@adwarden/embedded-postgres"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import pg from "pg"
import { temporaryDirectory } from "./database.ts"

/*
 * Compares variants of one small transaction on one machine, to show the cost of waiting for responses. `node
 * bench/transaction.ts [seconds]`
 */
const seconds = Number(process.argv[2] ?? 3)
const concurrency = 48
const rows = 500

const lock = "select n from parent where id = $1 for no key update"
const read = "select n from parent where id = $1"
const write = "update parent set n = n + 1 where id = $1"
const note = "insert into note (id, body) values ($1, $2)"

type RunTransaction = (id: number) => Promise<unknown>

/** The driver alone, awaiting every response. */
const withPg =
  (pool: pg.Pool): RunTransaction =>
  async (id) => {
    const client = await pool.connect()
    const run = (name: string, text: string, values: Array<unknown>) => client.query({ name, text, values })
    await client.query("begin")
    await run("lock", lock, [id])
    await run("read", read, [id])
    await run("read", read, [id])
    await run("write", write, [id])
    for (const noteText of ["a", "b", "c"]) await run("note", note, [id, noteText])
    await client.query("commit")
    client.release()
  }

const awaitingEach = (sql: SqlClient.SqlClient) => (id: number) =>
  sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`select n from parent where id = ${id} for no key update`
      yield* sql`select n from parent where id = ${id}`
      yield* sql`select n from parent where id = ${id}`
      yield* sql`update parent set n = n + 1 where id = ${id}`
      for (const noteText of ["a", "b", "c"])
        yield* sql`insert into note (id, body) values (${id}, ${noteText})`
    })
  )

const lockParent = statement("select n from parent where id = $1 for no key update")
const readParent = statement("select n from parent where id = $1")
const readSecond = statement("select n, id from parent where id = $1")

const inRoundTrips = (sql: SqlClient.SqlClient) => (id: number) =>
  sql.withTransaction(
    Effect.gen(function* () {
      yield* makePlanningReader().read(
        bindStatement(lockParent, [id]),
        bindStatement(readParent, [id]),
        bindStatement(readSecond, [id])
      )
      yield* deferStatements(sql`update parent set n = n + 1 where id = ${id}`)
      for (const noteText of ["a", "b", "c"]) {
        yield* deferStatements(sql`insert into note (id, body) values (${id}, ${noteText})`)
      }
    })
  )

/**
 * Returns transactions per second and CPU time per transaction. The CPU time is meaningful on a busy machine
 * too.
 */
const measure = async (once: RunTransaction) => {
  let done = 0
  const before = process.cpuUsage()
  const end = performance.now() + seconds * 1000
  const one = async () => {
    while (performance.now() < end) {
      await once(1 + Math.floor(Math.random() * rows))
      done++
    }
  }
  await Promise.all(Array.from({ length: concurrency }, one))
  const { system, user } = process.cpuUsage(before)
  return { perSecond: done / seconds, micros: (system + user) / done }
}

const main = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const { url } = yield* EmbeddedPostgres.scoped({ directory })
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => new pg.Pool({ connectionString: url, max: 10 })),
    (open) => Effect.promise(() => open.end())
  )
  yield* Effect.promise(() =>
    pool.query(`create table parent (id int primary key, n int); create table note (id int, body text);
      insert into parent select n, 0 from generate_series(1, ${rows}) n`)
  )
  yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const variants: ReadonlyArray<readonly [string, RunTransaction]> = [
      ["pg, awaiting each response", withPg(pool)],
      ["service, awaiting each response", (id) => Effect.runPromise(awaitingEach(sql)(id))],
      [
        "service, awaiting each, no tracer",
        (id) => Effect.runPromise(Effect.withTracerEnabled(awaitingEach(sql)(id), false))
      ],
      [
        "service, one round trip, deferred",
        (id) => Effect.runPromise(Effect.provideService(inRoundTrips(sql)(id), SqlClient.SqlClient, sql))
      ]
    ]
    for (let round = 0; round < 3; round++) {
      for (const [name, once] of variants) {
        const { micros, perSecond } = yield* Effect.promise(() => measure(once))
        console.log(
          `${name.padEnd(32)} ${perSecond.toFixed(0).padStart(6)} /s ${micros.toFixed(0).padStart(6)} µs`
        )
      }
    }
  }).pipe(Effect.provide(Database.layer(url)))
})

await Effect.runPromise(Effect.scoped(main))
