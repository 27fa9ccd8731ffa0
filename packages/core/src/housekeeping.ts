import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { endIdleConnections } from "./access/oauth/idle.ts"

/** So many rows at a time that no statement holds locks for long. */
const batchSize = 5000

/** What is worth nothing any more, by table. */
const expiredRows: Readonly<Record<string, string>> = {
  // An hour after its last use a bucket has long been full again: as good as none.
  rate_limits: "refreshed_at < now() - interval '1 hour'",
  // A day is how long an idempotency key is good for; the log of actions is kept elsewhere, for ever.
  executions: "settled_at < now() - interval '2 days'",
  // Where somebody signed in from tells whether they are a stranger there, for a while.
  dashboard_sessions: "expires_at < now() - interval '90 days'",
  mailed_links: "expires_at < now() - interval '1 day'",
  // What was sent is in somebody's mailbox; what is over tells nobody anything.
  emails: "created_at < now() - interval '90 days' or dropped_at < now() - interval '1 day'",
  oauth_access_tokens: "expires_at < now() - interval '1 day'",
  // For as long as a session lives, each code and token of it that is shown again is recognised for what it is.
  oauth_authorization_codes: `expires_at < now() - interval '1 day' and ${sessionEnded("oauth_authorization_codes")}`,
  oauth_refresh_tokens: `expires_at < now() - interval '1 day' and ${sessionEnded("oauth_refresh_tokens")}`,
  oauth_client_document_failures: "retry_at < now()",
  // Nobody ever connected them. One that comes back registers again, or is fetched again.
  oauth_clients: `created_at < now() - interval '30 days' and coalesce(fresh_until, now()) <= now()
    and not exists (select from oauth_connections c where c.client_id = oauth_clients.id)`
}

function sessionEnded(table: string): string {
  return `not exists (select from oauth_sessions s where s.id = ${table}.session_id and s.ended_at is null)`
}

const purge = (table: string, condition: string): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const deleteBatch = sql.unsafe<{ count: number }>(
      `with gone as (delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${batchSize})) returning 1)
       select count(*) as count from gone`
    )
    let total = 0
    for (let last = batchSize; last === batchSize; total += last) last = (yield* deleteBatch)[0]!.count
    return total
  })

/** Clears away what has run out; answers how many rows of each table went. */
export const housekeeping: Effect.Effect<
  Readonly<Record<string, number>>,
  SqlError,
  SqlClient.SqlClient
> = Effect.map(
  Effect.forEach(Object.entries(expiredRows), ([table, condition]) =>
    Effect.map(purge(table, condition), (count) => [table, count] as const)
  ),
  (counts) => Object.fromEntries(counts)
).pipe(Effect.zipLeft(endIdleConnections))
