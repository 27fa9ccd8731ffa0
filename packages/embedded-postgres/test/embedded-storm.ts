import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import pg from "pg"
import { randomFrom } from "../../core/test/support/random.ts"
import { EmbeddedPostgres } from "../src/index.ts"

/*
 * A process that opens and closes an embedded database repeatedly, several times at once, and inserts a row
 * each time. Several such processes make servers start and stop all the time.
 */
const [directory, rounds, seed] = process.argv.slice(2)
if (directory === undefined || rounds === undefined || seed === undefined)
  throw new Error("usage: embedded-storm.ts DIRECTORY ROUNDS SEED")
const random = randomFrom(Number(seed))

const visit = Effect.gen(function* () {
  const { url } = yield* EmbeddedPostgres.scoped({ directory })
  yield* Effect.promise(async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("select pg_advisory_lock(1)")
    await client.query("create table if not exists entries (n int)")
    await client.query("insert into entries values (1)")
    await client.end()
  })
}).pipe(Effect.scoped)

for (let round = 0; round < Number(rounds); round++) {
  await Promise.all([visit, visit].map((one) => Effect.runPromise(one)))
  await sleep(random() * 100)
}
console.log("done")
