import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { EffectiveRole, Scope } from "../../contract/index.ts"
import {
  type BoundStatement,
  bindStatement,
  makePlanningReader,
  runStatement,
  statement
} from "../../storage/index.ts"
import { effectiveRolesQuery } from "../membership.ts"
import { issuedTokens, issueStatement, prepareTokens, type TokenOutcome } from "./issue.ts"
import { endSession, graceSeconds, type Lifetimes } from "./lifetimes.ts"
import { type OAuthError, oauthError, withActor } from "./oauth-error.ts"
import { grantableScopes } from "./parameters.ts"

/** Whether the token in `row` was replaced less than the grace period ago. */
const inGrace = (row: string): string =>
  `${row}.replaced_at > clock_timestamp() - interval '${graceSeconds} seconds'`

/*
 * Refreshes of one connection run one after the other. Without this lock, two branches that refresh at the same
 * moment would both continue. The connection is locked before its sessions and tokens, as `endSession` does.
 */
const lockStatement = statement(`
select c.id from oauth_refresh_tokens r join oauth_sessions s on s.id = r.session_id
join oauth_connections c on c.id = s.connection_id
where r.hash = $1 for no key update of c`)

/** Locks the connection that a refresh token belongs to until the transaction ends. */
const lockConnectionOf = (hash: Buffer): BoundStatement<{ readonly id: string }> =>
  bindStatement(lockStatement, [hash])

/*
 * `line` holds the ancestors of the refreshed token that are still within their grace period, and the first one that is
 * not. An ancestor is always replaced before its descendants, so the walk up ends after a minute's worth of tokens.
 */
const revokeOthersStatement = statement(`
with recursive line (hash, parent_hash) as (
  select hash, parent_hash from oauth_refresh_tokens where hash = $1
  union all
  select r.hash, case when ${inGrace("r")} then r.parent_hash end
  from oauth_refresh_tokens r join line on r.hash = line.parent_hash
), revoked as (
  update oauth_refresh_tokens o set revoked_at = clock_timestamp()
  where o.session_id = $2 and o.revoked_at is null and (o.replaced_at is null or ${inGrace("o")})
    and o.hash <> $3 and o.hash not in (select hash from line)
  returning o.hash
)
update oauth_access_tokens t set ended_at = clock_timestamp()
where t.session_id = $2 and t.ended_at is null and t.refresh_hash in (select hash from revoked)`)

/**
 * Revokes every other branch of a session: refresh tokens that could still be used and are neither the refreshed token,
 * its ancestors nor its replacement, with the access tokens that were issued with them.
 */
const revokeOtherBranches = (
  session: string,
  { refreshed, replacement }: { readonly refreshed: Buffer; readonly replacement: Buffer }
): BoundStatement<object> => bindStatement(revokeOthersStatement, [refreshed, session, replacement])

export interface PresentedRefreshToken {
  readonly hash: Buffer
  readonly clientId: string
  readonly audience: string
  /** A subset of the connection's scopes for this token; null for all of them. */
  readonly scopes: ReadonlyArray<Scope> | null
}

const replacedInGrace = inGrace("r")
const idle = "c.last_refreshed_at <= clock_timestamp() - $4::float8 * interval '1 day'"

/** `replaced_at` is set once and stays: the grace period starts with the first use. */
const rotateStatement = issueStatement(
  "select session_id, connection_id, user_id, audience, scopes, hash as parent from rotated",
  `rotated as (
  update oauth_refresh_tokens r set replaced_at = coalesce(r.replaced_at, clock_timestamp())
  from oauth_sessions s join oauth_connections c on c.id = s.connection_id
  where r.hash = $6 and s.id = r.session_id and c.client_id = $7 and r.audience = $8
    and s.ended_at is null and c.ended_at is null and not (${idle})
    and r.revoked_at is null
    and (${replacedInGrace} or r.replaced_at is null and r.expires_at > clock_timestamp())
    and $9::text[] <@ c.scopes and c.scopes && $5::text[]
  returning r.hash, r.session_id, s.connection_id, c.user_id, r.audience, c.scopes
), `
)

