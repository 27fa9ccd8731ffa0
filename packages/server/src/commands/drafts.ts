import { safeText } from "@adwarden/cli"
import {
  competitorEndpoints,
  type DescribedLine,
  type DraftAdDetail,
  draftEndpoints,
  locationEndpoints
} from "@adwarden/core"
import { Effect } from "effect"
import { asCampaignOperator } from "../campaign-operator.ts"
import { group, textArgument, textsArgument } from "../command-line/index.ts"
import { outputCommand } from "./command-output.ts"
import { checks, setCallouts, setLanguage, setLocations, setSitelinks, useAccount } from "./draft-fixes.ts"
import { asAdmin, org } from "./operator-commands.ts"
import { peopleWriteCommand } from "./people-write.ts"

const campaign = textArgument("campaign", "Slug of the campaign")

const lineText = ({ of, source, text }: DescribedLine): string => `  ${of}: ${text}\n    ${source}`
const adText = ({ id, lines, name, state, url }: DraftAdDetail): string =>
  [`Ad ${id}, ${name} (${state}): ${url}`, ...lines.map(lineText)].join("\n")

const get = outputCommand(
  "get",
  { campaign, org },
  "Show the texts of a campaign line by line, each with its source page or template.",
  ({ campaign, org }) =>
    asCampaignOperator(
      null,
      Effect.map(draftEndpoints, (endpoints) => endpoints.show(org, campaign))
    ).pipe(
      Effect.map((draft) => {
        const { ads, lines, name, slug } = draft
        const all = [`${name} (${slug})`, ...ads.map(adText), "Below all ads", ...lines.map(lineText)]
        return { data: draft, text: safeText(all.join("\n")) }
      })
    )
)

const discard = peopleWriteCommand(
  "discard",
  "drafts.discard",
  { campaign },
  "Discard a draft that was never launched, with its ads and keywords. Its budget no longer counts towards the monthly cap. An undo restores it.",
  Effect.succeed
)

const locations = outputCommand(
  "locations",
  {
    campaign,
    search: textArgument("search", 'A place, such as Springfield or "Springfield, Illinois"'),
    org,
    as: asAdmin
  },
  "Search the ad platform for places that the campaign could target.",
  ({ as, campaign, org, search }) =>
    asCampaignOperator(
      as,
      Effect.map(locationEndpoints, (endpoints) => endpoints.suggest(org, campaign, search))
    ).pipe(
      Effect.map((found) => ({
        data: { locations: found },
        text:
          found.length === 0
            ? "The ad platform knows no such place. Check the spelling, or search for the region or country."
            : safeText(
                found.map(({ geo_target, name, type }) => `${geo_target}  ${name} (${type})`).join("\n")
              )
      }))
    )
)

const competitors = outputCommand(
  "competitors",
  { org, as: asAdmin },
  "List the competitors of the business profile, which a competitor draft can bid on.",
  ({ as, org }) =>
    asCampaignOperator(
      as,
      Effect.map(competitorEndpoints, (endpoints) => endpoints.choices(org))
    ).pipe(
      Effect.map((choices) => ({
        data: choices,
        text:
          choices.competitors.length === 0
            ? `${choices.website} names no competitors.`
            : safeText(choices.competitors.join("\n"))
      }))
    )
)

const create = peopleWriteCommand(
  "create-competitor",
  "drafts.create_competitor",
  { competitors: textsArgument("names", "Competitors of the business profile") },
  "Create a draft that bids on competitors' names. No ad text contains the names.",
  Effect.succeed
)

export const drafts = group("drafts", [
  get,
  checks,
  useAccount,
  locations,
  setLocations,
  setLanguage,
  setSitelinks,
  setCallouts,
  discard,
  competitors,
  create
])
