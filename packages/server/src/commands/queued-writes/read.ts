import { isRecord, previewText, responseText, type Screen, valueText } from "@adwarden/cli"
import { Administration, type NotPending, type PendingApproval } from "@adwarden/core"
import { quotation } from "@adwarden/core/contract"
import { Effect } from "effect"
import { group } from "../../command-line.ts"
import { asOperator } from "../../operator.ts"
import { Stop } from "../../stop.ts"
import { administrationCommand, administrationParameters, wordsOf } from "../administer.ts"
import { outputCommand } from "../command-output.ts"
import { listOutput, minute } from "../operator-commands.ts"

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

const list = administrationCommand("approvals.list", (rows, { org }) =>
  listOutput(rows, titles, row, `Nothing waits for approval in ${org}.`)
)

export const notPending = (error: NotPending) => new Stop({ message: error.message, exitReason: "refused" })

export const findPending = (org: string, id: string) =>
  asOperator(
    null,
    Effect.map(Administration, (administration) => administration["approvals.show"](org, { id }))
  ).pipe(Effect.catchTag("NotPending", notPending))

const [getWord, getHelp] = wordsOf("approvals.show")
const get = outputCommand(
  getWord,
  { request: administrationParameters("approvals.show") },
  getHelp,
  ({ request: { org, values } }) =>
    Effect.map(findPending(org, values.id), (pending) => ({
      data: pending,
      text: (out: Screen) => approvalText(pending, out)
    }))
)

/** Reads of the approval queue, which need no campaigns. */
export const queuedWriteReads = group("queued-writes", [list, get])
