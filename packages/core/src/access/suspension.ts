import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { OrgAccessDenied } from "../contract/index.ts"
import type { Caller, OrganizationFacts } from "../request/caller.ts"
import { runSql } from "../storage/index.ts"

/** SQL: whether the access of keys and apps to the organization `o` is suspended. */
export const accessSuspended = "o.access_suspended_at is not null as access_suspended"

interface FactsRow {
  readonly id: number
  readonly slug: string
  readonly currency: string
  readonly approvals_required: boolean
  readonly access_suspended: boolean
}

export const organizationFacts = (row: FactsRow): OrganizationFacts => ({
  id: row.id,
  slug: row.slug,
  currency: row.currency,
  approvalsRequired: row.approvals_required,
  accessSuspended: row.access_suspended
})

/** Returns the error of a suspended key, or of a key or app whose organization has suspended access; else null. */
export const suspensionProblem = (
  caller: Caller,
  { accessSuspended: suspended, slug }: OrganizationFacts
): OrgAccessDenied | null =>
  suspended && caller.kind !== "person"
    ? new OrgAccessDenied({ org: slug, suspended })
    : caller.kind === "api_key" && caller.suspended
      ? new OrgAccessDenied({ org: slug, suspended: "key" })
      : null

/** Who suspended the access of all keys and apps, and when. */
export interface Suspension {
  readonly at: string
  /** The owner's email; null for an operator. */
  readonly by: string | null
}

/** Reads the suspension of an organization; null while keys and apps have access. */
export const readSuspension = (
  organization: number
): Effect.Effect<Suspension | null, SqlError, SqlClient.SqlClient> =>
  Effect.map(
    runSql<Suspension>`
      select o.access_suspended_at as at, u.email as by from organizations o
      left join users u on u.id = o.access_suspended_by
      where o.id = ${organization} and o.access_suspended_at is not null`,
    ([row]) => row ?? null
  )

/**
 * Suspends the access of all keys and apps. Returns whether they had access before. The caller holds the
 * organization's lock, so a write either committed before or is refused.
 */
export const suspendAccess = (
  organization: number,
  by: number | null
): Effect.Effect<boolean, SqlError, SqlClient.SqlClient> =>
  Effect.map(
    runSql`update organizations
      set access_suspended_at = now(), access_suspended_by = ${by}, updated_at = now()
      where id = ${organization} and access_suspended_at is null returning id`,
    (rows) => rows.length > 0
  )

/** Lifts the suspension. Returns whether there was one. The caller holds the organization's lock. */
export const liftSuspension = (organization: number): Effect.Effect<boolean, SqlError, SqlClient.SqlClient> =>
  Effect.map(
    runSql`update organizations
      set access_suspended_at = null, access_suspended_by = null, updated_at = now()
      where id = ${organization} and access_suspended_at is not null returning id`,
    (rows) => rows.length > 0
  )
