import { removalEntrances } from "@adwarden/core"
import { Command, Options } from "@effect/cli"
import { Console, Effect } from "effect"
import { asOperator } from "../operator.ts"
import { described, org } from "./operator-commands.ts"

const ad = Options.integer("ad").pipe(
  Options.withDescription(
    "Number of the ad: the ad_id that its creation returned, or as drafts show tells it"
  )
)
const as = described("as", "E-mail of the person who does it, an owner or admin of the organization")

const remove = Command.make("remove", { org, ad, as }, ({ ad, as, org }) =>
  asOperator(
    as,
    Effect.map(removalEntrances, (entrances) => entrances.removeAd(org, ad))
  ).pipe(Effect.flatMap(({ did }) => Console.log(`${did}.`)))
).pipe(
  Command.withDescription(
    "Take an ad away, with its keywords. On a campaign that is in the ad platform it goes there too, right after."
  )
)

export const ads = Command.make("ads").pipe(
  Command.withDescription(
    "Remove ads, on DATABASE_URL or the database in .adwarden/. No key or token can do this."
  ),
  Command.withSubcommands([remove])
)
