import { isRecord, previewText, responseText, type Screen, valueText } from "@adwarden/cli"
import { type NotPending, type PendingApproval, pendingApprovals } from "@adwarden/core"
import { quotation } from "@adwarden/core/contract"
import { Effect } from "effect"
import { group, textArgument } from "../../command-line.ts"
import { asOperator } from "../../operator.ts"
import { Stop } from "../../stop.ts"
import { outputCommand } from "../command-output.ts"
import { listOutput, minute, org } from "../operator-commands.ts"

const requesterOf = ({ requester: { last_four, prefix, user } }: PendingApproval): string =>
  prefix === null ? user : `${user} (${prefix}…${last_four})`

const titles = ["*ID", "REQUESTED", "EXPIRES", "BY", "WHAT"]

const row = (pending: PendingApproval): ReadonlyArray<string> => {
  const { expires_at, id, requested_at, summary, in_progress } = pending
  const what = in_progress ? `${summary} (approved, in progress)` : summary
  return [id, minute(requested_at), minute(expires_at), requesterOf(pending), what]
}

/** The result of an approved change, as its requester receives it. */
export const resultText = (result: unknown, screen: Screen): string =>
  isRecord(result) ? responseText(result, screen) : valueText(result)

/** Everything that an approver should know, as the requester saw it. */
export const approvalText = (pending: PendingApproval, screen: Screen): string => {
  const { comment, expires_at, id, operation, preview, requested_at, summary } = pending
  const { paint } = screen
  return [
    paint.strong(valueText(summary)),
    `  ${paint.faint("Id")}         ${id}`,
    `  ${paint.faint("Operation")}  ${operation}`,
    `  ${paint.faint("Asked by")}   ${requesterOf(pending)}, ${minute(requested_at)}`,
    ...(comment === null ? [] : [`  ${paint.faint("Reason")}     ${valueText(quotation(comment))}`]),
    `  ${paint.faint("Expires")}    ${minute(expires_at)}`,
    ...(preview === null ? [] : ["", previewText({ ...preview, needs_approval: false }, screen)])
  ].join("\n")
}

export const id = textArgument("queued-id", "Id of the queued write, as list shows it (qw_…)")

const list = outputCommand(
  "list",
  { org },
  "List the changes that wait for approval, oldest first.",
  ({ org }) =>
    asOperator(
      null,
      Effect.map(pendingApprovals, (approvals) => approvals.list(org))
    ).pipe(Effect.map((rows) => listOutput(rows, titles, row, `Nothing waits for approval in ${org}.`)))
)

export const notPending = (error: NotPending) => new Stop({ message: error.message, exitReason: "refused" })

export const findPending = (organization: string, id: string) =>
  asOperator(
    null,
    Effect.map(pendingApprovals, (approvals) => approvals.show({ organization, id }))
  ).pipe(Effect.catchTag("NotPending", notPending))

const get = outputCommand(
  "get",
  { id, org },
  "Show a pending change: its requester and the whole preview.",
  ({ id, org }) =>
    Effect.map(findPending(org, id), (pending) => ({
      data: pending,
      text: (out: Screen) => approvalText(pending, out)
    }))
)

/** Reads of the approval queue, which need no campaigns. */
export const queuedWriteReads = group("queued-writes", [list, get])
