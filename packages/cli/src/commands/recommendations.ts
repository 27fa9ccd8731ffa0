import { recommendationEntrances, type Saving } from "@adwarden/core"
import { Command } from "@effect/cli"
import { Console, Effect } from "effect"
import { asOperator } from "../operator.ts"
import { described, minute, org, table } from "./operator-commands.ts"

const recommendation = described("recommendation", "Id of the recommendation, rec_…")
const as = described("as", "E-mail of the person who does it, an owner or admin of the organization")

const member = described("as", "E-mail of the person who asks, a member of the organization")

const dismiss = Command.make("dismiss", { org, recommendation, as }, ({ as, org, recommendation }) =>
  asOperator(
    as,
    Effect.map(recommendationEntrances, (entrances) => entrances.dismiss(org, recommendation))
  ).pipe(Effect.flatMap(({ did }) => Console.log(`${did}.`)))
).pipe(
  Command.withDescription(
    "Take a pending recommendation off the list. What the service recommends by itself is not recommended again as it was."
  )
)

const amount = (saving: number | null): string => (saving === null ? "-" : saving.toFixed(2))
const rows = (savings: ReadonlyArray<Saving>) => [
  ["APPLIED", "CAMPAIGN", "TYPE", "ESTIMATED", "AFTER 14 DAYS", "AFTER 30 DAYS"],
  ...savings.map((one) => [
    minute(one.applied_at),
    one.campaign,
    one.type,
    amount(one.estimated_monthly_saving),
    amount(one.realised_saving_14d),
    amount(one.realised_saving_30d)
  ])
]

const savings = Command.make("savings", { org, as: member }, ({ as, org }) =>
  asOperator(
    as,
    Effect.map(recommendationEntrances, (entrances) => entrances.savings(org))
  ).pipe(
    Effect.flatMap((found) =>
      found.length === 0
        ? Console.error(`No recommendation of ${org} is in force.`)
        : Console.log(table(rows(found)))
    )
  )
).pipe(
  Command.withDescription(
    "Show what applied recommendations were to save in a month, and what the first 14 and 30 days showed."
  )
)

export const recommendations = Command.make("recommendations").pipe(
  Command.withDescription(
    "Decide on recommendations, on DATABASE_URL or the database in .adwarden/. No key or token can do this."
  ),
  Command.withSubcommands([dismiss, savings])
)
