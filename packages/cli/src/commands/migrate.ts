import { migrate as migrateDatabase } from "@adwarden/core"
import { Command } from "@effect/cli"
import { Console, Effect } from "effect"
import { databaseStop, openDatabase, requiredUrl, shownAddress } from "../database.ts"
import { environment } from "../settings/environment.ts"

export const migrate = Command.make("migrate", {}, () =>
  Effect.gen(function* () {
    const env = yield* environment
    const url = yield* requiredUrl(env.databaseUrl, "migrate")
    const database = yield* openDatabase(url)
    const done = yield* migrateDatabase.pipe(
      Effect.provide(database),
      Effect.mapError((error) => databaseStop(url, error))
    )
    yield* Console.log(
      done.length === 0
        ? `The database at ${shownAddress(url)} is up to date.`
        : `Applied to the database at ${shownAddress(url)}: ${done.join(", ")}`
    )
  }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Bring the schema of DATABASE_URL up to date: all of it or nothing. Safe to run anywhere, at any time."
  )
)
