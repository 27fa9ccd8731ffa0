import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { Database, isUnavailable } from "../../src/storage/index.ts"

/*
 * A host in the middle of a write: it holds an organization's lock and prints that. After a freeze, it runs
 * another statement and prints the state of its transaction.
 */
const [url, slug, idleMillis] = process.argv.slice(2)
if (url === undefined || slug === undefined)
  throw new Error("usage: lock-holder.ts DATABASE ORGANIZATION [MILLIS]")

const goOn = Effect.async<void>((resume) => {
  process.stdin.once("data", () => resume(Effect.void))
})

const write = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(
    Effect.gen(function* () {
      const [organization] = yield* sql<{ id: number }>`select id from organizations where slug = ${slug}`
      yield* sql`select 1 from organization_locks where organization_id = ${organization!.id} for no key update`
      yield* sql`update organizations set name = 'Written by a frozen host' where slug = ${slug}`
      console.log("locked")
      yield* goOn
    })
  )
}).pipe(
  Effect.provide(
    Database.layer(url, idleMillis === undefined ? {} : { idleInTransactionMillis: Number(idleMillis) })
  )
)

const exit = await Effect.runPromiseExit(write)
console.log(exit._tag === "Failure" && isUnavailable(exit.cause) ? "unavailable" : exit._tag)
process.exit()
