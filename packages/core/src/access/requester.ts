import { Effect, Schema } from "effect"
import { type CredentialApprovals, type Role, Scope, Unauthorized } from "../contract/index.ts"
import type { Caller, OrganizationFacts } from "../request/caller.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"
import { checkKey, type LiveKey, liveKeyColumns } from "./callers.ts"
import { accessSuspended, organizationFacts } from "./organization-access.ts"

/** What people call the requester of a change: the person, and the key or app that acted for them. */
export interface RequesterNames {
  readonly user_id: number
  readonly person: string
  readonly email: string
  /** Their role now; null for a former member. */
  readonly role: Role | null
  readonly key_id: number | null
  readonly key: string | null
  readonly connection_id: string | null
  readonly app: string | null
}

const names = statement(`
  select u.id as user_id, u.name as person, u.email, m.role, k.id as key_id, k.name as key,
    c.id as connection_id, a.name as app
  from unnest($2::bigint[], $3::bigint[], $4::text[]) as asked (user_id, key_id, connection_id)
  join users u on u.id = asked.user_id
  left join memberships m on m.organization_id = $1 and m.user_id = u.id
  left join api_keys k on k.organization_id = $1 and k.id = asked.key_id
  left join oauth_connections c on c.id = asked.connection_id
  left join oauth_clients a on a.id = c.client_id`)

const everybody = statement(`
  with people as (
    select u.id, u.name, u.email, m.role from memberships m join users u on u.id = m.user_id where m.organization_id = $1
    union
    select u.id, u.name, u.email, m.role
    from organizations o join adops_team_members t on t.team_id = o.adops_team_id join users u on u.id = t.user_id
    left join memberships m on m.organization_id = o.id and m.user_id = u.id
    where o.id = $1
  )
  select id as user_id, name as person, email, role, null::bigint as key_id, null as key, null as connection_id, null as app
  from people
  union all
  select p.id, p.name, p.email, p.role, k.id, k.name, null, null
  from people p join api_keys k on k.organization_id = $1 and k.user_id = p.id
  union all
  select p.id, p.name, p.email, p.role, null, null, c.id, a.name
  from people p join oauth_connections c on c.user_id = p.id join oauth_clients a on a.id = c.client_id`)

/**
 * Reads the names of everybody who can request changes in an organization, with their keys and apps. A page reads them
 * together with the requests, which saves a round of queries. Former members are not among them.
 */
export const readPossibleRequesters = (organization: number): BoundStatement<RequesterNames> =>
  bindStatement(everybody, [organization])

interface Asked {
  readonly requester_user_id: number
  readonly requester_key_id: number | null
  readonly requester_connection_id: string | null
}

/** Reads the names of the requesters of an organization's changes. */
export const readRequesterNames = (
  organization: number,
  asked: ReadonlyArray<Asked>
): BoundStatement<RequesterNames> =>
  bindStatement(names, [
    organization,
    asked.map((one) => one.requester_user_id),
    asked.map((one) => one.requester_key_id),
    asked.map((one) => one.requester_connection_id)
  ])

/** Whether these are the names of that requester. */
export const isNamedBy =
  (asked: Asked) =>
  (row: RequesterNames): boolean =>
    row.user_id === asked.requester_user_id &&
    row.key_id === asked.requester_key_id &&
    row.connection_id === asked.requester_connection_id

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
  /** Of the connected app; null for the person alone. */
  readonly approvals: CredentialApprovals | null
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
    o.id, o.slug, o.currency, o.approvals_required, ${accessSuspended}, c.approvals
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
  const { approvals, email, role } = row
  const identity = { userId, email, scopes }
  const caller: Caller =
    kind === "access_token"
      ? { kind, ...identity, connectionId: connectionId ?? "", approvals: approvals ?? "organization" }
      : { kind: "person", ...identity, confirmed: false, secondFactor: false }
  return Effect.succeed({ caller, organization: organizationFacts(row), role })
}
