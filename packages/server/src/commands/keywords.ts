import { matchTypes } from "@adwarden/core/contract"
import { Effect } from "effect"
import {
  choiceArgument,
  choiceFlag,
  group,
  integerArgument,
  textArgument,
  textsArgument,
  withDefault
} from "../command-line.ts"
import { peopleWriteCommand } from "./people-write.ts"

/* Commands about keywords, for owners and admins on the server. */

const campaign = textArgument("campaign", "Slug of the campaign")
const keyword = textsArgument("keywords", "The keywords")
const match = choiceFlag("match-type", [...matchTypes], "Match type of the keywords").pipe(
  withDefault("phrase")
)

const keywordsOf = (texts: ReadonlyArray<string>, match: string) => texts.map((text) => ({ text, match }))

const add = peopleWriteCommand(
  "add",
  "keywords.add",
  { ad: integerArgument("ad", "Number of the ad, as drafts get lists it"), keyword, match },
  "Add keywords to an ad of a draft that was never launched.",
  ({ ad, keyword, match }) => Effect.succeed({ ad, keywords: keywordsOf(keyword, match) })
)

const remove = peopleWriteCommand(
  "remove",
  "keywords.remove",
  { campaign, keyword, match },
  "Remove keywords from all ads of a draft that was never launched.",
  ({ campaign, keyword, match }) => Effect.succeed({ campaign, keywords: keywordsOf(keyword, match) })
)

const setState = peopleWriteCommand(
  "set-state",
  "keywords.set_state",
  {
    campaign,
    state: choiceArgument("state", ["enabled", "paused"], "The state to set"),
    keyword,
    match
  },
  "Pause or enable keywords on all ads of a campaign, in the ad platform too.",
  ({ campaign, keyword, match, state }) =>
    Effect.succeed({ campaign, keywords: keywordsOf(keyword, match), state })
)

export const keywords = group("keywords", [add, remove, setState])
