import { type BoundStatement, bindStatement, statement } from "../../storage/index.ts"
import { graceSeconds } from "./lifetimes.ts"

/** Whether the token in `row` was replaced less than the grace period ago. */
export const inGrace = (row: string): string =>
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
export const lockConnectionOf = (hash: Buffer): BoundStatement<{ readonly id: string }> =>
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
export const revokeOtherBranches = (
  session: string,
  { refreshed, replacement }: { readonly refreshed: Buffer; readonly replacement: Buffer }
): BoundStatement<object> => bindStatement(revokeOthersStatement, [refreshed, session, replacement])
