import { Effect } from "effect"
import { group, integerFlag } from "../command-line/index.ts"
import { peopleWriteCommand } from "./people-write.ts"

/* Commands about ads, for owners and admins on the server. */

const ad = integerFlag(
  "ad",
  "Number of the ad: the ad_id that its creation returned, or as drafts show lists it"
)

const remove = peopleWriteCommand(
  "remove",
  "ads.remove",
  { ad },
  "Remove an ad with its keywords. If the campaign is in the ad platform, the ad is removed there shortly after and cannot be restored.",
  Effect.succeed
)

export const ads = group("ads", [remove])
