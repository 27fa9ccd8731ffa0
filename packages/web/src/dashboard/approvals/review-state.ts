import type { ApprovalReview } from "@adwarden/core"

/** What a pending write looks like to its approver. */
export type ReviewState = "ready" | "stale" | "refused" | "done_meanwhile" | "in_progress" | "decided"

export const stateOf = ({ now, problem, write }: ApprovalReview): ReviewState => {
  if (write.status !== "pending") return "decided"
  if (write.inProgress) return "in_progress"
  if (problem !== null || now === null) return "refused"
  if (now.unchanged) return "done_meanwhile"
  if (now.differences.length > 0) return "stale"
  return now.refusal === null ? "ready" : "refused"
}

/** What the page shows besides the review: a form that was not accepted. */
export interface ApprovalView {
  readonly note?: string
  /** Why the form was not accepted. */
  readonly problem?: string
}
