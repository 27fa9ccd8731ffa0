import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { RawResponse } from "./raw.ts"
import type { startService } from "./service.ts"

type Run = Awaited<ReturnType<typeof startService>>["run"]

const look = (run: Run, column: "request_id" | "user_agent", value: string) =>
  run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<Record<string, unknown>>`
        select surface, operation, method, path, status_code, error_code, user_email, key_last_four
        from audit_events where ${sql(column)} = ${value}`
    )
  )

/** What the audit trail holds of the request that this is the answer to. */
export const auditOf = (run: Run, answer: RawResponse) =>
  look(run, "request_id", String(answer.headers["x-request-id"]))

/** The same for requests that get no answer. */
export const auditBy = (run: Run, userAgent: string) => look(run, "user_agent", userAgent)
