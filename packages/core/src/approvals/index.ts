import { registerSchedule } from "../tasks/registries.ts"
import { expireApprovals } from "./queued-write.ts"

export { decisionAdministration } from "./approvals.ts"
export { ApprovalFailed, type DecisionResult, mayDecide } from "./decide.ts"
export { type PendingApproval, queueAdministration } from "./pending.ts"
export { NotPending } from "./queued-write.ts"
export { approvals } from "./queued-writes.ts"
export { type ApprovalReview, ApprovalReviews, type ReviewedWrite } from "./reviews.ts"

/** Rejects writes that nobody decided on in time. */
export const approvalJobs = registerSchedule({
  name: "approval-expiry",
  cron: "* * * * *",
  run: expireApprovals
})
