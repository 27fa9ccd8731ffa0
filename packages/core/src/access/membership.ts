import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import {
  type EffectiveRole,
  isEmail,
  isWithinMaxScopes,
  NotFound,
  type Role,
  RoleDenied,
  roleFor,
  type Scope,
  ValidationError
} from "../contract/index.ts"
import { runSql } from "../storage/index.ts"
import { endConnectionsOf } from "./oauth/connections.ts"
import { lockOrganization } from "./organizations.ts"

/** A member to notify. */
export interface MemberAddress {
  readonly organization_id: number
  readonly user_id: number
  readonly email: string
  /** The kinds of notice that the person does not want by email. */
  readonly muted: ReadonlyArray<string>
}

/** Reads the members of some organizations who have one of these roles and can sign in. */
export const membersWithRoles = (
  organizations: ReadonlyArray<number>,
  roles: ReadonlyArray<Role>
): Effect.Effect<ReadonlyArray<MemberAddress>, SqlError, SqlClient.SqlClient> =>
  runSql<MemberAddress>`
    select m.organization_id, m.user_id, u.email, u.muted_notices as muted from memberships m join users u on u.id = m.user_id
    where m.organization_id = any(${organizations}::bigint[]) and m.role = any(${roles}::text[])
      and u.disabled_at is null
    order by m.organization_id, u.email`

/** An ad-operations team of the operator: its staff can read the organizations that are assigned to it. */
export interface TeamRow {
  readonly name: string
  readonly staff: ReadonlyArray<string>
  readonly organizations: ReadonlyArray<string>
}

export const readTeams = runSql<TeamRow>`
  select t.name,
    array(select u.email from adops_team_members m join users u on u.id = m.user_id
      where m.team_id = t.id and u.disabled_at is null order by u.email) as staff,
    array(select o.slug from organizations o where o.adops_team_id = t.id order by o.slug) as organizations
  from adops_teams t order by t.name`

/** Returns the id of the team with that name, or null. */
export const findTeam = (name: string): Effect.Effect<number | null, SqlError, SqlClient.SqlClient> =>
  Effect.map(
    runSql<{ id: number }>`select id from adops_teams where name = ${name}`,
    ([team]) => team?.id ?? null
  )

const didChange = Effect.map((rows: ReadonlyArray<unknown>) => rows.length > 0)

/** Returns false if another team has the name. */
export const insertTeam = (name: string) =>
  didChange(
    runSql`insert into adops_teams (name) values (${name}) on conflict (name) do nothing returning id`
  )

export const addToTeam = (team: number, user: number) =>
  runSql`insert into adops_team_members (team_id, user_id) values (${team}, ${user}) on conflict do nothing`

/** Returns false if the person was not in the team. */
export const removeFromTeam = (team: number, user: number) =>
  didChange(runSql`delete from adops_team_members where team_id = ${team} and user_id = ${user} returning 1`)

/** Assigns an organization to a team, or with null to none. */
export const assignTeam = (organization: number, team: number | null) =>
  runSql`update organizations set adops_team_id = ${team}, updated_at = now() where id = ${organization}`

/** A person's current membership in an organization. */
export interface Member {
  readonly organization_id: number
  readonly user_id: number
  readonly email: string
  /** Null for a former member, who can still have keys. */
  readonly role: Role | null
}

/**
 * Finds a person in an organization and takes the organization's lock until the transaction ends. Memberships change
 * under that lock only, so decisions based on the role stay valid. A lock of the membership itself would hold up every
 * organization of a cluster: memberships are a reference table. The error of an unknown address is that of a person who
 * is no member: owners must not learn who else has an account.
 */
