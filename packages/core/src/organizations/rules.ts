import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { readSecurityRules, type SecurityRules } from "../access/organization-access.ts"
import { lockOrganization, type RulesRow, updateRules } from "../access/organizations.ts"
import { factorState } from "../access/second-factors.ts"
import { withAuditEvent } from "../audit/trail.ts"
import { daysInCap } from "../changes/guardrails/money.ts"
import { type FieldProblem, limits, shortMoneyFormatter, ValidationError } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { type Endpoint, type OwnerOrOperator, ownerOrOperatorEndpoint } from "../request/endpoint.ts"
import { Statements } from "../storage/index.ts"

/** The owner's rules for keys and connected apps. */
export type Rules = RulesRow
export type RuleChanges = Partial<Rules>

/** A changed rule and its old value. */
export interface ChangedRule {
  readonly rule: keyof Rules
  readonly from: Rules[keyof Rules]
  readonly to: Rules[keyof Rules]
}

const names = [
  "approvals_required",
  "approvals_for",
  "second_approval_above",
  "api_budget_change_limit_pct",
  "max_spend",
  "approval_queue_limit",
  "require_preview"
] as const

/** More than tenfold in one call is no limit; above a billion, a JSON number could lose cents. */
const [maxPercent, maxSpend] = [1000, 1_000_000_000]

/**
 * Every pending write counts towards committed budgets, so the queue stays short enough for a person to read.
 */
const maxQueueLimit = 10_000

const hasCents = (amount: number): boolean => Math.round(amount * 100) / 100 === amount

const amountProblem = (path: string, amount: number | null | undefined, max: number): FieldProblem | null => {
  if (amount === undefined || amount === null) return null
  return amount >= 0 && amount <= max && hasCents(amount)
    ? null
    : { path, message: `must be a number from 0 to ${max} with at most two decimals` }
}

const countProblem = (path: string, count: number | undefined, max: number): FieldProblem | null =>
  count === undefined || (Number.isInteger(count) && count >= 1 && count <= max)
    ? null
    : { path, message: `must be a whole number from 1 to ${max}` }

/** The problem of amounts of money, by the names of their rules, or null. */
const amountsProblem = (
  amounts: Readonly<Record<string, number | null | undefined>>
): ValidationError | null => {
  const fields = Object.entries(amounts).flatMap(
    ([path, amount]) => amountProblem(path, amount, maxSpend) ?? []
  )
  return fields.length === 0 ? null : new ValidationError({ fields })
}

/** The problem of the requested changes, or null. */
export const rulesProblem = (changes: RuleChanges): ValidationError | null => {
  if (names.every((name) => changes[name] === undefined)) {
    const message = `name at least one to change: ${names.join(", ")}`
    return new ValidationError({ fields: [{ path: "rules", message }] })
  }
  const fields = [
    amountProblem("api_budget_change_limit_pct", changes.api_budget_change_limit_pct, maxPercent),
    amountProblem("max_spend", changes.max_spend, maxSpend),
    amountProblem("second_approval_above", changes.second_approval_above, maxSpend),
    countProblem("approval_queue_limit", changes.approval_queue_limit, maxQueueLimit)
  ].flatMap((problem) => problem ?? [])
  return fields.length === 0 ? null : new ValidationError({ fields })
}

/** The requested changes that differ from the current rules. */
export const changedRules = (rules: Rules, changes: RuleChanges): ReadonlyArray<ChangedRule> =>
  names.flatMap((rule) => {
    const to = changes[rule]
    return to === undefined || to === rules[rule] ? [] : [{ rule, from: rules[rule], to }]
  })

/** Notes for the person who changes the rules. They do not prevent the change. */
export const rulesNotes = (
  { approvals_required, max_spend }: Rules,
  totals: { readonly committedDaily: number; readonly pending: number; readonly currency: string }
): ReadonlyArray<string> => {
  const committed = totals.committedDaily * daysInCap
  const money = shortMoneyFormatter(totals.currency)
  const overCap =
    max_spend !== null && committed > max_spend
      ? [
          `The daily budgets commit ${money(committed)} a month, above the cap of ${money(max_spend)}. Nothing is stopped or lowered by that; until they fit, no budget can be raised and no campaign launched.`
        ]
      : []
  const stillPending =
    !approvals_required && totals.pending > 0
      ? [
          `${totals.pending === 1 ? "1 change still waits" : `${totals.pending} changes still wait`} for a person. What was asked for under approval is never carried out without it: approve or reject each, or let it expire after ${limits.approvalDays} days.`
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
