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

/** Returns the audit events of the request with this response. */
export const auditOf = (run: Run, response: RawResponse) =>
  look(run, "request_id", String(response.headers["x-request-id"]))

/** Returns the audit events of requests without a response. */
export const auditBy = (run: Run, userAgent: string) => look(run, "user_agent", userAgent)
