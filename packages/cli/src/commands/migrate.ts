import { migrateWithProgress, pendingMigrations } from "@adwarden/core"
import { Effect } from "effect"
import { databaseStop, displayAddress, openDatabase, requiredUrl } from "../database.ts"
import { environment } from "../settings/environment.ts"
import type { Bar } from "../terminal/bar.ts"
import { outputCommand } from "./command-output.ts"
import { withBar } from "./task-progress.ts"

/** How many there are is counted before: another host that does the same at once may leave fewer to do. */
const migrateWith = (bar: Bar) =>
  Effect.gen(function* () {
    const { length } = yield* pendingMigrations
    let appliedCount = 0
    return yield* migrateWithProgress((name) =>
      bar.update(Math.min(appliedCount++, length), length, `Applying ${name}`)
    )
  })

export const migrate = outputCommand(
  "migrate",
  {},
  "Bring the schema of DATABASE_URL up to date: all of it or nothing. Safe to run anywhere, at any time.",
  () =>
    Effect.gen(function* () {
      const env = yield* environment
      const url = yield* requiredUrl(env.databaseUrl, "migrate")
      const database = yield* openDatabase(url)
      const applied = yield* withBar(migrateWith).pipe(
        Effect.provide(database),
        Effect.mapError((error) => databaseStop(url, error))
      )
      const address = displayAddress(url)
      const text =
        applied.length === 0
          ? `The database at ${address} is up to date.`
          : `Applied to the database at ${address}: ${applied.join(", ")}`
      return { data: { database: address, applied }, text }
    }).pipe(Effect.scoped)
)
