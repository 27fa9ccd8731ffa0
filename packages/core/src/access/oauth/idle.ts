import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { noSessionsLeft } from "./end-session.ts"

/** So many at a time that no statement holds locks for long. */
const batchSize = 5000

/** Nothing can be refreshed any more, and its last access token has run out. */
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
 * Marks as ended what nobody can use any more: sessions that were not refreshed in time, and connections that have
 * none left. Their tokens are refused without it; this is for those who look at their connected apps, and for changes
 * that still wait in the name of one.
 */
export const endIdleConnections: Effect.Effect<void, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.zipRight(sql.unsafe(endIdleSessions), Effect.asVoid(sql.unsafe(endEmptyConnections)))
)
