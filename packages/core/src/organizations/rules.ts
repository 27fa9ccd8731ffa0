import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { readSecurityRules, type SecurityRules } from "../access/organization-access.ts"
import { lockOrganization, type RulesRow, updateRules } from "../access/organizations.ts"
import { factorState } from "../access/second-factors.ts"
import { type Committed, committedMonthly } from "../changes/guardrails/money.ts"
import {
  type AdministrationInput,
  limits,
  ruleNames,
  shortMoneyFormatter,
  ValidationError
} from "../contract/index.ts"
import { administerChange } from "../pipeline/administer.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { Statements } from "../storage/index.ts"

/** The owner's rules for keys and connected apps. */
export type Rules = RulesRow
export type RuleChanges = AdministrationInput<"organizations.set">

/** A changed rule and its old value. */
export interface ChangedRule {
  readonly rule: keyof Rules
  readonly from: Rules[keyof Rules]
  readonly to: Rules[keyof Rules]
}

/** The requested changes that differ from the current rules. */
export const changedRules = (rules: Rules, changes: RuleChanges): ReadonlyArray<ChangedRule> =>
  ruleNames.flatMap((rule) => {
    const to = changes[rule]
    return to === undefined || to === rules[rule] ? [] : [{ rule, from: rules[rule], to }]
  })

/** Notes for the person who changes the rules. They do not prevent the change. */
export const rulesNotes = (
  { approvals_required, max_spend }: Rules,
  now: { readonly committed: Committed; readonly pending: number; readonly currency: string }
): ReadonlyArray<string> => {
  const committed = committedMonthly(now.committed)
  const money = shortMoneyFormatter(now.currency)
  const overCap =
    max_spend !== null && committed > max_spend
      ? [
          `The budgets commit ${money(committed)} a month, above the cap of ${money(max_spend)}. Nothing is stopped or lowered by that; until they fit, no budget can be raised and no campaign launched.`
        ]
      : []
  const stillPending =
    !approvals_required && now.pending > 0
      ? [
          `${now.pending === 1 ? "1 change still waits" : `${now.pending} changes still wait`} for a person. What was asked for under approval is never carried out without it: approve or reject each, or let it expire after ${limits.approvalDays} days.`
        ]
      : []
  return [...overCap, ...stillPending]
}

/** An owner who requires what they do not have would lock themselves out of changing it. */
const ownFactorError = () =>
  new ValidationError({
    fields: [
      { path: "second_factor_required", message: "needs that you set up your own second factor first" }
    ]
  })

/** The rules for the people of an organization, which members read. */
export const securityReads = Effect.map(Statements, (statements) => ({
  rules: ({ organization }: OrganizationClearance): Effect.Effect<SecurityRules, SqlError> =>
    Effect.map(statements.read(readSecurityRules(organization.id)), ([rules]) => rules!)
}))

export const securityAdministration = {
  "organizations.set_security": administerChange(
    "organizations.set_security",
    ({ caller, organization }, rules) =>
      Effect.gen(function* () {
        if (rules.second_factor_required && caller !== null && !(yield* factorState(caller.userId)).enabled)
          return yield* ownFactorError()
        yield* lockOrganization(organization.id)
        yield* updateRules(organization.id, { ...rules })
        return rules
      })
  )
}
