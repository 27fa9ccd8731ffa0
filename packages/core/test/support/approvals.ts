import { Effect } from "effect"
import { CampaignAdministration } from "../../src/campaign-services.ts"
import { asOperator } from "./call.ts"

interface Decision {
  readonly organization: string
  readonly id: string
  /** Email of the person who decides. */
  readonly by: string
}

/** Approves a queued write. Returns the decision even if a rule then rejects the change. */
export const approve = ({ by, id, organization }: Decision) =>
  Effect.flatMap(CampaignAdministration, (administration) =>
    asOperator(administration["approvals.approve"](organization, { id }), by)
  ).pipe(Effect.catchTag("ApprovalFailed", ({ decided }) => Effect.succeed(decided)))

export const reject = ({ by, organization, ...decision }: Decision & { readonly reason?: string }) =>
  Effect.flatMap(CampaignAdministration, (administration) =>
    asOperator(administration["approvals.reject"](organization, decision), by)
  )
