import type { ValidationError } from "../contract/index.ts"
import type { Caller } from "../request/caller.ts"
import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"
import { confirmationProblem } from "./confirmation.ts"

/** The owner's rules for the people of an organization, by their columns. */
export interface SecurityRules {
  /** Approving a rise of daily budgets above it needs a recent confirmation; null if none does. */
  readonly confirm_approval_above: number | null
  /** Whether members must set up a second factor when they sign in. */
  readonly second_factor_required: boolean
}

const selectRules = statement(
  "select confirm_approval_above, second_factor_required from organizations where id = $1"
)

export const readSecurityRules = (organization: number): BoundStatement<SecurityRules> =>
  bindStatement(selectRules, [organization])

/** Returns the error of an unconfirmed person who approves a write that raises daily spend above the owner's amount. */
export const approvalConfirmationProblem = (
  caller: Caller,
  dailyRise: number,
  { confirm_approval_above: above }: SecurityRules
): ValidationError | null => (above !== null && dailyRise > above ? confirmationProblem(caller) : null)
