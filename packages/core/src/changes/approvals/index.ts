export { Approvals, type ApprovalsShape, type PendingApproval } from "./approvals.ts"
export { type DecisionResult, type Decision, ApprovalFailed } from "./decide.ts"
export { NotPending } from "./queued-write.ts"
