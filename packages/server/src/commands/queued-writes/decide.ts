import { type Screen, thisTerminal } from "@adwarden/cli"
import { CampaignAdministration } from "@adwarden/core"
import { Effect } from "effect"
import { asCampaignOperator } from "../../campaign-operator.ts"
import { group } from "../../command-line.ts"
import { Stop } from "../../stop.ts"
import { administrationParameters, wordsOf } from "../administer.ts"
import { outputCommand } from "../command-output.ts"
import { approvalText, findPending, notPending, resultText } from "./read.ts"

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

const [approveWord, approveHelp] = wordsOf("approvals.approve")
const approve = outputCommand(
  approveWord,
  { request: administrationParameters("approvals.approve") },
  approveHelp,
  ({
    request: {
      as,
      org,
      values: { id }
    }
  }) =>
    Effect.zipRight(
      confirmApproval(org, id),
      asCampaignOperator(
        as,
        Effect.map(CampaignAdministration, (administration) =>
          administration["approvals.approve"](org, { id })
        )
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

const [rejectWord, rejectHelp] = wordsOf("approvals.reject")
const reject = outputCommand(
  rejectWord,
  { request: administrationParameters("approvals.reject") },
  rejectHelp,
  ({ request: { as, org, values } }) =>
    asCampaignOperator(
      as,
      Effect.map(CampaignAdministration, (administration) => administration["approvals.reject"](org, values))
    ).pipe(
      Effect.map((decided) => ({ data: decided, text: `Rejected ${decided.id}. Nothing was changed.` })),
      Effect.catchTag("NotPending", notPending)
    )
)

/** Decisions about held changes: an approval executes the change. */
export const queuedWriteDecisions = group("queued-writes", [approve, reject])
