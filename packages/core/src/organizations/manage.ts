import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import { Members } from "../access/index.ts"
import { liftSuspension, suspendAccess } from "../access/organization-access.ts"
import {
  insertOrganization,
  lockAndRead,
  lockOrganization,
  type OrganizationRow,
  readAllOrganizations,
  readRules,
  updateRules
} from "../access/organizations.ts"
import { readPendingCount } from "../approvals/queued-write.ts"
import { recordInTransaction, withAuditEvent } from "../audit/trail.ts"
import { BudgetCommitments } from "../changes/organization.ts"
import { type FieldProblem, isOrgSlug, Line, type NotFound, ValidationError } from "../contract/index.ts"
import type { AuditDraft } from "../request/clearance.ts"
import {
  type Endpoint,
  type OwnerOrOperator,
  type OwnerOrOperatorClearance,
  ownerOrOperatorEndpoint
} from "../request/endpoint.ts"
import { type HandlerResponse, respondWith } from "../request/handler.ts"
import { Settings } from "../settings.ts"
import { inTransaction, Statements } from "../storage/index.ts"
import { type Overview, readOverview } from "./reads.ts"
import {
  type ChangedRule,
  changedRules,
  type RuleChanges,
  type Rules,
  rulesNotes,
  rulesProblem
} from "./rules.ts"

export interface NewOrganization {
  readonly slug: string
  readonly name: string
  /** Three letters; the currency of every amount. It cannot be changed. */
  readonly currency: string
}

/** A slug made from a name: `Häuser & Co.` becomes `hauser-co`. Empty if nothing of the name can be used. */
export const slugFor = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 63)

const isName = Schema.is(Line(100))
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"))

const problemsOf = ({ currency, name, slug }: NewOrganization): ReadonlyArray<FieldProblem> => [
  ...(isOrgSlug(slug)
    ? []
    : [
        {
          path: "slug",
          message: "must be small letters, digits and dashes, at most 63, and begin with no dash"
        }
      ]),
  ...(isName(name)
    ? []
    : [{ path: "name", message: "must be one line of 1 to 100 characters, none of them invisible" }]),
  ...(currencies.has(currency)
    ? []
    : [{ path: "currency", message: "must be the code of a currency, such as USD or EUR" }])
]

const slugTakenError = new ValidationError({
  fields: [{ path: "slug", message: "is another organization's already" }]
})

/** Creates an organization with default rules, and with the members that `addMembers` adds. */
const createOrganization = <E = never>(
  organization: NewOrganization,
  audit: AuditDraft,
  addMembers: (id: number) => Effect.Effect<void, E> = () => Effect.void
): Effect.Effect<HandlerResponse<NewOrganization>, E | ValidationError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const fields = problemsOf(organization)
    if (fields.length > 0) return yield* new ValidationError({ fields })
    const { currency, slug } = organization
    const name = organization.name.trim()
    const insert = Effect.gen(function* () {
      const id = yield* insertOrganization({ slug, name, currency })
      if (id === null) return yield* slugTakenError
      yield* addMembers(id)
      // This is the first event of the organization's own trail.
      yield* recordInTransaction({ ...audit, organization_id: id }, { status_code: 200, error_code: null })
      return { ...respondWith({ slug, name, currency }), audited: true }
    })
    return yield* inTransaction(insert)
  })

export type { OrganizationRow } from "../access/organizations.ts"

/** The result of changing rules. */
export interface UpdatedRules extends Rules {
  readonly changed: ReadonlyArray<ChangedRule>
  /** Notes about them, as sentences. */
  readonly notes: ReadonlyArray<string>
}

/** For what lets keys and apps do more. */
const confirmed = { needsConfirmation: true } as const

