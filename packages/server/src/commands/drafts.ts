import { safeText } from "@adwarden/cli"
import {
  competitorEndpoints,
  type DescribedLine,
  type DraftAdDetail,
  draftEndpoints,
  locationEndpoints,
  removalEndpoints
} from "@adwarden/core"
import { Effect } from "effect"
import { group, repeatedFlag, textFlag } from "../command-line/index.ts"
import { asOperator } from "../operator.ts"
import { outputCommand } from "./command-output.ts"
import { asAdmin, org } from "./operator-commands.ts"

const campaign = textFlag("campaign", "Slug of the campaign")

const lineText = ({ of, source, text }: DescribedLine): string => `  ${of}: ${text}\n    ${source}`
const adText = ({ id, lines, name, state, url }: DraftAdDetail): string =>
  [`Ad ${id}, ${name} (${state}): ${url}`, ...lines.map(lineText)].join("\n")

const show = outputCommand(
  "show",
  { org, campaign },
  "Show the texts of a campaign line by line, each with its source page or template.",
  ({ campaign, org }) =>
    asOperator(
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

const discard = outputCommand(
  "discard",
  { org, campaign, as: asAdmin },
  "Delete a draft that was never launched, with its ads and keywords. Its budget no longer counts towards the monthly cap.",
  ({ as, campaign, org }) =>
    asOperator(
      as,
      Effect.map(removalEndpoints, (endpoints) => endpoints.discardDraft(org, campaign))
    ).pipe(Effect.map((done) => ({ data: done, text: `${done.summary}.` })))
)

const locations = outputCommand(
  "locations",
  {
    org,
    campaign,
    search: textFlag("search", "A place, such as Springfield or “Springfield, Illinois”"),
    as: asAdmin
  },
  "Search the ad platform for places that the campaign could target.",
  ({ as, campaign, org, search }) =>
    asOperator(
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
  {
    org,
    names: repeatedFlag("name", "Competitor of the business profile; leave out to list them"),
    as: asAdmin
  },
  "Create a draft that bids on competitors' names, or list the competitors to choose from. No ad text contains the names.",
  ({ as, names, org }) =>
    names.length === 0
      ? asOperator(
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
      : asOperator(
          as,
          Effect.map(competitorEndpoints, (endpoints) => endpoints.create(org, names))
        ).pipe(Effect.map((done) => ({ data: done, text: `${done.summary}.` })))
)

export const drafts = group("drafts", [show, discard, locations, competitors])
