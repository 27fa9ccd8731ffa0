import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

/**
 * What a `select … from organizations` ends with where it takes the organization's lock along with what it reads.
 * `no key` lets others go on referring to the organization meanwhile.
 */
export const organizationLock = "for no key update"

/**
 * Takes the organization's lock until the open transaction ends. Whoever writes campaigns, or what hangs on them,
 * takes it first: so whatever was read under it stays true until the commit, and two writers can never take the same
 * headroom. It is held for a few statements, never while somebody else is asked for something.
 */
export const lockOrganization = (organization: number): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.asVoid(
      sql`select 1 from organizations where id = ${organization} ${sql.literal(organizationLock)}`
    )
  )

/** A transaction of its own under the organization's lock. */
export const underOrganizationLock = <A, E, R>(
  organization: number,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(Effect.zipRight(lockOrganization(organization), effect))
  )
