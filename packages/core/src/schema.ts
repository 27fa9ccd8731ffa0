import type { MigrationError } from "@effect/sql/Migrator"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import * as storage from "./storage/index.ts"
import { migrateQueue, pendingQueueMigrations } from "./tasks/queue-schema.ts"

/* Storage does not know the queue, whose tables are in the same database; this file combines them. */

/** Migrates the whole database, the service's own tables and the queue's. Returns the migrations that ran. */
export const migrateWithProgress = (
  onMigration: storage.OnMigration
): Effect.Effect<ReadonlyArray<string>, MigrationError | storage.IncompatibleSchema | SqlError, SqlClient> =>
  Effect.gen(function* () {
    const own = yield* storage.migrateWithProgress(onMigration)
    onMigration("queue")
    return [...own, ...(yield* migrateQueue)]
  })

/** Migrates without progress reports. */
export const migrate = migrateWithProgress(() => undefined)

/** The missing migrations. A host refuses to serve with any. */
export const pendingMigrations: Effect.Effect<
  ReadonlyArray<string>,
  storage.IncompatibleSchema | SqlError,
  SqlClient
> = Effect.flatMap(storage.pendingMigrations, (own) =>
  Effect.map(pendingQueueMigrations, (queue) => [...own, ...queue])
)
