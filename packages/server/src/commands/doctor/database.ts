import { pendingMigrations } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { displayAddress } from "../../database.ts"
import { checkPart, type Finding, ok, problem } from "./finding.ts"

/** Checks that the database responds, and how fast. Its version was checked when it was opened. */
export const checkDatabase = (url: string) =>
  checkPart(
    "database",
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [duration, [server]] = yield* Effect.timed(
        sql<{ version: string }>`select current_setting('server_version') as version`
      )
      const millis = Math.max(1, Math.round(Number(duration.value.valueOf()) / 1_000_000) || 1)
      return [ok("database", `Postgres ${server!.version} at ${displayAddress(url)} answers in ${millis} ms`)]
    })
  )

/** Checks that the schema is the one that this version needs. */
export const checkMigrations = checkPart(
  "schema",
  Effect.map(
    pendingMigrations,
    (missing): ReadonlyArray<Finding> =>
      missing.length === 0
        ? [ok("schema", "has every migration that this version knows")]
        : [
            problem(
              "schema",
              `lacks ${missing.length} migration${missing.length === 1 ? "" : "s"}, the first ${missing[0]}`,
              "adwarden migrate"
            )
          ]
  )
)
