import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { type NotFound, type Role, ValidationError } from "../contract/index.ts"
import { requireMember } from "./membership.ts"
import { endConnectionsOf } from "./oauth/connections.ts"
import { lockOrganization } from "./organization-lock.ts"

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
