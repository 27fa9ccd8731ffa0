import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { type EffectiveRole, isOrgSlug, type OwnedResource, type Role } from "../contract/index.ts"
import type { Caller, KeyCaller, OrganizationFacts } from "../request/caller.ts"
import { type Statement, Statements, statement } from "../storage/index.ts"
import { accessSuspended, organizationFacts } from "./suspension.ts"

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
          const rows = yield* statements.query<AccessRow>(reachable, [userId])
          if (rows.length === 0) return null
          const [owner] = yield* statements.query<{ readonly organization_id: number }>(
            recordOwners[record],
            [rows.map((row) => row.id), id]
          )
          return accessOf(rows.find((row) => row.id === owner?.organization_id))
        })
        return {
          findOrganization: (slug) =>
            isOrgSlug(slug)
              ? Effect.map(statements.query<AccessRow>(facts, [slug]), ([row]) =>
                  row === undefined ? null : organizationFacts(row)
                )
              : Effect.succeed(null),
          findBySlug: (caller, org) => {
            if (caller.kind === "api_key") {
              const own = org === "_" || org === caller.organization.slug
              return Effect.succeed(own ? accessOfKey(caller) : null)
            }
            return isOrgSlug(org)
              ? Effect.map(statements.query<AccessRow>(bySlug, [caller.userId, org]), ([row]) =>
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
