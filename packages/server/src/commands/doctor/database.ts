import { pendingMigrations } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { displayAddress } from "../../database.ts"
import { checkPart, type Finding, ok, problem, warning } from "./finding.ts"

/** Without it, a statement outside a transaction may run for ever: behind a pooler, hosts cannot set it themselves. */
const missingTimeout = warning(
  "database",
  "has no statement_timeout for connections of the pooler",
  "add connect_query='set statement_timeout = 15000' to the database in pgbouncer.ini"
)

/** Checks that the database responds, and how fast. Its version was checked when it was opened. */
export const checkDatabase = (url: string, isPooled: boolean) =>
  checkPart(
    "database",
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [duration, [server]] = yield* Effect.timed(
        sql<{ version: string; limited: boolean }>`select current_setting('server_version') as version,
          current_setting('statement_timeout') <> '0' as limited`
      )
      const millis = Math.max(1, Math.round(Number(duration.value.valueOf()) / 1_000_000) || 1)
      const { limited, version } = server!
      return [
        ok("database", `Postgres ${version} at ${displayAddress(url)} answers in ${millis} ms`),
        ...(isPooled && !limited ? [missingTimeout] : [])
      ]
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
