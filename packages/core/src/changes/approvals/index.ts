export {
  type ApprovalRefusal,
  Approvals,
  type ApprovalsShape,
  type PendingApproval
} from "./approvals.ts"
export type { Decided, Decision } from "./decision.ts"
export { NotPending } from "./not-pending.ts"
