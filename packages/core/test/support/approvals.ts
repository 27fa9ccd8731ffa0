import { Effect } from "effect"
import { Approvals } from "../../src/approvals/index.ts"
import { asOperator } from "./call.ts"

interface Decision {
  readonly organization: string
  readonly id: string
  /** Email of the person who decides. */
  readonly by: string
}

/** Approves a queued write. Returns the decision even if a rule then rejects the change. */
export const approve = ({ by, ...decision }: Decision) =>
  Effect.flatMap(Approvals, (approvals) => asOperator(approvals.approve(decision), by)).pipe(
    Effect.catchTag("ApprovalFailed", ({ decided }) => Effect.succeed(decided))
  )

export const reject = ({ by, ...decision }: Decision & { readonly reason?: string }) =>
  Effect.flatMap(Approvals, (approvals) => asOperator(approvals.reject(decision), by))
