import { Approvals, type NotPending, type PendingApproval } from "@adwarden/core"
import { Command, Options } from "@effect/cli"
import { Console, Effect, Option } from "effect"
import { asOperator } from "../operator.ts"
import { Stop } from "../stop.ts"
import { described, minute, org, table } from "./operator-commands.ts"

const id = described("id", "Id of the queued write, as list shows it (qw_…)")
const as = described("as", "E-mail of the person who decides, an owner or admin of the organization")
const reason = described("reason", "Why not; whoever asked for the change reads it").pipe(Options.optional)

const titles = ["ID", "REQUESTED", "EXPIRES", "BY", "WHAT"]
const row = ({ expires_at, id, requested_at, requester, summary, under_way }: PendingApproval) => [
  id,
  minute(requested_at),
  minute(expires_at),
  requester.prefix === null
    ? requester.user
    : `${requester.user} (${requester.prefix}…${requester.last_four})`,
  under_way ? `${summary} (approved, under way)` : summary
]

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

const approve = Command.make("approve", { org, id, as }, ({ as, id, org }) =>
  asOperator(
    as,
    Effect.map(Approvals, (approvals) => approvals.approve({ organization: org, id }))
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
  Command.withSubcommands([list, approve, reject])
)
