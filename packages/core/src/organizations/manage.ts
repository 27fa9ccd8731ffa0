import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Members } from "../access/index.ts"
import { liftSuspension, suspendAccess } from "../access/organization-access.ts"
import {
  hideSetup,
  insertOrganization,
  lockAndRead,
  lockOrganization,
  markApprovalsDecided,
  readAllOrganizations,
  readRules,
  renameOrganization,
  updateRules
} from "../access/organizations.ts"
import { readPendingCount } from "../approvals/queued-write.ts"
import { recordInTransaction } from "../audit/trail.ts"
import { BudgetCommitments } from "../changes/organization.ts"
import { ValidationError } from "../contract/index.ts"
import { administer, administerChange, administerRead } from "../pipeline/administer.ts"
import type { AuditDraft } from "../request/clearance.ts"
import { type HandlerResponse, respondWith } from "../request/handler.ts"
import { Settings } from "../settings.ts"
import { inTransaction, Statements } from "../storage/index.ts"
import { readOverview } from "./reads.ts"
import { type ChangedRule, changedRules, type Rules, rulesNotes } from "./rules.ts"

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

const slugTakenError = new ValidationError({
  fields: [{ path: "slug", message: "is another organization's already" }]
})

interface Creation<E> {
  /** Whether every change of a key or app waits from the start. */
  readonly approvalsRequired: boolean
  readonly addMembers: (id: number) => Effect.Effect<void, E>
}

const createOrganization = <E = never>(
  organization: NewOrganization,
  audit: AuditDraft,
  { addMembers, approvalsRequired }: Creation<E>
): Effect.Effect<HandlerResponse<NewOrganization>, E | ValidationError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { currency, slug } = organization
    const name = organization.name.trim()
    const insert = Effect.gen(function* () {
      const id = yield* insertOrganization({ slug, name, currency }, approvalsRequired)
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

/** Whether this service lets people create organizations. */
export const canCreateOrganizations = Effect.map(Settings, ({ organizationCreation }) => organizationCreation)

const creationOffError = () =>
  new ValidationError({
    fields: [{ path: "name", message: "cannot be created here: ask the people who run this service for it" }]
  })

/** Organizations, their rules, and a person's own membership. */
export const organizationAdministration = Effect.gen(function* () {
  const statements = yield* Statements
  const overviewOf = yield* readOverview
  const commitments = yield* BudgetCommitments
  const members = yield* Members
  const canCreate = yield* canCreateOrganizations

  return {
    "organizations.list_all": administerRead("organizations.list_all", () =>
      statements.read(readAllOrganizations)
    ),
    "organizations.create": administer("organizations.create", ({ audit }, organization) =>
      createOrganization(organization, audit, { approvalsRequired: false, addMembers: () => Effect.void })
    ),
    /** Creates an organization whose only owner is the person. Every change waits until an owner decides on that. */
    "organizations.create_own": administer("organizations.create_own", ({ audit, caller }, organization) =>
      canCreate
        ? createOrganization(organization, audit, {
            approvalsRequired: true,
            addMembers: (id) => members.setRole({ id, slug: organization.slug }, caller.userId, "owner")
          })
        : creationOffError()
    ),
    "organizations.show": administerRead("organizations.show", ({ organization }) =>
      overviewOf(organization.id)
    ),
    /**
     * Takes the organization's lock: a concurrent write is checked either by the old rules before, or by the
     * new ones after.
     */
    "organizations.set": administerChange("organizations.set", ({ organization }, changes) =>
      Effect.gen(function* () {
        const [[row], [budgets], [queue]] = yield* lockAndRead(organization.id, [
          readRules(organization.id),
          commitments.read(organization.id, null),
          readPendingCount(organization.id)
        ])
        const before: Rules = row!
        const changed = changedRules(before, changes)
        const set = Object.fromEntries(changed.map(({ rule, to }) => [rule, to]))
        if (changed.length > 0) yield* updateRules(organization.id, set)
        if (changes.approvals_required !== undefined || changes.approvals_for !== undefined)
          yield* markApprovalsDecided(organization.id)
        const rules: Rules = { ...before, ...set }
        const { currency } = organization
        const notes = rulesNotes(rules, { committed: budgets!, pending: queue!.pending, currency })
        const outcome: UpdatedRules = { ...rules, changed, notes }
        return outcome
      })
    ),
    "organizations.rename": administerChange("organizations.rename", ({ organization: { id } }, { name }) =>
      Effect.asVoid(renameOrganization(id, name.trim()))
    ),
    /** Puts the checklist of a new organization away. */
    "organizations.hide_setup": administerChange("organizations.hide_setup", ({ organization: { id } }) =>
      Effect.asVoid(hideSetup(id))
    ),
    /** No key and no connected app can act until the suspension is lifted. Returns whether it changed anything. */
    "organizations.suspend_access": administerChange(
      "organizations.suspend_access",
      ({ caller, organization: { id } }) =>
        Effect.zipRight(lockOrganization(id), suspendAccess(id, caller?.userId ?? null))
    ),
    /** Returns whether it changed anything. */
    "organizations.lift_suspension": administerChange(
      "organizations.lift_suspension",
      ({ organization: { id } }) => Effect.zipRight(lockOrganization(id), liftSuspension(id))
    ),
    /** Ends the person's own membership and keys there. The last owner cannot leave. */
    "people.leave": administerChange("people.leave", ({ caller, organization }) =>
      members.remove(organization.slug, caller.email)
    )
  }
})