export const findMember = (
  organization: string,
  email: string
): Effect.Effect<Member, NotFound | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const [org] = yield* runSql<{ id: number }>`select id from organizations where slug = ${organization}`
    if (org === undefined) {
      return yield* new NotFound({ what: `The organization ${JSON.stringify(organization)}` })
    }
    if (!isEmail(email)) return yield* notAMemberError(organization, email)
    yield* lockOrganization(org.id)
    const [person] = yield* runSql<Omit<Member, "organization_id">>`
      select u.id as user_id, u.email, m.role from users u
      left join memberships m on m.organization_id = ${org.id} and m.user_id = u.id
      where lower(u.email) = lower(${email}) and u.disabled_at is null`
    if (person === undefined) return yield* notAMemberError(organization, email)
    return { organization_id: org.id, ...person }
  })

/** Finds a member of an organization, and takes its lock as `findMember` does. */
const requireMember = (organization: string, email: string) =>
  Effect.flatMap(findMember(organization, email), (member) =>
    member.role === null ? notAMemberError(organization, email) : Effect.succeed(member)
  )

export const notAMemberError = (organization: string, email: string): NotFound =>
  new NotFound({
    what: `${email} among the members of ${organization}`,
    next: "Name a member of the organization, or invite the person first."
  })

/**
 * Nobody can grant more than their own scopes. The error names the role that the first excess scope requires.
 */
export const requireGrantable = (
  scopes: ReadonlyArray<Scope>,
  role: Role
): Effect.Effect<void, RoleDenied | ValidationError> => {
  if (scopes.length === 0) {
    const fields = [{ path: "scopes", message: "must name at least one scope" }]
    return Effect.fail(new ValidationError({ fields }))
  }
  if (isWithinMaxScopes(scopes, role)) return Effect.void
  const excess = scopes.find((scope) => !isWithinMaxScopes([scope], role))!
  return Effect.fail(new RoleDenied({ required_role: roleFor(excess) }))
}

/** Returns the text of a query for a person's roles in all organizations and their team membership. */
export const effectiveRolesQuery = (userId: string): string => `
  select role as standing from memberships where user_id = ${userId}
  union select 'adops_team' from adops_team_members where user_id = ${userId}`

export const effectiveRolesOf = (
  userId: number
): Effect.Effect<ReadonlyArray<EffectiveRole>, SqlError, SqlClient.SqlClient> =>
  Effect.map(runSql<{ standing: EffectiveRole }>(effectiveRolesQuery("$1"), [userId]), (rows) =>
    rows.map(({ standing }) => standing)
  )

export interface MemberRow {
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly has_password: boolean
  readonly has_second_factor: boolean
  readonly last_signed_in_at: string | null
}

type MemberError = NotFound | ValidationError | SqlError

export interface MembersShape {
  readonly list: (organization: number) => Effect.Effect<ReadonlyArray<MemberRow>, SqlError>
  /** Adds a member, or changes a member's role. Only an invitation or an operator adds people. */
  readonly setRole: (
    organization: { readonly id: number; readonly slug: string },
    user: number,
    role: Role
  ) => Effect.Effect<void, MemberError>
  /** Changes a member's role. Everybody else is invited. */
  readonly changeRole: (organization: string, email: string, role: Role) => Effect.Effect<void, MemberError>
  /** Revokes all access to the organization from the next request on: every request reads memberships. */
  readonly remove: (organization: string, email: string) => Effect.Effect<void, MemberError>
  /** Removes a person from every organization, signs them out everywhere and ends all their connections. */
  readonly disable: (user: number) => Effect.Effect<void, MemberError>
}

const lastOwnerError = (slug: string): ValidationError =>
  new ValidationError({
    fields: [
      { path: "role", message: `would leave ${slug} without an owner: make another person an owner first` }
    ]
  })

