import { Effect } from "effect"
import { approvalConfirmationProblem, readSecurityRules } from "../../access/organization-access.ts"
import { readRules } from "../../access/organizations.ts"
import { recordInTransaction } from "../../audit/trail.ts"
import { RecommendationNotPending } from "../../contract/index.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { runSql, runStatement } from "../../storage/index.ts"
import type { ApprovalStep } from "../holds.ts"
import { countedFirstApprover } from "./deciders.ts"
import { claim, findQueuedWrite } from "./queued-write.ts"

/** Decides by the owner's rule. Two approvals are from two people. */
export const approvalStep = (
  dailyRise: number,
  firstApprover: number | null,
  secondAbove: number | null,
  approver: number
): ApprovalStep => {
  if (secondAbove === null || dailyRise <= secondAbove) return "execute"
  if (firstApprover === null) return "record"
  return firstApprover === approver ? "wait" : "execute"
}

/**
 * Claims a queued write for this approval if it is enough for what the write lets the organization spend more a day
 * now. Otherwise records a first approval. Runs under the organization's lock, in the transaction that planned it.
 */
export const admitApproval = (
  id: string,
  { audit, caller, organization }: OrganizationClearance,
  dailyRise: number
) =>
  Effect.gen(function* () {
    const [rules] = yield* runStatement(readRules(organization.id))
    const [securityRules] = yield* runStatement(readSecurityRules(organization.id))
    const unconfirmed = approvalConfirmationProblem(caller, dailyRise, securityRules!)
    if (unconfirmed !== null) return yield* unconfirmed
    const queuedWrite = yield* findQueuedWrite(organization.id, id, true)
    const first = yield* countedFirstApprover(organization.id, queuedWrite)
    const step = approvalStep(dailyRise, first, rules!.second_approval_above, caller.userId)
    if (step === "execute") {
      const problem = yield* claim(organization.id, id, caller.userId)
      if (problem !== null) return yield* new RecommendationNotPending({ status: problem.status })
    }
    if (step === "record") {
      yield* runSql`update queued_writes set first_approved_by = ${caller.userId}
        where organization_id = ${organization.id} and id = ${id}`
      yield* recordInTransaction(audit, { status_code: 200, error_code: null })
    }
    return step
  })
