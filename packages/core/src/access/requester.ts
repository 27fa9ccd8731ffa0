import { Effect, Schema } from "effect"
import { type Role, Scope, Unauthorized } from "../contract/index.ts"
import type { Caller, OrganizationFacts } from "../request/caller.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"
import { checkKey, type LiveKey, liveKeyColumns } from "./recognise.ts"
import { accessSuspended, organizationFacts } from "./suspension.ts"

/** The requester of a change, as stored with the change. */
export const Requester = Schema.Struct({
  organization: Schema.Int,
  kind: Schema.Literal("api_key", "access_token", "person"),
  keyId: Schema.NullOr(Schema.Int),
  userId: Schema.Int,
  connectionId: Schema.NullOr(Schema.String),
  scopes: Schema.Array(Scope)
})
export type Requester = typeof Requester.Type

export const requesterOf = ({ caller, organization }: OrganizationClearance): Requester => ({
  organization: organization.id,
  kind: caller.kind,
  keyId: caller.kind === "api_key" ? caller.keyId : null,
  userId: caller.userId,
  connectionId: caller.kind === "access_token" ? caller.connectionId : null,
  scopes: caller.scopes
})

interface LivePerson {
  readonly email: string
  readonly role: Role | null
  readonly ended: boolean
  readonly id: number
  readonly slug: string
  readonly currency: string
  readonly approvals_required: boolean
  readonly access_suspended: boolean
}

interface ResolvedRequester {
  readonly caller: Caller
  readonly organization: OrganizationFacts
  readonly role: Role
}

export type LiveRequester = LiveKey | LivePerson

const keyStatement = statement(`
  select ${liveKeyColumns}
  from api_keys k
  join users u on u.id = k.user_id
  join organizations o on o.id = k.organization_id
  left join memberships m on m.organization_id = k.organization_id and m.user_id = k.user_id
  where k.organization_id = $1 and k.id = $2`)

const personStatement = statement(`
  select u.email, m.role, u.disabled_at is not null or c.ended_at is not null as ended,
    o.id, o.slug, o.currency, o.approvals_required, ${accessSuspended}
  from users u
  join organizations o on o.id = $1
  left join memberships m on m.organization_id = o.id and m.user_id = u.id
  left join oauth_connections c on c.id = $2
  where u.id = $3`)

/** Reads a requester's current state; `resolveRequester` evaluates it. */
export const readRequester = ({
  connectionId,
  keyId,
  kind,
  organization,
  userId
}: Requester): BoundStatement<LiveRequester> =>
  kind === "api_key"
    ? bindStatement(keyStatement, [organization, keyId])
    : bindStatement(personStatement, [organization, connectionId, userId])

const isKey = (row: LiveRequester): row is LiveKey => "key_id" in row

/** Returns the requester as a caller, or fails if their key or connected app would now be rejected. */
export const resolveRequester = (
  { connectionId, kind, scopes, userId }: Requester,
  row: LiveRequester | undefined
): Effect.Effect<ResolvedRequester, Unauthorized> => {
  if (kind === "api_key") {
    const verdict = checkKey(row !== undefined && isKey(row) ? row : undefined)
    if ("refused" in verdict) return Effect.fail(verdict.refused)
    const { caller } = verdict
    return Effect.succeed({ caller, organization: caller.organization, role: caller.role })
  }
  if (row === undefined || isKey(row) || row.ended) return Effect.fail(new Unauthorized({ why: "revoked" }))
  if (row.role === null) return Effect.fail(new Unauthorized({ why: "creator_role" }))
  const { email, role } = row
  const identity = { userId, email, scopes }
  const caller: Caller =
    kind === "access_token"
      ? { kind, ...identity, connectionId: connectionId ?? "" }
      : { kind: "person", ...identity, confirmed: false, secondFactor: false }
  return Effect.succeed({ caller, organization: organizationFacts(row), role })
}
