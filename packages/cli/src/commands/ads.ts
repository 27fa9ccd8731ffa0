import { removalEndpoints } from "@adwarden/core"
import { Command, Options } from "@effect/cli"
import { Effect } from "effect"
import { asOperator } from "../operator.ts"
import { outputCommand } from "./command-output.ts"
import { asAdmin, org } from "./operator-commands.ts"

const ad = Options.integer("ad").pipe(
  Options.withDescription(
    "Number of the ad: the ad_id that its creation returned, or as drafts show tells it"
  )
)

const remove = outputCommand(
  "remove",
  { org, ad, as: asAdmin },
  "Take an ad away, with its keywords. On a campaign that is in the ad platform it goes there too, right after.",
  ({ ad, as, org }) =>
    asOperator(
      as,
      Effect.map(removalEndpoints, (endpoints) => endpoints.removeAd(org, ad))
    ).pipe(Effect.map((done) => ({ data: done, text: `${done.summary}.` })))
)

export const ads = Command.make("ads").pipe(
  Command.withDescription(
    "Remove ads, on DATABASE_URL or the database in .adwarden/. No key or token can do this."
  ),
  Command.withSubcommands([remove])
)
