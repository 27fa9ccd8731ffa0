import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import pg from "pg"
import { EmbeddedPostgres } from "../src/index.ts"

/*
 * A process that owns an embedded database: prints its address when it is up; on a signal it takes its time over
 * one more query, as a host does that finishes its requests, and only then lets go.
 */
const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error("usage: embedded-child.ts DIRECTORY")

const signal = new Promise((done) => {
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, done)
})
// Nothing else may be left to keep this process alive while it waits for its signal.
const awake = setInterval(() => {}, 1000)

const owner = Effect.gen(function* () {
  const { url } = yield* EmbeddedPostgres.scoped({ directory })
  yield* Effect.promise(async () => {
    const client = new pg.Client({ connectionString: url })
    client.on("error", () => {})
    await client.connect()
    // Of two that make a table at the same moment one fails, even where it may exist.
    await client.query("select pg_advisory_lock(1)")
    await client.query("create table if not exists kept (n int)")
    await client.query("select pg_advisory_unlock(1)")
    await client.query("insert into kept values (1)")
    console.log(`up ${url}`)
    await signal
    await sleep(300)
    const { rows } = await client.query("select count(*)::int as n from kept")
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
