import { type AppliedSaving, recommendationEndpoints } from "@adwarden/core"
import { Command } from "@effect/cli"
import { Effect } from "effect"
import { asOperator } from "../operator.ts"
import { outputCommand } from "./command-output.ts"
import { asAdmin, listOutput, minute, org, textOption } from "./operator-commands.ts"

const recommendation = textOption("recommendation", "Id of the recommendation, rec_…")

const dismiss = outputCommand(
  "dismiss",
  { org, recommendation, as: asAdmin },
  "Take a pending recommendation off the list. What the service recommends by itself is not recommended again as it was.",
  ({ as, org, recommendation }) =>
    asOperator(
      as,
      Effect.map(recommendationEndpoints, (endpoints) => endpoints.dismiss(org, recommendation))
    ).pipe(Effect.map((done) => ({ data: done, text: `${done.summary}.` })))
)

const amount = (saving: number | null): string => (saving === null ? "-" : saving.toFixed(2))
const titles = ["APPLIED", "*CAMPAIGN", "TYPE", "ESTIMATED", "AFTER 14 DAYS", "AFTER 30 DAYS"]
const row = (one: AppliedSaving): ReadonlyArray<string> => [
  minute(one.applied_at),
  one.campaign,
  one.type,
  amount(one.estimated_monthly_saving),
  amount(one.realised_saving_14d),
  amount(one.realised_saving_30d)
]

const savings = outputCommand(
  "savings",
  { org },
  "Show what applied recommendations were to save in a month, and what the first 14 and 30 days showed.",
  ({ org }) =>
    asOperator(
      null,
      Effect.map(recommendationEndpoints, (endpoints) => endpoints.savings(org))
    ).pipe(Effect.map((found) => listOutput(found, titles, row, `No recommendation of ${org} is in force.`)))
)

export const recommendations = Command.make("recommendations").pipe(
  Command.withDescription(
    "Decide on recommendations, on DATABASE_URL or the database in .adwarden/. No key or token can do this."
  ),
  Command.withSubcommands([dismiss, savings])
)
