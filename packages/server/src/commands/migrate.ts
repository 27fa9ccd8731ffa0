import type { Bar } from "@adwarden/cli"
import {
  type CannotDistribute,
  type DistributionProblem,
  distribute,
  distributeApplicationName,
  migrateWithProgress,
  pendingMigrations
} from "@adwarden/core"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { switchFlag } from "../command-line.ts"
import { databaseStop, displayAddress, openDatabase, requiredUrl } from "../database.ts"
import { environment } from "../settings/environment.ts"
import { Stop } from "../stop.ts"
import { outputCommand, withBar } from "./command-output.ts"

/** Counts the pending migrations first. Another host that migrates at the same time can leave fewer. */
const migrateWith = (bar: Bar) =>
  Effect.gen(function* () {
    const { length } = yield* pendingMigrations
    let appliedCount = 0
    return yield* migrateWithProgress((name) =>
      bar.update(Math.min(appliedCount++, length), length, `Applying ${name}`)
    )
  })

const page = "docs/operations/citus.md"

const adviceByProblem: Readonly<Record<DistributionProblem, string>> = {
  no_extension: `It has no Citus extension, so it stays on one Postgres. Install Citus, run "create extension citus" in the database of every node, and add the nodes (${page}).`,
  no_node: `No node of its cluster holds shards. Add nodes with citus_add_node, or let the coordinator hold shards (${page}).`,
  service_running: "Hosts or workers are connected to it. Stop them, and run the command again."
}

const distributeWith = (bar: Bar) =>
  distribute((name, index, total) => bar.update(index, total, `Distributing ${name}`))

const distributionStop = (url: string, error: SqlError | CannotDistribute): Stop =>
  error._tag === "CannotDistribute"
    ? new Stop({
        message: `The database at ${displayAddress(url)} was not distributed. ${adviceByProblem[error.problem]}`
      })
    : databaseStop(url, error)

const distributedText = (tables: ReadonlyArray<string>): string =>
  tables.length === 0
    ? "All tables were distributed already."
    : `Distributed ${tables.length} tables: ${tables.join(", ")}`

export const migrate = outputCommand(
  "migrate",
  {
    distribute: switchFlag(
      "distribute",
      "Also distribute the tables over a Citus cluster; stop the service first"
    )
  },
  "Migrate the schema of DATABASE_URL, in one transaction. Safe to run from any host at any time.",
  ({ distribute }) =>
    Effect.gen(function* () {
      const env = yield* environment
      // A session's lock and settings, which a pooler does not keep.
      const url = env.databaseDirectUrl ?? (yield* requiredUrl(env.databaseUrl, "migrate"))
      const database = yield* openDatabase(
        url,
        {},
        distribute ? { applicationName: distributeApplicationName } : {}
      )
      const applied = yield* withBar(migrateWith).pipe(
        Effect.provide(database),
        Effect.mapError((error) => databaseStop(url, error))
      )
      const address = displayAddress(url)
      const migrated =
        applied.length === 0
          ? `The database at ${address} is up to date.`
          : `Applied to the database at ${address}: ${applied.join(", ")}`
      if (!distribute) return { data: { database: address, applied }, text: migrated }
      const distributed = yield* withBar(distributeWith).pipe(
        Effect.provide(database),
        Effect.mapError((error) => distributionStop(url, error))
      )
      return {
        data: { database: address, applied, distributed },
        text: `${migrated}\n${distributedText(distributed)}`
      }
    }).pipe(Effect.scoped)
)
