import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import {
  type EffectiveRole,
  isWithinMaxScopes,
  NotFound,
  type Role,
  RoleDenied,
  roleFor,
  type Scope,
  ValidationError
} from "../contract/index.ts"
import { runSql } from "../storage/index.ts"
import { lockOrganization } from "./organization-lock.ts"
import { isEmail } from "./person-fields.ts"

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
export const requireMember = (organization: string, email: string) =>
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
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql.unsafe<{ standing: EffectiveRole }>(effectiveRolesQuery("$1"), [userId]), (rows) =>
      rows.map(({ standing }) => standing)
    )
  )
