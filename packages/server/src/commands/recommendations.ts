import { type AppliedSaving, recommendationEndpoints } from "@adwarden/core"
import { Effect, Option } from "effect"
import { asCampaignOperator } from "../campaign-operator.ts"
import { group, map, optional, textArgument, textFlag } from "../command-line.ts"
import { outputCommand } from "./command-output.ts"
import { listOutput, minute, org } from "./operator-commands.ts"
import { peopleWriteCommand } from "./people-write.ts"

const recommendation = textArgument("id", "Id of the recommendation, rec_…")

const reason = textFlag("reason", "Why, for the action log").pipe(optional, map(Option.getOrUndefined))

const dismiss = peopleWriteCommand(
  "dismiss",
  "recommendations.dismiss",
  { recommendation, reason },
  "Dismiss a pending recommendation. The service does not recommend the same again.",
  ({ reason, recommendation }) =>
    Effect.succeed({ recommendation, ...(reason === undefined ? {} : { reason }) })
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
  "Show the estimated monthly savings of applied recommendations, and the measured savings after 14 and 30 days.",
  ({ org }) =>
    asCampaignOperator(
      null,
      Effect.map(recommendationEndpoints, (endpoints) => endpoints.savings(org))
    ).pipe(Effect.map((found) => listOutput(found, titles, row, `No recommendation of ${org} is in force.`)))
)

export const recommendations = group("recommendations", [dismiss, savings])
