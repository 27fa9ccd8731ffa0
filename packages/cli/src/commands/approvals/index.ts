import { Approvals, type ApprovalsShape, type Decided, type PendingApproval } from "@adwarden/core"
import { newRequestId } from "@adwarden/core/http"
import { Command } from "@effect/cli"
import { Console, Effect, Option } from "effect"
import { Stop } from "../../stop.ts"
import { table } from "../keys/table.ts"
import { type Refusal, withServices } from "../with-services.ts"
import { as, id, org, reason } from "./options.ts"

/** Does something with the approval queue of the database that is meant. */
const withApprovals = <A>(use: (approvals: ApprovalsShape) => Effect.Effect<A, Refusal>) =>
  withServices(Effect.flatMap(Approvals, use))

/** Who asks and from where, for the audit trail. */
const facts = () => ({
  id: newRequestId(),
  surface: "cli" as const,
  method: null,
  path: null,
  ip: null,
  userAgent: null
})

const minute = (timestamp: string): string => `${timestamp.slice(0, 16).replace("T", " ")}Z`

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
  withApprovals((approvals) => approvals.list(org)).pipe(
    Effect.flatMap((rows) =>
      rows.length === 0
        ? Console.error(`Nothing waits for approval in ${org}.`)
        : Console.log(table([titles, ...rows.map(row)]))
    )
  )
).pipe(Command.withDescription("List the changes that wait for a person's yes, oldest first."))

/** What an approved change did, as it was answered, in one line. */
const told = ({ id, reason, result, status }: Decided) =>
  status === "approved"
    ? Console.log(`Approved ${id}. ${JSON.stringify(result)}`)
    : new Stop({ message: `Approved ${id}, and it could not be carried out: ${reason ?? status}` })

const approve = Command.make("approve", { org, id, as }, ({ as, id, org }) =>
  withApprovals((approvals) => approvals.approve({ organization: org, id, by: as, facts: facts() })).pipe(
    Effect.flatMap(told)
  )
).pipe(
  Command.withDescription(
    "Carry a change out in the name of whoever asked for it. All limits are checked again: what they refuse now has failed."
  )
)

const reject = Command.make("reject", { org, id, as, reason }, ({ as, id, org, reason }) =>
  withApprovals((approvals) =>
    approvals.reject({
      organization: org,
      id,
      by: as,
      facts: facts(),
      ...Option.match(reason, { onNone: () => ({}), onSome: (reason) => ({ reason }) })
    })
  ).pipe(Effect.flatMap(({ id }) => Console.log(`Rejected ${id}. Nothing was changed.`)))
).pipe(
  Command.withDescription("Say no to a change. What it had reserved under the monthly cap is free again.")
)

export const approvals = Command.make("approvals").pipe(
  Command.withDescription(
    "Decide on changes that wait for a person, on DATABASE_URL or the database in .adwarden/. For owners and admins; no key or token can do this."
  ),
  Command.withSubcommands([list, approve, reject])
)
