import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import pg from "pg"
import { EmbeddedPostgres } from "../src/index.ts"

/*
 * A process that uses an embedded database. It prints the database's URL when it is up. On a signal it runs
 * one more query, like a host that finishes its requests, and then releases the database.
 */
const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error("usage: embedded-child.ts DIRECTORY")

const signal = new Promise((done) => {
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, done)
})
// Keeps the process alive until its signal, without any other resource.
const awake = setInterval(() => {}, 1000)

const owner = Effect.gen(function* () {
  const { url } = yield* EmbeddedPostgres.scoped({ directory })
  yield* Effect.promise(async () => {
    const client = new pg.Client({ connectionString: url })
    client.on("error", () => {})
    await client.connect()
    // If two processes create a table at the same moment, one fails even with "if not exists".
    await client.query("select pg_advisory_lock(1)")
    await client.query("create table if not exists entries (n int)")
    await client.query("select pg_advisory_unlock(1)")
    await client.query("insert into entries values (1)")
    console.log(`up ${url}`)
    await signal
    await sleep(300)
    const { rows } = await client.query("select count(*)::int as n from entries")
    console.log(`finished ${rows[0].n}`)
    await client.end()
  })
}).pipe(
  Effect.scoped,
  Effect.catchTag("EmbeddedPostgresError", (error) =>
    Effect.sync(() => console.log(`refused ${error.message}`))
  )
)

await Effect.runPromise(owner)
console.log("closed")
clearInterval(awake)
