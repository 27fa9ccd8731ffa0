import { createHash } from "node:crypto"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { limits, newAccessToken, randomBase62, type Scope } from "../../contract/index.ts"
import type { SettingsShape } from "../../settings.ts"
import {
  type BoundStatement,
  bindStatement,
  deferStatements,
  runSql,
  type Statement,
  statement
} from "../../storage/index.ts"
import { hashSecret } from "../secrets.ts"
import type { OAuthError } from "./oauth-error.ts"

/** The maximum lifetimes. A setting can only shorten them. */
export const maxLifetimes = {
  accessTokenSeconds: 3600,
  connectionIdleDays: limits.connectionIdleDays,
  /** A browser needs seconds to return; RFC 6749 allows ten minutes. */
  authorizationCodeSeconds: 600
} as const

/**
 * How long a replaced refresh token is still accepted, because the response with its successor can be lost.
 */
export const graceSeconds = limits.refreshGraceSeconds

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
export const endIdleConnections: Effect.Effect<void, SqlError, SqlClient.SqlClient> = Effect.zipRight(
  runSql(endIdleSessions, []),
  Effect.asVoid(runSql(endEmptyConnections, []))
)

/**
 * Builds a statement that issues tokens for the row of `grantQuery` in one step, without a race in between.
 * `grantQuery` is the text of a query that returns at most one row with session_id, connection_id, user_id,
 * audience, scopes and parent (the hash of the replaced refresh token, or null). Its own parameters begin at
 * $6. `precedingCtes` holds the CTEs that it reads. A token's scopes are a snapshot: the connection's scopes
 * that the person's roles allow now.
 */
export const issueStatement = (grantQuery: string, precedingCtes = ""): Statement =>
  statement(`
with ${precedingCtes}granted as (${grantQuery}), allowed as (
  select granted.*, array(select scope from unnest(scopes) as scope where scope = any($5::text[])) as given
  from granted
), refresh as (
  insert into oauth_refresh_tokens (hash, session_id, parent_hash, audience, expires_at)
  select $1, session_id, parent, audience, clock_timestamp() + $4::float8 * interval '1 day' from allowed
), access as (
  insert into oauth_access_tokens (hash, session_id, refresh_hash, user_id, scopes, audience, expires_at)
  select $2, session_id, $1, user_id, given, audience, clock_timestamp() + $3::float8 * interval '1 second' from allowed
  returning expires_at
), touched as (
  update oauth_connections set last_refreshed_at = clock_timestamp()
  where id in (select connection_id from allowed)
)
select allowed.session_id, allowed.given as scopes, access.expires_at from allowed, access`)

interface IssuedRow {
  readonly session_id: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expires_at: string
}

interface PreparedTokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly refreshHash: Buffer
  readonly bound: BoundStatement<IssuedRow>
}

/** Creates secrets and binds the statement to their hashes. Only the hashes reach the database. */
export const prepareTokens = (
  statement: Statement,
  { accessTokenSeconds, connectionIdleDays }: Pick<Lifetimes, "accessTokenSeconds" | "connectionIdleDays">,
  allowed: Iterable<Scope>,
  values: ReadonlyArray<unknown>
): PreparedTokens => {
  const accessToken = newAccessToken()
  const refreshToken = newRefreshToken()
  const refreshHash = hashSecret(refreshToken)
  const hashes = [refreshHash, hashSecret(accessToken)]
  return {
    accessToken,
    refreshToken,
    refreshHash,
    bound: bindStatement(statement, [
      ...hashes,
      accessTokenSeconds,
      connectionIdleDays,
      [...allowed],
      ...values
    ])
  }
}

/*
 * Codes, refresh tokens and access tokens are long random texts. Their prefix states their kind, so that one
 * in a log is recognised and hidden.
 */
const randomLength = 43

export const newAuthorizationCode = (): string => `svc_ac_${randomBase62(randomLength)}`
const newRefreshToken = (): string => `svc_rt_${randomBase62(randomLength)}`

/** Longer than any of our secrets. Longer texts are not hashed. */
const maxLength = 256

/** The hash that a presented secret would be stored under; null for a text that cannot be one of ours. */
export const hashPresentedSecret = (text: string): Buffer | null =>
  text.startsWith("svc_") && text.length <= maxLength ? hashSecret(text) : null

/*
 * Proof Key for Code Exchange (RFC 7636), S256 only: on redemption, a client proves that it requested the
 * code. The method `plain` would send the proof itself through the address bar.
 */

const challengeShape = /^[A-Za-z0-9_-]{43}$/
const verifierShape = /^[A-Za-z0-9\-._~]{43,128}$/

/** Whether a text is a challenge: a SHA-256 in base64url. */
export const isChallenge = (text: string): boolean => challengeShape.test(text)

/**
 * The challenge of a verifier, or null for an invalid one. The statement that redeems the code compares it,
 * so a failed proof redeems nothing.
 */
export const challengeOf = (verifier: string): string | null =>
  verifierShape.test(verifier) ? createHash("sha256").update(verifier).digest("base64url") : null

/** The response to a code or a refresh token (RFC 6749, 5.1). */
export interface TokenResponse {
  readonly access_token: string
  readonly token_type: "Bearer"
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

/**
 * The outcome of a token request as a value. An error can come with writes, such as an ended session, that
 * must be committed too.
 */
export type TokenOutcome = IssuedTokens | { readonly refusal: OAuthError }

interface IssuedTokens {
  readonly issued: TokenResponse
  /** Email of the tokens' person. */
  readonly person: string
}

export const issuedTokens = (
  { accessToken, refreshToken }: Pick<PreparedTokens, "accessToken" | "refreshToken">,
  { scopes }: Pick<IssuedRow, "scopes">,
  accessTokenSeconds: number,
  person: string
): IssuedTokens => ({
  person,
  issued: {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: accessTokenSeconds,
    refresh_token: refreshToken,
    scope: scopes.join(" ")
  }
})
