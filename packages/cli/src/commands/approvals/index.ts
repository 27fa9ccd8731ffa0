import { Approvals, type NotPending } from "@adwarden/core"
import { Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { asOperator } from "../../operator.ts"
import { Stop } from "../../stop.ts"
import { type Screen, thisTerminal } from "../../terminal/terminal.ts"
import { outputCommand } from "../command-output.ts"
import { asAdmin, listOutput, org, textOption } from "../operator-commands.ts"
import { approvalText, resultText, row, titles } from "./format.ts"

const id = textOption("id", "Id of the queued write, as list shows it (qw_…)")
const reason = textOption("reason", "Why not; whoever asked for the change reads it").pipe(Options.optional)

const list = outputCommand(
  "list",
  { org },
  "List the changes that wait for a person's yes, oldest first.",
  ({ org }) =>
    asOperator(
      null,
      Effect.map(Approvals, (approvals) => approvals.list(org))
    ).pipe(Effect.map((rows) => listOutput(rows, titles, row, `Nothing waits for approval in ${org}.`)))
)

const notPending = (error: NotPending) => new Stop({ message: error.message, exitReason: "refused" })

const findPending = (organization: string, id: string) =>
  asOperator(
    null,
    Effect.map(Approvals, (approvals) => approvals.show({ organization, id }))
  ).pipe(Effect.catchTag("NotPending", notPending))

const show = outputCommand(
  "show",
  { org, id },
  "Show all of a change that waits: who asks, and the whole preview.",
  ({ id, org }) =>
    Effect.map(findPending(org, id), (pending) => ({
      data: pending,
      text: (out: Screen) => approvalText(pending, out)
    }))
)

/** Somebody at a terminal sees what they say yes to; a script has looked before. */
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
  { org, id, as: asAdmin },
  "Carry a change out in the name of whoever asked for it. All limits are checked again: what they refuse now has failed.",
  ({ as, id, org }) =>
    Effect.zipRight(
      confirmApproval(org, id),
      asOperator(
        as,
        Effect.map(Approvals, (approvals) => approvals.approve({ organization: org, id }))
      )
    ).pipe(
      Effect.map((decided) => ({
        data: decided,
        text: (out: Screen) => `Approved ${id}.\n${resultText(decided.result, out)}`
      })),
      Effect.catchTags({
        NotPending: notPending,
        ApprovalFailed: ({ decided: { reason, status } }) =>
          new Stop({
            message: `Approved ${id}, and it could not be carried out: ${reason ?? status}`,
            exitReason: "ended"
          })
      })
    )
)

const reject = outputCommand(
  "reject",
  { org, id, as: asAdmin, reason },
  "Say no to a change. What it had reserved under the monthly cap is free again.",
  ({ as, id, org, reason }) => {
    const why = Option.match(reason, { onNone: () => ({}), onSome: (reason) => ({ reason }) })
    return asOperator(
      as,
      Effect.map(Approvals, (approvals) => approvals.reject({ organization: org, id, ...why }))
    ).pipe(
      Effect.map((decided) => ({ data: decided, text: `Rejected ${decided.id}. Nothing was changed.` })),
      Effect.catchTag("NotPending", notPending)
    )
  }
)

export const approvals = Command.make("approvals").pipe(
  Command.withDescription(
    "Decide on changes that wait for a person, on DATABASE_URL or the database in .adwarden/. For owners and admins; no key or token can do this."
  ),
  Command.withSubcommands([list, show, approve, reject])
)
