import { removalEndpoints } from "@adwarden/core"
import { Effect } from "effect"
import { group, integerFlag } from "../command-line/index.ts"
import { asOperator } from "../operator.ts"
import { outputCommand } from "./command-output.ts"
import { asAdmin, org } from "./operator-commands.ts"

const ad = integerFlag(
  "ad",
  "Number of the ad: the ad_id that its creation returned, or as drafts show lists it"
)

const remove = outputCommand(
  "remove",
  { org, ad, as: asAdmin },
  "Remove an ad with its keywords. If the campaign is in the ad platform, the ad is removed there shortly after.",
  ({ ad, as, org }) =>
    asOperator(
      as,
      Effect.map(removalEndpoints, (endpoints) => endpoints.removeAd(org, ad))
    ).pipe(Effect.map((done) => ({ data: done, text: `${done.summary}.` })))
)

export const ads = group("ads", [remove])
