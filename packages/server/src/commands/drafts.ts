import { safeText } from "@adwarden/cli"
import {
  competitorEndpoints,
  type DescribedLine,
  type DraftAdDetail,
  draftEndpoints,
  type LaunchCheckList,
  LaunchChecks,
  locationEndpoints
} from "@adwarden/core"
import { confirmableCategories, languageCodes } from "@adwarden/core/contract"
import { Effect, Option } from "effect"
import { asCampaignOperator } from "../campaign-operator.ts"
import { choiceArgument, group, map, optional, textArgument, textsArgument } from "../command-line.ts"
import { usageStop } from "../stop.ts"
import { outputCommand } from "./command-output.ts"
import { asAdmin, org, tableOf } from "./operator-commands.ts"
import { type LookUp, peopleWriteCommand } from "./people-write.ts"

/* Commands that fix a draft until it can be launched. */

const campaign = textArgument("campaign", "Slug of the campaign")

const checkRows = ({ checks }: LaunchCheckList) =>
  checks.map(({ label, passes, reason }) => [
    passes === null ? "?" : passes ? "ok" : "no",
    label,
    reason ?? ""
  ])

const checks = outputCommand(
  "checks",
  { campaign, org, as: asAdmin },
  "Show every launch check of a campaign, and what is missing.",
  ({ as, campaign, org }) =>
    asCampaignOperator(
      as,
      Effect.map(LaunchChecks, ({ show }) => show(org, campaign))
    ).pipe(Effect.map((list) => ({ data: list, text: tableOf(["", "*CHECK", "*WHY"], checkRows(list)) })))
)

const useAccount = peopleWriteCommand(
  "use-account",
  "drafts.use_account",
  {
    campaign,
    ad_account: textArgument("account", "Id of a linked ad account; without it, the selected one").pipe(
      optional,
      map(Option.getOrUndefined)
    )
  },
  "Put a draft into a linked ad account.",
  ({ ad_account, campaign }) =>
    Effect.succeed({ campaign, ...(ad_account === undefined ? {} : { ad_account }) })
)

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Finds a place by its name in the ad platform. An ambiguous name is refused with the full names to choose from. */
const findLocation = (lookUp: LookUp, campaign: string, name: string) =>
  Effect.gen(function* () {
    const found = yield* lookUp(
      Effect.map(
        locationEndpoints,
        ({ suggest }) =>
          (organization: string) =>
            suggest(organization, campaign, name)
      )
    )
    const [match, ...others] = found.filter((one) => same(one.name, name))
    const chosen = match !== undefined && others.length === 0 ? match : found.length === 1 ? found[0]! : null
    if (chosen !== null) return { name: chosen.name, geo_target: chosen.geo_target }
    const choices = found.map((one) => `"${one.name}" (${one.type})`).join("; ")
    return yield* usageStop(
      found.length === 0
        ? `The ad platform knows no place called ${JSON.stringify(name)}.`
        : `${JSON.stringify(name)} can be ${choices}. Give the full name.`
    )
  })

const setLocations = peopleWriteCommand(
  "set-locations",
  "drafts.set_locations",
  {
    campaign,
    locations: textsArgument(
      "locations",
      "Places, such as Boston; with region and country if several have the name"
    )
  },
  "Choose where the ads of a draft are shown. The places are looked up in the ad platform.",
  ({ campaign, locations }, lookUp) =>
    Effect.map(
      Effect.forEach(locations, (name) => findLocation(lookUp, campaign, name)),
      (found) => ({ campaign, locations: found })
    )
)

const setLanguage = peopleWriteCommand(
  "set-language",
  "drafts.set_language",
  {
    campaign,
    language: choiceArgument("language", [...languageCodes], "Language of the ads, as two letters")
  },
  "Choose the language of a draft.",
  Effect.succeed
)

const readPages = peopleWriteCommand(
  "read-pages",
  "drafts.read_pages",
  { campaign },
  "Read the pages again that a campaign's lines rest on.",
  Effect.succeed
)

const confirmCategory = peopleWriteCommand(
  "confirm-category",
  "drafts.confirm_category",
  {
    campaign,
    category: choiceArgument("category", confirmableCategories, "The restricted category"),
    reason: textArgument("reason", "Why it is allowed, for the log")
  },
  "Confirm that a campaign may advertise a restricted category.",
  Effect.succeed
)

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
  readPages,
  confirmCategory,
  discard,
  competitors,
  create
])
