import { matchTypes } from "@adwarden/core/contract"
import { Effect } from "effect"
import { choiceFlag, group, integerFlag, repeatedFlag, textFlag, withDefault } from "../command-line/index.ts"
import { peopleWriteCommand } from "./people-write.ts"

/* Commands about keywords, for owners and admins on the server. */

const campaign = textFlag("campaign", "Slug of the campaign")
const keyword = repeatedFlag("keyword", "A keyword; can be given several times")
const match = choiceFlag("match", [...matchTypes], "Match type of the keywords").pipe(withDefault("phrase"))

const keywordsOf = (texts: ReadonlyArray<string>, match: string) => texts.map((text) => ({ text, match }))

const add = peopleWriteCommand(
  "add",
  "keywords.add",
  { ad: integerFlag("ad", "Number of the ad, as drafts show lists it"), keyword, match },
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
    keyword,
    match,
    state: choiceFlag("state", ["enabled", "paused"], "The state to set")
  },
  "Pause or enable keywords on all ads of a campaign, in the ad platform too.",
  ({ campaign, keyword, match, state }) =>
    Effect.succeed({ campaign, keywords: keywordsOf(keyword, match), state })
)

export const keywords = group("keywords", [add, remove, setState])
