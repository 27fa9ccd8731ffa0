import type { Bar } from "@adwarden/cli"
import { migrateWithProgress, pendingMigrations } from "@adwarden/core"
import { Effect } from "effect"
import { databaseStop, displayAddress, openDatabase, requiredUrl } from "../database.ts"
import { environment } from "../settings/environment.ts"
import { outputCommand } from "./command-output.ts"
import { withBar } from "./task-progress.ts"

/** Counts the pending migrations first. Another host that migrates at the same time can leave fewer. */
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
  "Migrate the schema of DATABASE_URL, in one transaction. Safe to run from any host at any time.",
  () =>
    Effect.gen(function* () {
      const env = yield* environment
      // A session's lock and settings, which a pooler does not keep.
      const url = env.databaseDirectUrl ?? (yield* requiredUrl(env.databaseUrl, "migrate"))
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
