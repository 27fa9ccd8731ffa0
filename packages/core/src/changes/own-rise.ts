import { Effect } from "effect"
import { approvalConfirmationProblem, readSecurityRules } from "../access/organization-access.ts"
import { confirmationProblem } from "../access/sessions.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { runStatement } from "../storage/index.ts"
import { dailyRise } from "./guardrails/money.ts"
import { type PlannedWrite, stepsOf } from "./write.ts"

/**
 * Checks that a person confirmed who they are lately, if their own change raises spend above the owner's amount. Nobody
 * else approves it.
 */
export const checkOwnRise = ({ caller, organization }: OrganizationClearance, planned: PlannedWrite) =>
  Effect.gen(function* () {
    if (confirmationProblem(caller) === null) return
    const rise = dailyRise(stepsOf(planned).flatMap(({ plan }) => (plan.empty ? [] : plan.moves)))
    if (rise === 0) return
    const [rules] = yield* runStatement(readSecurityRules(organization.id))
    const problem = approvalConfirmationProblem(caller, rise, rules!)
    if (problem !== null) return yield* problem
  })

/** The clearance as read again under the lock. Only the request knows its audit event, and what its session confirmed. */
export const clearedAgain = (
  { audit, caller: sent }: OrganizationClearance,
  now: OrganizationClearance
): OrganizationClearance => {
  const caller =
    sent.kind === "person" && now.caller.kind === "person"
      ? { ...now.caller, confirmed: sent.confirmed }
      : now.caller
  return { ...now, caller, audit }
}
