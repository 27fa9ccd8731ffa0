import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

/**
 * The clause that lets a `select … from organizations` take the organization's lock together with its read.
 * `no key` still allows others to reference the organization.
 */
export const organizationLock = "for no key update"

/**
 * Takes the organization's lock until the open transaction ends. Every writer of campaigns or of their
 * records takes it first. Values read under it stay valid until the commit, and two writers cannot use the
 * same headroom. It is held for a few statements, never during a call to another service.
 */
export const lockOrganization = (organization: number): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.asVoid(
      sql`select 1 from organizations where id = ${organization} ${sql.literal(organizationLock)}`
    )
  )

/** Runs an effect in its own transaction under the organization's lock. */
export const underOrganizationLock = <A, E, R>(
  organization: number,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(Effect.zipRight(lockOrganization(organization), effect))
  )
