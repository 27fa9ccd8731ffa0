import { removalEntrances, type ShownAd, type ShownLine, showEntrances } from "@adwarden/core"
import { Command } from "@effect/cli"
import { Console, Effect } from "effect"
import { asOperator } from "../operator.ts"
import { described, org } from "./operator-commands.ts"

const campaign = described("campaign", "Slug of the campaign")
const as = described("as", "E-mail of the person who does it, an owner or admin of the organization")

const shownLine = ({ of, source, text }: ShownLine): string => `  ${of}: ${text}\n    ${source}`
const shownAd = ({ id, lines, name, state, url }: ShownAd): string =>
  [`Ad ${id}, ${name} (${state}): ${url}`, ...lines.map(shownLine)].join("\n")

const show = Command.make("show", { org, campaign }, ({ campaign, org }) =>
  asOperator(
    null,
    Effect.map(showEntrances, (entrances) => entrances.show(org, campaign))
  ).pipe(
    Effect.flatMap(({ ads, lines, name, slug }) =>
      Console.log(
        [`${name} (${slug})`, ...ads.map(shownAd), "Below all ads", ...lines.map(shownLine)].join("\n")
      )
    )
  )
).pipe(
  Command.withDescription(
    "Show what a campaign says, line by line, each with the page or the template that it comes from."
  )
)

const discard = Command.make("discard", { org, campaign, as }, ({ as, campaign, org }) =>
  asOperator(
    as,
    Effect.map(removalEntrances, (entrances) => entrances.discardDraft(org, campaign))
  ).pipe(Effect.flatMap(({ did }) => Console.log(`${did}.`)))
).pipe(
  Command.withDescription(
    "Take a draft away that was never launched, with its ads and keywords. Its budget no longer counts into the monthly cap."
  )
)

export const drafts = Command.make("drafts").pipe(
  Command.withDescription(
    "Look at drafts and discard them, on DATABASE_URL or the database in .adwarden/. No key or token can do this."
  ),
  Command.withSubcommands([show, discard])
)
