import { Effect } from "effect"
import { group, integerArgument } from "../command-line.ts"
import { peopleWriteCommand } from "./people-write.ts"

/* Commands about ads, for owners and admins on the server. */

const ad = integerArgument(
  "ad",
  "Number of the ad: the ad_id that its creation returned, or as drafts get lists it"
)

const remove = peopleWriteCommand(
  "remove",
  "ads.remove",
  { ad },
  "Remove an ad with its keywords. If the campaign is in the ad platform, the ad is removed there shortly after and cannot be restored.",
  Effect.succeed
)

export const ads = group("ads", [remove])
