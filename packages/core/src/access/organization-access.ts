import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import {
  type EffectiveRole,
  isOrgSlug,
  OrgAccessDenied,
  type OwnedResource,
  type Role,
  type ValidationError
} from "../contract/index.ts"
import type { Caller, KeyCaller, OrganizationFacts } from "../request/caller.ts"
import {
  type BoundStatement,
  bindStatement,
  runSql,
  type Statement,
  Statements,
  statement
} from "../storage/index.ts"
import { hashSecretHex } from "./secrets.ts"
import { confirmationProblem, sessionIdle } from "./sessions.ts"

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

/** The organization that a caller acts in, and the effective role there. */
export interface Access {
  readonly organization: OrganizationFacts
  readonly effectiveRole: EffectiveRole
  /** Whether people who sign in need a second factor here. Keys and apps do not sign in. */
  readonly secondFactorRequired: boolean
}

interface AccessRow {
  readonly id: number
  readonly slug: string
  readonly currency: string
  readonly approvals_required: boolean
  readonly access_suspended: boolean
  readonly second_factor_required: boolean
  readonly role: Role | null
}

/** The organizations of a person ($1): as a member, or through their team. */
const reachableOrganizations = `
  select o.id, o.slug, o.currency, o.approvals_required, ${accessSuspended}, o.second_factor_required, m.role
  from organizations o left join memberships m on m.organization_id = o.id and m.user_id = $1
  where (m.role is not null or o.adops_team_id in (select team_id from adops_team_members where user_id = $1))`

/** A session of the person $1 that lives. */
const livingSession = (token: string) => `
  select 1 from dashboard_sessions s join users u on u.id = s.user_id
  where s.token_hash = decode(${token}, 'hex') and s.user_id = $1 and s.ended_at is null and s.expires_at > now()
    and s.last_seen_at > now() - ${sessionIdle} and u.disabled_at is null`

const sessionRole = statement(`
select coalesce(r.role, 'adops_team') as role from (${reachableOrganizations} and o.id = $2) r
where (not r.second_factor_required
    or exists (select 1 from second_factors f where f.user_id = $1 and f.enabled_at is not null))
  and exists (${livingSession("$3")})`)
const sessionLife = statement(livingSession("$2"))

/** Reads the role of a person in an organization while their session lives; no row without one. It is not a use of the session. */
export const readSessionRole = (user: number, organization: number, session: string) =>
  bindStatement<{ readonly role: EffectiveRole }>(sessionRole, [user, organization, hashSecretHex(session)])

/** Returns a row while a session of a person lives. It is not a use of the session. */
export const readSessionLife = (user: number, session: string) =>
  bindStatement(sessionLife, [user, hashSecretHex(session)])

const bySlug = statement(`${reachableOrganizations} and o.slug = $2`)
const reachable = statement(reachableOrganizations)

const facts = statement(
  `select id, slug, currency, approvals_required, ${accessSuspended} from organizations o where slug = $1`
)

/**
 * For each kind of record, the owner's statement that finds the organizations of a record ($2) among those
 * with the ids $1, as `organization_id`.
 */
export type RecordOwners = Readonly<Record<OwnedResource, Statement>>

const accessOf = (row: AccessRow | undefined): Access | null =>
  row === undefined
    ? null
    : {
        organization: organizationFacts(row),
        effectiveRole: row.role ?? "adops_team",
        secondFactorRequired: row.second_factor_required
      }

const accessOfKey = ({ organization, role }: KeyCaller): Access => ({
  organization,
  effectiveRole: role,
  secondFactorRequired: false
})

/**
 * Resolves the organization and role that a caller acts in, or null without access. It reads the current
 * state.
 */
export class OrganizationAccess extends Context.Tag("@adwarden/OrganizationAccess")<
  OrganizationAccess,
  {
    /** For operators, who have access to every organization. */
    readonly findOrganization: (slug: string) => Effect.Effect<OrganizationFacts | null, SqlError>
    readonly findBySlug: (caller: Caller, org: string) => Effect.Effect<Access | null, SqlError>
    readonly findByOwnedRecord: (
      caller: Caller,
      record: OwnedResource,
      id: unknown
    ) => Effect.Effect<Access | null, SqlError>
  }
>() {
  static readonly layer = (recordOwners: RecordOwners) =>
    Layer.effect(
      OrganizationAccess,
      Effect.map(Statements, (statements) => {
        /** Records are searched only within the person's organizations: every table is queried by organization. */
        const findOwner = Effect.fnUntraced(function* (record: OwnedResource, userId: number, id: unknown) {
          const rows = yield* statements.read(bindStatement<AccessRow>(reachable, [userId]))
          if (rows.length === 0) return null
          const [owner] = yield* statements.read(
            bindStatement<{ readonly organization_id: number }>(recordOwners[record], [
              rows.map((row) => row.id),
              id
            ])
          )
          return accessOf(rows.find((row) => row.id === owner?.organization_id))
        })
        return {
          findOrganization: (slug) =>
            isOrgSlug(slug)
              ? Effect.map(statements.read(bindStatement<AccessRow>(facts, [slug])), ([row]) =>
                  row === undefined ? null : organizationFacts(row)
                )
              : Effect.succeed(null),
          findBySlug: (caller, org) => {
            if (caller.kind === "api_key") {
              const own = org === "_" || org === caller.organization.slug
              return Effect.succeed(own ? accessOfKey(caller) : null)
            }
            return isOrgSlug(org)
              ? Effect.map(statements.read(bindStatement<AccessRow>(bySlug, [caller.userId, org])), ([row]) =>
                  accessOf(row)
                )
              : Effect.succeed(null)
          },
          // A key sees only its own organization's records; the handler then finds the record there, or does
          // not.
          findByOwnedRecord: (caller, record, id) =>
            caller.kind === "api_key"
              ? Effect.succeed(accessOfKey(caller))
              : findOwner(record, caller.userId, id)
        }
      })
    )
}

/** The owner's rules for the people of an organization, by their columns. */
export interface SecurityRules {
  /** A rise of daily budgets above it needs a recent confirmation, of its approver or of the person who makes it; null if none does. */
  readonly confirm_approval_above: number | null
  /** Whether members and the staff of its team need a second factor. */
  readonly second_factor_required: boolean
}

const selectRules = statement(
  "select confirm_approval_above, second_factor_required from organizations where id = $1"
)

export const readSecurityRules = (organization: number): BoundStatement<SecurityRules> =>
  bindStatement(selectRules, [organization])

/** Returns the error of an unconfirmed person who approves or makes a write that raises daily spend above the owner's amount. */
export const approvalConfirmationProblem = (
  caller: Caller,
  dailyRise: number,
  { confirm_approval_above: above }: SecurityRules
): ValidationError | null => (above !== null && dailyRise > above ? confirmationProblem(caller) : null)

/**
 * Returns the error of a signed-in person who lacks the second factor that the organization requires, or null. It is
 * checked at each access: a sign-in may precede the membership, or the rule.
 */
export const secondFactorProblem = (
  caller: Caller,
  { organization, secondFactorRequired }: Pick<Access, "organization" | "secondFactorRequired">
): OrgAccessDenied | null =>
  secondFactorRequired && caller.kind === "person" && !caller.secondFactor
    ? new OrgAccessDenied({ org: organization.slug, secondFactor: true })
    : null
