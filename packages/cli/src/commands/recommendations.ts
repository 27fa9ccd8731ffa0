import { recommendationEntrances, type Saving } from "@adwarden/core"
import { Command } from "@effect/cli"
import { Effect } from "effect"
import { asOperator } from "../operator.ts"
import { answering } from "./answer.ts"
import { byAdmin, described, listed, minute, org } from "./operator-commands.ts"

const recommendation = described("recommendation", "Id of the recommendation, rec_…")

const dismiss = answering(
  "dismiss",
  { org, recommendation, as: byAdmin },
  "Take a pending recommendation off the list. What the service recommends by itself is not recommended again as it was.",
  ({ as, org, recommendation }) =>
    asOperator(
      as,
      Effect.map(recommendationEntrances, (entrances) => entrances.dismiss(org, recommendation))
    ).pipe(Effect.map((done) => ({ data: done, shown: `${done.did}.` })))
)

const amount = (saving: number | null): string => (saving === null ? "-" : saving.toFixed(2))
const titles = ["APPLIED", "*CAMPAIGN", "TYPE", "ESTIMATED", "AFTER 14 DAYS", "AFTER 30 DAYS"]
const row = (one: Saving): ReadonlyArray<string> => [
  minute(one.applied_at),
  one.campaign,
  one.type,
  amount(one.estimated_monthly_saving),
  amount(one.realised_saving_14d),
  amount(one.realised_saving_30d)
]

const savings = answering(
  "savings",
  { org },
  "Show what applied recommendations were to save in a month, and what the first 14 and 30 days showed.",
  ({ org }) =>
    asOperator(
      null,
      Effect.map(recommendationEntrances, (entrances) => entrances.savings(org))
    ).pipe(Effect.map((found) => listed(found, titles, row, `No recommendation of ${org} is in force.`)))
)

export const recommendations = Command.make("recommendations").pipe(
  Command.withDescription(
    "Decide on recommendations, on DATABASE_URL or the database in .adwarden/. No key or token can do this."
  ),
  Command.withSubcommands([dismiss, savings])
)
