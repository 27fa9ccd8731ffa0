export { Approvals, type ApprovalsShape, type PendingApproval } from "./approvals.ts"
export type { Decided, Decision } from "./decision.ts"
export { NotCarriedOut, NotPending } from "./not-pending.ts"
