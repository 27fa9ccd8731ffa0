import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { readSecurityRules, type SecurityRules } from "../access/organization-access.ts"
import { lockOrganization, updateRules } from "../access/organizations.ts"
import { factorState } from "../access/second-factors.ts"
import { withAuditEvent } from "../audit/trail.ts"
import { ValidationError } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { type Endpoint, type OwnerOrOperator, ownerOrOperatorEndpoint } from "../request/endpoint.ts"
import { Statements } from "../storage/index.ts"
import { amountsProblem } from "./rules.ts"

/** An owner who requires what they do not have would lock themselves out of changing it. */
const ownFactorError = () =>
  new ValidationError({
    fields: [
      { path: "second_factor_required", message: "needs that you set up your own second factor first" }
    ]
  })

/** The rules for the people of an organization: members read them, owners and operators set them. */
export const securityEndpoints = Effect.gen(function* () {
  const statements = yield* Statements

  const read = (organization: number): Effect.Effect<SecurityRules, SqlError> =>
    Effect.map(statements.read(readSecurityRules(organization)), ([rules]) => rules!)

  const set = (organization: number, rules: SecurityRules, owner: number | null) =>
    Effect.gen(function* () {
      if (rules.second_factor_required && owner !== null && !(yield* factorState(owner)).enabled)
        return yield* ownFactorError()
      const problem = amountsProblem({ confirm_approval_above: rules.confirm_approval_above })
      if (problem !== null) return yield* problem
      yield* lockOrganization(organization)
      yield* updateRules(organization, { ...rules })
      return rules
    })

  return {
    read: ({ organization }: OrganizationClearance) => read(organization.id),
    set: (organization: string, rules: SecurityRules, callerKind: OwnerOrOperator): Endpoint<SecurityRules> =>
      ownerOrOperatorEndpoint(
        callerKind,
        "organizations.set_security",
        organization,
        ({ audit, caller, organization: { id } }) =>
          withAuditEvent<SecurityRules, ValidationError | SqlError>(
            audit,
            set(id, rules, caller?.userId ?? null)
          ),
        { needsConfirmation: true }
      )
  }
})
