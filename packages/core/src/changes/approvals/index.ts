export { Approvals, type ApprovalsShape, type PendingApproval } from "./approvals.ts"
export { type Decided, type Decision, NotCarriedOut, NotPending } from "./decision.ts"
