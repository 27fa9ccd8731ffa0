import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { endIdleConnections } from "./access/oauth/lifetimes.ts"

/** Limits each statement to this many rows, so that it holds no lock for long. */
const batchSize = 5000

/** The conditions of expired rows, by table. */
const expiredRows: Readonly<Record<string, string>> = {
  // An hour after its last use, a bucket is full again and equals a missing one.
  rate_limits: "refreshed_at < now() - interval '1 hour'",
  // An idempotency key is valid for a day; the action log is stored separately and permanently.
  executions: "settled_at < now() - interval '2 days'",
  // Past sessions show for a while from which IP addresses a person signs in.
  dashboard_sessions: "expires_at < now() - interval '90 days'",
  mailed_links: "expires_at < now() - interval '1 day'",
  // Sent emails are in mailboxes; dropped ones are of no use.
  emails: "created_at < now() - interval '90 days' or dropped_at < now() - interval '1 day'",
  oauth_access_tokens: "expires_at < now() - interval '1 day'",
  // While a session lives, each of its codes and tokens must be recognised if it is presented again.
  oauth_authorization_codes: `expires_at < now() - interval '1 day' and ${sessionEnded("oauth_authorization_codes")}`,
  oauth_refresh_tokens: `expires_at < now() - interval '1 day' and ${sessionEnded("oauth_refresh_tokens")}`,
  oauth_client_document_failures: "retry_at < now()",
  // Clients that nobody connected. They can register, or be fetched, again.
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

/** Deletes expired rows and returns their number per table. */
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
