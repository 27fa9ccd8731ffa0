import { type Screen, thisTerminal } from "@adwarden/cli"
import { Approvals } from "@adwarden/core"
import { Effect, Option } from "effect"
import { asCampaignOperator } from "../../campaign-operator.ts"
import { group, optional, textFlag } from "../../command-line.ts"
import { Stop } from "../../stop.ts"
import { outputCommand } from "../command-output.ts"
import { asAdmin, org } from "../operator-commands.ts"
import { approvalText, findPending, id, notPending, resultText } from "./read.ts"

const reason = textFlag("reason", "The reason, which is shown to the requester").pipe(optional)

/** At a terminal the approver sees the change first. A script is expected to have checked it. */
const confirmApproval = (organization: string, id: string) =>
  Effect.gen(function* () {
    const { confirm, err, isInteractive } = thisTerminal()
    if (!isInteractive) return
    err.line(approvalText(yield* findPending(organization, id), err))
    if (!(yield* Effect.promise(() => confirm("Approve it?")))) {
      return yield* new Stop({ message: "Nothing was decided.", exitReason: "declined" })
    }
  })

const approve = outputCommand(
  "approve",
  { id, org, as: asAdmin },
  "Execute a change on behalf of its requester. All limits are checked again, and a change that exceeds one fails.",
  ({ as, id, org }) =>
    Effect.zipRight(
      confirmApproval(org, id),
      asCampaignOperator(
        as,
        Effect.map(Approvals, (approvals) => approvals.approve({ organization: org, id }))
      )
    ).pipe(
      Effect.map((decided) => ({
        data: decided,
        text: (out: Screen) =>
          decided.status === "pending"
            ? `Your approval of ${id} is recorded. It is executed when a second person approves it.`
            : `Approved ${id}.\n${resultText(decided.result, out)}`
      })),
      Effect.catchTags({
        NotPending: notPending,
        ApprovalFailed: ({ decided: { reason, status } }) =>
          new Stop({
            message: `Approved ${id}, but it could not be executed: ${reason ?? status}`,
            exitReason: "ended"
          })
      })
    )
)

const reject = outputCommand(
  "reject",
  { id, org, as: asAdmin, reason },
  "Reject a change. Its reservation under the monthly cap is released.",
  ({ as, id, org, reason }) => {
    const why = Option.match(reason, { onNone: () => ({}), onSome: (reason) => ({ reason }) })
    return asCampaignOperator(
      as,
      Effect.map(Approvals, (approvals) => approvals.reject({ organization: org, id, ...why }))
    ).pipe(
      Effect.map((decided) => ({ data: decided, text: `Rejected ${decided.id}. Nothing was changed.` })),
      Effect.catchTag("NotPending", notPending)
    )
  }
)

/** Decisions about held changes: an approval executes the change. */
export const queuedWriteDecisions = group("queued-writes", [approve, reject])
