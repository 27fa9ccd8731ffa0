import { newAccessToken, type Scope } from "../../contract/index.ts"
import { type BoundStatement, bindStatement, type Statement, statement } from "../../storage/index.ts"
import { hashSecret } from "../secrets.ts"
import type { Lifetimes } from "./lifetimes.ts"
import { newRefreshToken } from "./secrets.ts"

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

export interface IssuedRow {
  readonly session_id: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expires_at: string
}

export interface PreparedTokens {
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
