import { type AnalysisStarted, profileEntrances } from "@adwarden/core"
import type { Output } from "@adwarden/core/contract"
import { Args, Command, Options } from "@effect/cli"
import { Console, Effect } from "effect"
import { asOperator } from "../operator.ts"
import { Stop } from "../stop.ts"
import { minute } from "./operator-commands.ts"

const org = Args.text({ name: "org" }).pipe(Args.withDescription("Slug of the organization"))
const url = Args.text({ name: "url" }).pipe(
  Args.withDescription("Address of its website, such as https://www.example.com")
)
const wait = Options.boolean("wait").pipe(
  Options.withDescription("Wait until the analysis is over, and show what came of it")
)

/** A task has ended long before, one way or the other. */
const longestWait = 900

type Profile = Output<"organizations.business_profile">

const lists: ReadonlyArray<readonly [keyof Profile, string]> = [
  ["products", "Products"],
  ["ideal_customer_profiles", "Customers"],
  ["competitors", "Competitors"],
  ["trust_signals", "Trust"],
  ["target_locations", "Places"]
]

const shown = (profile: Profile): string => {
  const rows = [
    ["Website", profile.url],
    ["Status", profile.status === "ready" ? `ready, ${minute(profile.updated_at)}` : "being analysed"],
    ["Brand", profile.brand_name],
    ["About", profile.description],
    ...lists.map(([field, label]) => [label, ([] as ReadonlyArray<string>).concat(profile[field]).join("; ")])
  ]
  return rows.map(([label, text]) => `${label!.padEnd(11)}  ${text || "-"}`).join("\n")
}

const show = (org: string) =>
  asOperator(
    null,
    Effect.map(profileEntrances, (profiles) => profiles.show(org))
  ).pipe(Effect.flatMap((profile) => Console.log(shown(profile))))

const cameTo = (org: string, waited: boolean, { message, stage, status, task }: AnalysisStarted) => {
  if (status === "failed")
    return new Stop({ message: `The analysis failed (task ${task}). ${message ?? ""}` })
  if (status === "completed") return show(org)
  if (!waited) return Console.log(`Started (task ${task}). See what came of it: adwarden profile show ${org}`)
  const seen = stage === null ? "No worker has taken it up: is one running?" : `It was last at: ${stage}`
  return new Stop({ message: `The analysis is not over yet (task ${task}). ${seen}` })
}

const analyse = Command.make("analyse", { org, url, wait }, ({ org, url, wait }) =>
  asOperator(
    null,
    Effect.map(profileEntrances, (profiles) => profiles.analyse(org, url, wait ? longestWait : 0))
  ).pipe(Effect.flatMap((started) => cameTo(org, wait, started)))
).pipe(
  Command.withDescription(
    "Have a website read by a worker, and make the organization's business profile from it. The profile that it has stays until the new one is whole."
  )
)

export const profile = Command.make("profile").pipe(
  Command.withDescription(
    "Look after an organization's business profile, on DATABASE_URL or the database in .adwarden/."
  ),
  Command.withSubcommands([
    analyse,
    Command.make("show", { org }, ({ org }) => show(org)).pipe(
      Command.withDescription("Show the business profile that campaigns are built on.")
    )
  ])
)
