import { Effect, Option } from "effect"
import { group, integerArgument, map, optional, repeatedFlag, textFlag } from "../command-line.ts"
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

const setLines = peopleWriteCommand(
  "set-lines",
  "ads.set_lines",
  {
    ad,
    headlines: repeatedFlag("headline", "A headline; those given replace all headlines"),
    descriptions: repeatedFlag("description", "A description; those given replace all descriptions"),
    paths: repeatedFlag("path", "A display path; those given replace both"),
    url: textFlag("url", "The landing page").pipe(optional, map(Option.getOrUndefined))
  },
  "Change the texts or the landing page of an ad, until its campaign is launched.",
  ({ ad, url, ...lists }) =>
    Effect.succeed({
      ad,
      ...Object.fromEntries(Object.entries(lists).filter(([, given]) => given.length > 0)),
      ...(url === undefined ? {} : { url })
    })
)

export const ads = group("ads", [remove, setLines])
