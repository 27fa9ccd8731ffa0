export { Approvals, type ApprovalsShape, type PendingApproval } from "./approvals.ts"
export { type Decided, type Decision, NotCarriedOut } from "./decide.ts"
export { NotPending } from "./queued-write.ts"
