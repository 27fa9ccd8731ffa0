import type { MigrationError } from "@effect/sql/Migrator"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import * as storage from "./storage/index.ts"
import { migrateQueue, pendingQueueMigrations } from "./tasks/queue-schema.ts"

/* Storage knows nothing of the queue, whose tables stand in the same database; here the two come together. */

/** Brings the whole database up to date, the service's own tables and the queue's. Answers what ran. */
export const migrateWithProgress = (
  onMigration: storage.OnMigration
): Effect.Effect<ReadonlyArray<string>, MigrationError | storage.IncompatibleSchema | SqlError, SqlClient> =>
  Effect.gen(function* () {
    const own = yield* storage.migrateWithProgress(onMigration)
    onMigration("queue")
    return [...own, ...(yield* migrateQueue)]
  })

/** The same where nobody watches. */
export const migrate = migrateWithProgress(() => undefined)

/** What the database still lacks, so that a host can refuse to serve on it. */
export const pendingMigrations: Effect.Effect<
  ReadonlyArray<string>,
  storage.IncompatibleSchema | SqlError,
  SqlClient
> = Effect.flatMap(storage.pendingMigrations, (own) =>
  Effect.map(pendingQueueMigrations, (queue) => [...own, ...queue])
)
