import { Approvals, type NotPending } from "@adwarden/core"
import { Command, Options } from "@effect/cli"
import { Console, Effect, Option } from "effect"
import { exitCodes } from "../../exit-codes.ts"
import { asOperator } from "../../operator.ts"
import { Stop } from "../../stop.ts"
import { thisTerminal } from "../../terminal/terminal.ts"
import { described, org, table } from "../operator-commands.ts"
import { row, shownWhole, titles } from "./shown.ts"

const id = described("id", "Id of the queued write, as list shows it (qw_…)")
const json = Options.boolean("json").pipe(
  Options.withDescription("The answer as JSON, alone on standard output")
)
const as = described("as", "E-mail of the person who decides, an owner or admin of the organization")
const reason = described("reason", "Why not; whoever asked for the change reads it").pipe(Options.optional)

const list = Command.make("list", { org }, ({ org }) =>
  asOperator(
    null,
    Effect.map(Approvals, (approvals) => approvals.list(org))
  ).pipe(
    Effect.flatMap((rows) =>
      rows.length === 0
        ? Console.error(`Nothing waits for approval in ${org}.`)
        : Console.log(table([titles, ...rows.map(row)]))
    )
  )
).pipe(Command.withDescription("List the changes that wait for a person's yes, oldest first."))

const late = (error: NotPending) => new Stop({ message: error.message })

const found = (organization: string, id: string) =>
  asOperator(
    null,
    Effect.map(Approvals, (approvals) => approvals.show({ organization, id }))
  )

const show = Command.make("show", { org, id, json }, ({ id, json, org }) =>
  found(org, id).pipe(
    Effect.flatMap((pending) =>
      Console.log(json ? JSON.stringify(pending, null, 2) : shownWhole(pending, thisTerminal().out))
    ),
    Effect.catchTag("NotPending", late)
  )
).pipe(Command.withDescription("Show all of a change that waits: who asks, and the whole preview."))

/** Somebody at a terminal sees what they say yes to; a script has looked before. */
const asked = (organization: string, id: string) =>
  Effect.gen(function* () {
    const { confirm, err, isInteractive } = thisTerminal()
    if (!isInteractive) return
    err.line(shownWhole(yield* found(organization, id), err))
    if (!(yield* Effect.promise(() => confirm("Approve it?")))) {
      return yield* new Stop({ message: "Nothing was decided.", code: exitCodes.declined.code })
    }
  })

const approve = Command.make("approve", { org, id, as }, ({ as, id, org }) =>
  Effect.zipRight(
    asked(org, id),
    asOperator(
      as,
      Effect.map(Approvals, (approvals) => approvals.approve({ organization: org, id }))
    )
  ).pipe(
    // What an approved change did, as it was answered, in one line.
    Effect.flatMap(({ result }) => Console.log(`Approved ${id}. ${JSON.stringify(result)}`)),
    Effect.catchTags({
      NotPending: late,
      NotCarriedOut: ({ decided: { reason, status } }) =>
        new Stop({ message: `Approved ${id}, and it could not be carried out: ${reason ?? status}` })
    })
  )
).pipe(
  Command.withDescription(
    "Carry a change out in the name of whoever asked for it. All limits are checked again: what they refuse now has failed."
  )
)

const reject = Command.make("reject", { org, id, as, reason }, ({ as, id, org, reason }) => {
  const why = Option.match(reason, { onNone: () => ({}), onSome: (reason) => ({ reason }) })
  return asOperator(
    as,
    Effect.map(Approvals, (approvals) => approvals.reject({ organization: org, id, ...why }))
  ).pipe(
    Effect.flatMap(({ id }) => Console.log(`Rejected ${id}. Nothing was changed.`)),
    Effect.catchTag("NotPending", late)
  )
}).pipe(
  Command.withDescription("Say no to a change. What it had reserved under the monthly cap is free again.")
)

export const approvals = Command.make("approvals").pipe(
  Command.withDescription(
    "Decide on changes that wait for a person, on DATABASE_URL or the database in .adwarden/. For owners and admins; no key or token can do this."
  ),
  Command.withSubcommands([list, show, approve, reject])
)
