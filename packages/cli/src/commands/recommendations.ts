import { recommendationEntrances } from "@adwarden/core"
import { Command } from "@effect/cli"
import { Console, Effect } from "effect"
import { asOperator } from "../operator.ts"
import { described, org } from "./operator-commands.ts"

const recommendation = described("recommendation", "Id of the recommendation, rec_…")
const as = described("as", "E-mail of the person who does it, an owner or admin of the organization")

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

export const recommendations = Command.make("recommendations").pipe(
  Command.withDescription(
    "Decide on recommendations, on DATABASE_URL or the database in .adwarden/. No key or token can do this."
  ),
  Command.withSubcommands([dismiss])
)
