export { Approvals, type ApprovalsShape, type PendingApproval } from "./approvals.ts"
export { ApprovalFailed, type Decision, type DecisionResult } from "./decide.ts"
export { NotPending } from "./queued-write.ts"
