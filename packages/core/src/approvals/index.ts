import { registerHandlers } from "../request/handler.ts"
import { registerSchedule } from "../tasks/registries.ts"
import { expireApprovals } from "./queued-write.ts"
import { getQueuedWrite, listQueuedWrites, withdrawQueuedWrite } from "./queued-writes.ts"

export { decisionAdministration } from "./approvals.ts"
export { ApprovalFailed, type DecisionResult, mayDecide } from "./decide.ts"
export { type PendingApproval, queueAdministration } from "./pending.ts"
export { NotPending } from "./queued-write.ts"
export { type ApprovalReview, ApprovalReviews, type ReviewedWrite } from "./reviews.ts"

/** The operations of queued writes. */
export const approvals = registerHandlers(listQueuedWrites, getQueuedWrite, withdrawQueuedWrite)

/** Rejects writes that nobody decided on in time. */
export const approvalJobs = registerSchedule({
  name: "approval-expiry",
  cron: "* * * * *",
  run: expireApprovals
})
