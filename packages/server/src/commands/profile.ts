import { type FollowOptions, profileEndpoints } from "@adwarden/core"
import type { Output } from "@adwarden/core/contract"
import { Effect } from "effect"
import { asCampaignOperator } from "../campaign-operator.ts"
import { group, switchFlag, textArgument } from "../command-line.ts"
import { outputCommand, startAndFollow, stopOf } from "./command-output.ts"
import { factsText, minute, org } from "./operator-commands.ts"

const url = textArgument("url", "URL of its website, such as https://www.example.com")
const wait = switchFlag("wait", "Wait for the analysis to end, and show its result")

type Profile = Output<"organizations.business_profile">

const lists: ReadonlyArray<readonly [keyof Profile, string]> = [
  ["products", "Products"],
  ["ideal_customer_profiles", "Customers"],
  ["competitors", "Competitors"],
  ["trust_signals", "Trust"],
  ["target_locations", "Places"]
]

const profileText = (profile: Profile) =>
  factsText([
    ["Website", profile.url],
    ["Status", profile.status === "ready" ? `ready, ${minute(profile.updated_at)}` : "being analysed"],
    ["Brand", profile.brand_name],
    ["About", profile.description],
    ...lists.map(
      ([field, label]) => [label, ([] as ReadonlyArray<string>).concat(profile[field]).join("; ")] as const
    )
  ])

const read = (org: string) =>
  asCampaignOperator(
    null,
    Effect.map(profileEndpoints, (profiles) => profiles.show(org))
  )

const start = (org: string, url: string) => (following: FollowOptions) =>
  asCampaignOperator(
    null,
    Effect.map(profileEndpoints, (profiles) => profiles.analyse(org, url, following))
  )

const analyse = outputCommand(
  "analyse-website",
  { url, wait, org },
  "Have a worker read a website and create the organization's business profile from it. The current profile stays until the new one is complete.",
  ({ url, wait, org }) =>
    Effect.gen(function* () {
      const followed = yield* startAndFollow(wait, start(org, url))
      const stop = stopOf("The analysis", wait, followed)
      if (stop !== null) return yield* stop
      if (followed.status !== "completed") {
        const later = `Show the result: adwarden organizations business-profile --local --org ${org}`
        return { data: followed, text: `Started (task ${followed.task}). ${later}` }
      }
      const profile = yield* read(org)
      return { data: { ...followed, profile }, text: profileText(profile) }
    })
)

const show = outputCommand(
  "business-profile",
  { org },
  "Show the business profile that campaigns are built on.",
  ({ org }) => Effect.map(read(org), (profile) => ({ data: profile, text: profileText(profile) }))
)

export const profile = group("organizations", [show, analyse])
