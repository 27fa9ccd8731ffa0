import type { ApprovalReview } from "@adwarden/core"
import type { Problem } from "../../kit/forms.ts"

/** What a pending write looks like to its approver. */
export type ReviewState =
  | "ready"
  | "stale"
  | "refused"
  | "approved_once"
  | "done_meanwhile"
  | "in_progress"
  | "decided"

export const stateOf = ({ now, problem, secondApproval, write }: ApprovalReview): ReviewState => {
  if (write.status !== "pending") return "decided"
  if (write.inProgress) return "in_progress"
  if (problem !== null || now === null) return "refused"
  if (now.unchanged) return "done_meanwhile"
  if (now.differences.length > 0) return "stale"
  if (now.refusal !== null) return "refused"
  return secondApproval?.own === true ? "approved_once" : "ready"
}

/** How a rejected write ended, in one word. */
export const rejectionWord = (reason: string | null): string => {
  if (reason === "expired") return "Expired"
  if (reason === "withdrawn") return "Withdrawn"
  return reason === "outdated" ? "Outdated" : "Rejected"
}

/** What the page shows besides the review: a form that was not accepted. */
export interface ApprovalView {
  readonly note?: string
  /** Why a change of the person's own was refused. */
  readonly refused?: ReadonlyArray<Problem>
  /** A comment that was not accepted, and why. */
  readonly comment?: { readonly value: string; readonly problem: string }
  /** Why the form was not accepted. */
  readonly problem?: string
}