/** The endpoints that manage organizations, for operators and owners. */
export const organizationEndpoints = Effect.gen(function* () {
  const statements = yield* Statements
  const overviewOf = yield* readOverview
  const commitments = yield* BudgetCommitments

  /**
   * Takes the organization's lock: a concurrent write is checked either by the old rules before, or by the
   * new ones after.
   */
  const set = ({ organization }: OwnerOrOperatorClearance, changes: RuleChanges) =>
    Effect.gen(function* () {
      const problem = rulesProblem(changes)
      if (problem !== null) return yield* problem
      const [[row], [budgets], [queue]] = yield* lockAndRead(organization.id, [
        readRules(organization.id),
        commitments.read(organization.id, null),
        readPendingCount(organization.id)
      ])
      const before: Rules = row!
      const changed = changedRules(before, changes)
      const set = Object.fromEntries(changed.map(({ rule, to }) => [rule, to]))
      if (changed.length > 0) yield* updateRules(organization.id, set)
      const rules: Rules = { ...before, ...set }
      const { currency } = organization
      const notes = rulesNotes(rules, { committedDaily: budgets!.sum, pending: queue!.pending, currency })
      const outcome: UpdatedRules = { ...rules, changed, notes }
      return outcome
    })

  /** Returns whether it changed anything. */
  const changeAccess = (
    name: "suspend_access" | "lift_suspension",
    organization: string,
    callerKind: OwnerOrOperator
  ): Endpoint<boolean> =>
    ownerOrOperatorEndpoint(
      callerKind,
      `organizations.${name}`,
      organization,
      ({ audit, caller, organization: { id } }) =>
        withAuditEvent(
          audit,
          Effect.zipRight(
            lockOrganization(id),
            name === "suspend_access" ? suspendAccess(id, caller?.userId ?? null) : liftSuspension(id)
          )
        ),
      name === "suspend_access" ? {} : confirmed
    )

  return {
    /** No key and no connected app can act in the organization until the suspension is lifted. */
    suspendAccess: (organization: string, callerKind: OwnerOrOperator) =>
      changeAccess("suspend_access", organization, callerKind),
    liftSuspension: (organization: string, callerKind: OwnerOrOperator) =>
      changeAccess("lift_suspension", organization, callerKind),
    list: (): Endpoint<ReadonlyArray<OrganizationRow>> => ({
      name: "organizations.list_all",
      admits: "operators",
      organization: null,
      run: () => Effect.map(statements.read(readAllOrganizations), respondWith)
    }),
    create: (newOrganization: NewOrganization): Endpoint<NewOrganization> => ({
      name: "organizations.create",
      admits: "operators",
      organization: null,
      run: ({ audit }) => createOrganization(newOrganization, audit)
    }),
    show: (organization: string, callerKind: OwnerOrOperator): Endpoint<Overview> =>
      ownerOrOperatorEndpoint(callerKind, "organizations.show", organization, (clearance) =>
        Effect.map(overviewOf(clearance.organization.id), respondWith)
      ),
    set: (organization: string, changes: RuleChanges, callerKind: OwnerOrOperator): Endpoint<UpdatedRules> =>
      ownerOrOperatorEndpoint(
        callerKind,
        "organizations.set",
        organization,
        (clearance) =>
          withAuditEvent<UpdatedRules, ValidationError | SqlError>(clearance.audit, set(clearance, changes)),
        confirmed
      )
  }
})

const creationOffError = () =>
  new ValidationError({
    fields: [{ path: "name", message: "cannot be created here: ask the people who run this service for it" }]
  })

/** What people do about their own memberships: creating an organization and leaving one. */
export const membershipEndpoints = Effect.gen(function* () {
  const members = yield* Members
  const { organizationCreation } = yield* Settings

  return {
    /** Whether this service lets people create organizations. */
    canCreate: organizationCreation,
    /** Creates an organization whose only owner is the person. */
    create: (organization: NewOrganization): Endpoint<NewOrganization> => ({
      name: "organizations.create",
      admits: "callers",
      kinds: ["person"],
      limit: { name: "create_organization", perHour: 10 },
      run: ({ audit, caller }) =>
        organizationCreation
          ? createOrganization(organization, audit, (id) =>
              members.setRole({ id, slug: organization.slug }, caller.userId, "owner")
            )
          : creationOffError()
    }),
    /** Ends the person's own membership and keys there. The last owner cannot leave. */
    leave: (organization: string): Endpoint<null> => ({
      name: "people.leave",
      admits: "members",
      organization,
      role: null,
      run: ({ audit, caller }) =>
        withAuditEvent<null, NotFound | ValidationError | SqlError>(
          audit,
          Effect.as(members.remove(organization, caller.email), null)
        )
    })
  }
})
