import { isRecord, previewText, responseText, type Screen, valueText } from "@adwarden/cli"
import type { PendingApproval } from "@adwarden/core"
import { quotation } from "@adwarden/core/contract"
import { minute } from "../operator-commands.ts"

const requesterOf = ({ requester: { last_four, prefix, user } }: PendingApproval): string =>
  prefix === null ? user : `${user} (${prefix}…${last_four})`

export const titles = ["*ID", "REQUESTED", "EXPIRES", "BY", "WHAT"]

export const row = (pending: PendingApproval): ReadonlyArray<string> => {
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