interface RefreshRow {
  readonly session_id: string
  readonly email: string
  readonly standings: ReadonlyArray<EffectiveRole>
  readonly scopes: ReadonlyArray<Scope>
  readonly client_id: string
  readonly audience: string
  /** Whether this is the first use, which revokes the other branches. */
  readonly unused: boolean
  /** Whether another branch of the session was refreshed. */
  readonly revoked: boolean
  readonly replayed: boolean
  readonly expired: boolean
  readonly ended: boolean
}

const refreshStatement = statement(`
select u.email, r.session_id, c.client_id, c.scopes, r.audience, r.replaced_at is null as unused,
  r.revoked_at is not null as revoked,
  r.replaced_at is not null and not (${replacedInGrace})
    or coalesce(r.revoked_at <= clock_timestamp() - interval '${graceSeconds} seconds', false) as replayed,
  r.expires_at <= clock_timestamp() or ${idle.replace("$4", "$2")} as expired,
  coalesce(s.ended_at, c.ended_at, u.disabled_at) is not null as ended,
  case when u.disabled_at is null then array(${effectiveRolesQuery("u.id")}) else '{}' end as standings
from oauth_refresh_tokens r
join oauth_sessions s on s.id = r.session_id
join oauth_connections c on c.id = s.connection_id
join users u on u.id = c.user_id
where r.hash = $1`)

const reconnectHint = "Have the person connect again."

/** Why a token was not refreshed, other than for a replay. */
const refreshError = (row: RefreshRow, presented: PresentedRefreshToken): OAuthError => {
  if (row.audience !== presented.audience) {
    return oauthError(
      "invalid_target",
      "The token is for another resource: send the one that it was issued for."
    )
  }
  if (row.revoked) {
    return oauthError(
      "invalid_grant",
      "The token it replaced was used twice, and the client continued with the other answer. Use the newest refresh token."
    )
  }
  if (row.expired)
    return oauthError("invalid_grant", `The connection was not refreshed for too long. ${reconnectHint}`)
  if (presented.scopes?.some((scope) => !row.scopes.includes(scope))) {
    return oauthError(
      "invalid_scope",
      `A refresh cannot widen what was approved: ${row.scopes.join(" ")}. ${reconnectHint}`
    )
  }
  return oauthError(
    "invalid_grant",
    `The person's roles allow nothing of what was approved. ${reconnectHint}`
  )
}

/**
 * Issues new tokens for a refresh token. A replaced token that is presented again is held by two parties, and
 * they cannot be told apart, so the session ends. Within the grace period a token can be used twice and
 * starts a second branch. The branch that is refreshed first continues, and the others are revoked. Requires
 * an open transaction, which also commits on an error.
 */
export const rotateRefresh = (
  presented: PresentedRefreshToken,
  lifetimes: Lifetimes
): Effect.Effect<TokenOutcome, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { audience, clientId, hash, scopes } = presented
    const readStatement = bindStatement<RefreshRow>(refreshStatement, [hash, lifetimes.connectionIdleDays])
    const readToken = Effect.map(runStatement(readStatement), ([row]) => row)
    const [, [before]] = yield* makePlanningReader().read(lockConnectionOf(hash), readStatement)
    const roles = grantableScopes(before?.standings ?? [])
    const allowed = scopes?.filter((scope) => roles.has(scope)) ?? roles
    const prepared = prepareTokens(rotateStatement, lifetimes, allowed, [
      hash,
      clientId,
      audience,
      scopes ?? []
    ])
    const [issued] = yield* runStatement(prepared.bound)
    if (issued !== undefined && before !== undefined) {
      if (before.unused) {
        const tokens = { refreshed: hash, replacement: prepared.refreshHash }
        yield* runStatement(revokeOtherBranches(before.session_id, tokens))
      }
      return issuedTokens(prepared, issued, lifetimes.accessTokenSeconds, before.email)
    }
    const row = yield* readToken
    if (row === undefined || row.client_id !== clientId || row.ended) {
      return {
        refusal: oauthError(
          "invalid_grant",
          `There is no such refresh token of this client. ${reconnectHint}`
        )
      }
    }
    if (!row.replayed) return { refusal: withActor(refreshError(row, presented), row.email) }
    yield* endSession(row.session_id, "refresh_replayed")
    const replayMessage =
      "This refresh token was replaced before. Somebody else may have it, so its session is revoked."
    return { refusal: withActor(oauthError("invalid_grant", `${replayMessage} ${reconnectHint}`), row.email) }
  })
