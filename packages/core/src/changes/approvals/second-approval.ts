import { Effect } from "effect"
import { underOrganizationLock } from "../../access/organization-lock.ts"
import { readRules } from "../../access/organization-rules.ts"
import { recordInTransaction } from "../../audit/trail.ts"
import { Unavailable } from "../../contract/index.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { runSql, runStatement } from "../../storage/index.ts"
import { findQueuedWrite, pendingProblem, type QueuedWrite } from "./queued-write.ts"

/** What an approval by a person leads to. */
export type ApprovalStep =
  /** The write can be executed: one approver is enough, or this is the second. */
  | "execute"
  /** It is recorded as the first of two approvals. */
  | "record"
  /** This person has already given the first approval; another one is needed. */
  | "wait"

/** Decides by the owner's rule. Two approvals are from two people. */
export const approvalStep = (
  { daily_rise, first_approved_by }: Pick<QueuedWrite, "daily_rise" | "first_approved_by">,
  secondAbove: number | null,
  approver: number
): ApprovalStep => {
  if (secondAbove === null || daily_rise <= secondAbove) return "execute"
  if (first_approved_by === null) return "record"
  return first_approved_by === approver ? "wait" : "execute"
}

const readStep = (organization: number, queuedWrite: QueuedWrite, approver: number) =>
  Effect.map(runStatement(readRules(organization)), ([rules]) =>
    approvalStep(queuedWrite, rules!.second_approval_above, approver)
  )

/** Records a first approval where two are needed. Returns the step that this approval is. */
export const recordApproval = <E, R>(
  id: string,
  { audit, caller, organization }: OrganizationClearance,
  checkApprover: Effect.Effect<void, E, R>
) =>
  underOrganizationLock(
    organization.id,
    Effect.gen(function* () {
      yield* checkApprover
      const queuedWrite = yield* findQueuedWrite(organization.id, id, true)
      const problem = yield* pendingProblem(queuedWrite)
      if (problem !== null) return yield* problem
      const step = yield* readStep(organization.id, queuedWrite, caller.userId)
      if (step !== "record") return step
      yield* runSql`update queued_writes set first_approved_by = ${caller.userId}
        where organization_id = ${organization.id} and id = ${id}`
      yield* recordInTransaction(audit, { status_code: 200, error_code: null })
      return step
    })
  )

/** Fails if the write needs another approver after all, because the rule changed. Runs under the lock. */
export const requireApprovals = (organization: number, id: string, approver: number) =>
  Effect.gen(function* () {
    const step = yield* readStep(organization, yield* findQueuedWrite(organization, id, true), approver)
    if (step !== "execute")
      return yield* new Unavailable({
        retryAfter: 1,
        because: "The rules for approvals changed while it was being approved. Approve it again."
      })
  })
