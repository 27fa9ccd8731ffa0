import { Approvals, type NotPending } from "@adwarden/core"
import { Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { asOperator } from "../../operator.ts"
import { Stop } from "../../stop.ts"
import { type Screen, thisTerminal } from "../../terminal/terminal.ts"
import { answering } from "../answer.ts"
import { byAdmin, described, listed, org } from "../operator-commands.ts"
import { row, shownWhole, titles, whatItDid } from "./shown.ts"

const id = described("id", "Id of the queued write, as list shows it (qw_…)")
const reason = described("reason", "Why not; whoever asked for the change reads it").pipe(Options.optional)

const list = answering(
  "list",
  { org },
  "List the changes that wait for a person's yes, oldest first.",
  ({ org }) =>
    asOperator(
      null,
      Effect.map(Approvals, (approvals) => approvals.list(org))
    ).pipe(Effect.map((rows) => listed(rows, titles, row, `Nothing waits for approval in ${org}.`)))
)

const late = (error: NotPending) => new Stop({ message: error.message, ending: "refused" })

const found = (organization: string, id: string) =>
  asOperator(
    null,
    Effect.map(Approvals, (approvals) => approvals.show({ organization, id }))
  ).pipe(Effect.catchTag("NotPending", late))

const show = answering(
  "show",
  { org, id },
  "Show all of a change that waits: who asks, and the whole preview.",
  ({ id, org }) =>
    Effect.map(found(org, id), (pending) => ({
      data: pending,
      shown: (out: Screen) => shownWhole(pending, out)
    }))
)

/** Somebody at a terminal sees what they say yes to; a script has looked before. */
const asked = (organization: string, id: string) =>
  Effect.gen(function* () {
    const { confirm, err, isInteractive } = thisTerminal()
    if (!isInteractive) return
    err.line(shownWhole(yield* found(organization, id), err))
    if (!(yield* Effect.promise(() => confirm("Approve it?")))) {
      return yield* new Stop({ message: "Nothing was decided.", ending: "declined" })
    }
  })

const approve = answering(
  "approve",
  { org, id, as: byAdmin },
  "Carry a change out in the name of whoever asked for it. All limits are checked again: what they refuse now has failed.",
  ({ as, id, org }) =>
    Effect.zipRight(
      asked(org, id),
      asOperator(
        as,
        Effect.map(Approvals, (approvals) => approvals.approve({ organization: org, id }))
      )
    ).pipe(
      Effect.map((decided) => ({
        data: decided,
        shown: (out: Screen) => `Approved ${id}.\n${whatItDid(decided.result, out)}`
      })),
      Effect.catchTags({
        NotPending: late,
        NotCarriedOut: ({ decided: { reason, status } }) =>
          new Stop({
            message: `Approved ${id}, and it could not be carried out: ${reason ?? status}`,
            ending: "ended"
          })
      })
    )
)

const reject = answering(
  "reject",
  { org, id, as: byAdmin, reason },
  "Say no to a change. What it had reserved under the monthly cap is free again.",
  ({ as, id, org, reason }) => {
    const why = Option.match(reason, { onNone: () => ({}), onSome: (reason) => ({ reason }) })
    return asOperator(
      as,
      Effect.map(Approvals, (approvals) => approvals.reject({ organization: org, id, ...why }))
    ).pipe(
      Effect.map((decided) => ({ data: decided, shown: `Rejected ${decided.id}. Nothing was changed.` })),
      Effect.catchTag("NotPending", late)
    )
  }
)

export const approvals = Command.make("approvals").pipe(
  Command.withDescription(
    "Decide on changes that wait for a person, on DATABASE_URL or the database in .adwarden/. For owners and admins; no key or token can do this."
  ),
  Command.withSubcommands([list, show, approve, reject])
)
