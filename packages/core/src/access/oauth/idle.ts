import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { noSessionsLeft } from "./end-session.ts"

/** Limits each statement to this many rows, so that it holds no lock for long. */
const batchSize = 5000

/** Sessions that can no longer be refreshed and whose last access token has expired. */
const endIdleSessions = `
update oauth_sessions set ended_at = now(), ended_reason = 'idle' where id = any(array(
  select s.id from oauth_sessions s
  where s.ended_at is null and s.created_at < now() - interval '1 hour'
    and not exists (select from oauth_refresh_tokens r where r.session_id = s.id and r.expires_at > now())
    and not exists (select from oauth_access_tokens t where t.session_id = s.id and t.expires_at > now())
  limit ${batchSize}))`

const endEmptyConnections = `
update oauth_connections set ended_at = now(), ended_reason = 'idle' where id = any(array(
  select c.id from oauth_connections c where c.ended_at is null and ${noSessionsLeft("c.id")} limit ${batchSize}
  for no key update of c skip locked))
  and ${noSessionsLeft("oauth_connections.id")}`

/**
 * Marks unusable sessions and connections as ended: sessions not refreshed in time, and connections without
 * sessions. Their tokens are rejected anyway. The mark serves the list of connected apps and changes that
 * wait on behalf of a connection.
 */
export const endIdleConnections: Effect.Effect<void, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.zipRight(sql.unsafe(endIdleSessions), Effect.asVoid(sql.unsafe(endEmptyConnections)))
)
