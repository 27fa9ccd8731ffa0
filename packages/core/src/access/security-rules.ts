import { OrgAccessDenied, type ValidationError } from "../contract/index.ts"
import type { Caller } from "../request/caller.ts"
import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"
import { confirmationProblem } from "./confirmation.ts"
import type { Access } from "./organization-access.ts"

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
