export { type ApprovalRefusal, Approvals, type ApprovalsShape, type PendingApproval } from "./approvals.ts"
export type { Decided, Decision } from "./decide.ts"
export { NotPending } from "./queued-write.ts"