const make: Effect.Effect<MembersShape, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const inTransaction = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    sql.withTransaction(Effect.provideService(effect, SqlClient.SqlClient, sql))

  /** Takes the organization's lock, so that two owners who remove each other are serialized. */
  const requireAnotherOwner = (organization: number, slug: string, leavingUser: number) =>
    Effect.gen(function* () {
      yield* lockOrganization(organization)
      const owners = yield* sql<{ user_id: number }>`
        select m.user_id from memberships m join users u on u.id = m.user_id
        where m.organization_id = ${organization} and m.role = 'owner' and u.disabled_at is null`
      if (owners.length > 0 && owners.every(({ user_id }) => user_id === leavingUser))
        return yield* lastOwnerError(slug)
    })

  /** Revokes keys permanently. A person who is invited again later does not regain forgotten keys. */
  const revokeKeysOf = (user: number, organization: number | null) => sql`
    update api_keys set revoked_at = now(), revoked_reason = 'the person was removed'
    where user_id = ${user} and (${organization}::bigint is null or organization_id = ${organization})
      and revoked_at is null`

  /** Only owners invite. The open invitations of a person who is none any more would outlive that right. */
  const withdrawInvitationsOf = (user: number, organization: number | null) => sql`
    update invitations set withdrawn_at = now()
    where invited_by = ${user} and (${organization}::bigint is null or organization_id = ${organization})
      and accepted_at is null and withdrawn_at is null`

  const setRole: MembersShape["setRole"] = ({ id, slug }, user, role) =>
    inTransaction(
      Effect.gen(function* () {
        if (role !== "owner") {
          yield* requireAnotherOwner(id, slug, user)
          yield* withdrawInvitationsOf(user, id)
        }
        yield* sql`insert into memberships (organization_id, user_id, role) values (${id}, ${user}, ${role})
          on conflict (organization_id, user_id)
          do update set role = excluded.role, updated_at = excluded.updated_at`
      })
    ).pipe(Effect.withSpan("Members.setRole"))

  return {
    list: (organization) => sql<MemberRow>`
      select u.email, u.name, m.role, u.password_hash is not null as has_password, u.last_signed_in_at,
        exists (select 1 from second_factors f where f.user_id = u.id and f.enabled_at is not null) as has_second_factor
      from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organization} and u.disabled_at is null
      order by array_position(array['owner', 'admin', 'member'], m.role), u.email`,
    setRole,
    changeRole: (slug, email, role) =>
      inTransaction(
        Effect.flatMap(requireMember(slug, email), ({ organization_id: id, user_id }) =>
          setRole({ id, slug }, user_id, role)
        )
      ),
    remove: (slug, email) =>
      inTransaction(
        Effect.gen(function* () {
          const member = yield* requireMember(slug, email)
          yield* requireAnotherOwner(member.organization_id, slug, member.user_id)
          yield* sql`delete from memberships
            where organization_id = ${member.organization_id} and user_id = ${member.user_id}`
          yield* revokeKeysOf(member.user_id, member.organization_id)
          yield* withdrawInvitationsOf(member.user_id, member.organization_id)
        })
      ).pipe(Effect.withSpan("Members.remove")),
    disable: (user) =>
      inTransaction(
        Effect.gen(function* () {
          const organizations = yield* sql<{ id: number; slug: string }>`
            select o.id, o.slug from memberships m join organizations o on o.id = m.organization_id
            where m.user_id = ${user} order by o.id`
          yield* Effect.forEach(organizations, ({ id, slug }) => requireAnotherOwner(id, slug, user))
          yield* sql`delete from memberships where user_id = ${user}`
          yield* sql`delete from adops_team_members where user_id = ${user}`
          yield* sql`update dashboard_sessions set ended_at = now() where user_id = ${user} and ended_at is null`
          yield* sql`update mailed_links set used_at = now() where user_id = ${user} and used_at is null`
          yield* sql`delete from second_factors where user_id = ${user}`
          yield* revokeKeysOf(user, null)
          yield* withdrawInvitationsOf(user, null)
          yield* endConnectionsOf(user, "the person was removed")
          yield* sql`update users set disabled_at = now(), password_hash = null, updated_at = now()
            where id = ${user}`
        })
      ).pipe(Effect.withSpan("Members.disable"))
  }
})

/** Members of organizations and their roles. */
export class Members extends Context.Tag("@adwarden/Members")<Members, MembersShape>() {
  static readonly layer: Layer.Layer<Members, never, SqlClient.SqlClient> = Layer.effect(Members, make)
}
