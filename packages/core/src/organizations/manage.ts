import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { liftSuspension, suspendAccess } from "../access/organization-access.ts"
import {
  lockAndRead,
  lockOrganization,
  type OrganizationRow,
  readAllOrganizations,
  readRules,
  updateRules
} from "../access/organizations.ts"
import { withAuditEvent } from "../audit/trail.ts"
import { readPendingCount } from "../changes/approvals/queued-write.ts"
import { BudgetCommitments } from "../changes/organization.ts"
import type { ValidationError } from "../contract/index.ts"
import {
  type Endpoint,
  type OwnerOrOperator,
  type OwnerOrOperatorClearance,
  ownerOrOperatorEndpoint
} from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"
import { Statements } from "../storage/index.ts"
import { createOrganization, type NewOrganization } from "./create.ts"
import { type Overview, readOverview } from "./overview.ts"
import {
  type ChangedRule,
  changedRules,
  type RuleChanges,
  type Rules,
  rulesNotes,
  rulesProblem
} from "./rules.ts"

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
