import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { AuditDraft } from "./audit-event.ts"
import { recordWithin } from "./audit-trail.ts"
import { type Reply, replyOf } from "./handler.ts"

/** Does something in a transaction together with the event that tells of it: both are kept, or neither is. */
export const withItsEvent = <A, E>(
  sql: SqlClient.SqlClient,
  audit: AuditDraft,
  work: Effect.Effect<A, E, SqlClient.SqlClient>
): Effect.Effect<Reply<A>, E | SqlError> =>
  work.pipe(
    Effect.tap(() => recordWithin(audit, { status_code: 200, error_code: null })),
    Effect.map((output) => ({ ...replyOf(output), audited: true })),
    Effect.provideService(SqlClient.SqlClient, sql),
    sql.withTransaction
  )
