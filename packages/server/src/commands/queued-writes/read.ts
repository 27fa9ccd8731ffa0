import type { Screen } from "@adwarden/cli"
import { type NotPending, pendingApprovals } from "@adwarden/core"
import { Effect } from "effect"
import { group, textArgument } from "../../command-line/index.ts"
import { asOperator } from "../../operator.ts"
import { Stop } from "../../stop.ts"
import { outputCommand } from "../command-output.ts"
import { listOutput, org } from "../operator-commands.ts"
import { approvalText, row, titles } from "./format.ts"

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
