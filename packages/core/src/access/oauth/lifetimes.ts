import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { SettingsShape } from "../../settings.ts"
import { bindStatement, deferStatements, statement } from "../../storage/index.ts"

/** The maximum lifetimes. A setting can only shorten them. */
export const maxLifetimes = {
  accessTokenSeconds: 3600,
  connectionIdleDays: 60,
  /** A browser needs seconds to return; RFC 6749 allows ten minutes. */
  authorizationCodeSeconds: 600
} as const

/**
 * How long a replaced refresh token is still accepted, because the response with its successor can be lost.
 */
export const graceSeconds = 60

export type Lifetimes = { readonly [Name in keyof typeof maxLifetimes]: number }

export const lifetimesOf = (settings: Pick<SettingsShape, keyof Lifetimes>): Lifetimes => ({
  accessTokenSeconds: Math.min(settings.accessTokenSeconds, maxLifetimes.accessTokenSeconds),
  connectionIdleDays: Math.min(settings.connectionIdleDays, maxLifetimes.connectionIdleDays),
  authorizationCodeSeconds: Math.min(settings.authorizationCodeSeconds, maxLifetimes.authorizationCodeSeconds)
})

/** Why a session or a connection ended. */
type EndReason = "revoked" | "code_replayed" | "refresh_replayed" | "idle"

/**
 * Sessions are started and ended under the connection's lock, so the last session is known to be the last.
 */
const lockConnection = statement(`
select c.id from oauth_connections c join oauth_sessions s on s.connection_id = c.id
where s.id = $1 for no key update of c`)

const endStatement = statement(`
update oauth_sessions set ended_at = clock_timestamp(), ended_reason = $2 where id = $1 and ended_at is null`)

/** An unredeemed code counts as a session, so it keeps the connection alive. */
const noSessionsLeft = (connection: string): string => `
  not exists (select 1 from oauth_sessions s where s.connection_id = ${connection} and s.ended_at is null)
  and not exists (select 1 from oauth_authorization_codes k where k.connection_id = ${connection}
    and k.redeemed_at is null and k.expires_at > clock_timestamp())`

const endConnection = statement(`
update oauth_connections c set ended_at = clock_timestamp(), ended_reason = $2
where c.ended_at is null and c.id = (select connection_id from oauth_sessions where id = $1)
  and ${noSessionsLeft("c.id")}`)

/**
 * Ends a session, and the connection once no session is left. This revokes all its tokens, because every
 * check of a token reads its session. Requires an open transaction.
 */
export const endSession = (
  session: string,
  reason: EndReason
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  deferStatements(
    bindStatement(lockConnection, [session]),
    bindStatement(endStatement, [session, reason]),
    bindStatement(endConnection, [session, reason])
  )

/** Limits each statement to this many rows, so that it holds no lock for long. */
const batchSize = 5000

/** Sessions that can no longer be refreshed and whose last access token has expired. */
const endIdleSessions = `
update oauth_sessions set ended_at = now(), ended_reason = 'idle' where id = any(array(
  select s.id from oauth_sessions s
  where s.ended_at is null and s.created_at < now() - interval '1 hour'
    and not exists (select 1 from oauth_refresh_tokens r where r.session_id = s.id and r.expires_at > now())
    and not exists (select 1 from oauth_access_tokens t where t.session_id = s.id and t.expires_at > now())
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
