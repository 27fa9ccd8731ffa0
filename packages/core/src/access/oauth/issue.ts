import { newAccessToken, type Scope } from "../../contract/index.ts"
import { type BoundStatement, bindStatement, type Statement, statement } from "../../storage/index.ts"
import { hashSecret } from "../secrets.ts"
import type { Lifetimes } from "./lifetimes.ts"
import { newRefreshToken } from "./secrets.ts"

/**
 * A statement that gives out tokens for what `granted` finds, and finds it and gives them out in one: however slow
 * the database is and however many ask at once, there is no moment between. `granted` is the text of a query that
 * answers session_id, connection_id, user_id, audience, scopes and parent (the hash of the refresh token that is replaced,
 * or null) of at most one row; its own values begin at $6.
 * Ahead of it may stand what it is made from.
 *
 * The scopes of a token are a snapshot: those of the connection that the person's roles allow at this moment.
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

/** Fresh secrets, and the statement bound to their hashes: nothing else of them reaches the database. */
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
