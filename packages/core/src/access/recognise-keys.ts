import { isWithinMaxScopes, type Role, type Scope, Unauthorized } from "../contract/index.ts"
import { type Actor, anonymousActor } from "../request/audit-event.ts"
import type { KeyCaller } from "../request/caller.ts"
import { type StatementsShape, statement } from "../storage/index.ts"
import { type CredentialCheck, type LookupRow, makeRecogniser } from "./recognition.ts"
import { takeTokensSql } from "./token-bucket.ts"

/** The current state of a key and its creator. */
export interface LiveKey {
  readonly key_id: number
  readonly user_id: number
  readonly email: string
  readonly prefix: string
  readonly last_four: string
  readonly scopes: ReadonlyArray<Scope>
  readonly ended: "revoked" | "expired" | null
  readonly role: Role | null
  readonly organization_id: number
  readonly slug: string
  readonly currency: string
  readonly approvals_required: boolean
}

type KeyRow = LiveKey & LookupRow

/** Columns of `k`, `u`, `m` and `o`: the key, its creator, their membership and the organization. */
export const liveKeyColumns = `k.id as key_id, k.user_id, u.email, k.prefix, k.last_four, k.scopes, m.role,
    o.id as organization_id, o.slug, o.currency, o.approvals_required,
    case when k.revoked_at is not null or u.disabled_at is not null then 'revoked'
      when least(k.expires_at, k.valid_until) <= now() then 'expired' end as ended`

const lookup = statement(`
with found as (
  select asked.hex as asked, asked.n, 'key:' || k.id as subject, ${liveKeyColumns}
  from unnest($1::text[], $2::int[]) as asked (hex, n)
  join api_keys k on k.hash = decode(asked.hex, 'hex')
  join users u on u.id = k.user_id
  join organizations o on o.id = k.organization_id
  left join memberships m on m.organization_id = k.organization_id and m.user_id = k.user_id
), taken as (${takeTokensSql("(select subject, n from found where ended is null and role is not null) as live", "$3::float8")})
select found.*, taken.tokens, taken.granted from found left join taken using (subject)`)

/** Checks whether a key is accepted. */
export const checkKey = (row: LiveKey | undefined): CredentialCheck<KeyCaller> => {
  if (row === undefined) return { refused: new Unauthorized({ why: "unknown" }), actor: anonymousActor }
  const actor: Actor = {
    organization_id: row.organization_id,
    actor_type: "api_key",
    user_email: row.email,
    key_prefix: row.prefix,
    key_last_four: row.last_four
  }
  if (row.ended !== null) return { refused: new Unauthorized({ why: row.ended }), actor }
  // The role is the creator's current one: a demotion limits their keys at once.
  if (row.role === null || !isWithinMaxScopes(row.scopes, row.role)) {
    return { refused: new Unauthorized({ why: "creator_role" }), actor }
  }
  return {
    audience: null,
    caller: {
      kind: "api_key",
      keyId: row.key_id,
      userId: row.user_id,
      email: row.email,
      prefix: row.prefix,
      lastFour: row.last_four,
      scopes: row.scopes,
      role: row.role,
      organization: {
        id: row.organization_id,
        slug: row.slug,
        currency: row.currency,
        approvalsRequired: row.approvals_required
      }
    }
  }
}

export const makeKeyRecogniser = (statements: StatementsShape, limit: number) =>
  makeRecogniser<KeyRow>({ statements, limit, statement: lookup, check: checkKey })
