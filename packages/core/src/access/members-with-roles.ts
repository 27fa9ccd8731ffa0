import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { Role } from "../contract/index.ts"
import { runSql } from "../storage/index.ts"

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
