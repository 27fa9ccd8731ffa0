import { type DescribedLine, type DraftAdDetail, draftEndpoints, removalEndpoints } from "@adwarden/core"
import { Command } from "@effect/cli"
import { Effect } from "effect"
import { asOperator } from "../operator.ts"
import { safeText } from "../terminal/safe-text.ts"
import { outputCommand } from "./command-output.ts"
import { asAdmin, org, textOption } from "./operator-commands.ts"

const campaign = textOption("campaign", "Slug of the campaign")

const lineText = ({ of, source, text }: DescribedLine): string => `  ${of}: ${text}\n    ${source}`
const adText = ({ id, lines, name, state, url }: DraftAdDetail): string =>
  [`Ad ${id}, ${name} (${state}): ${url}`, ...lines.map(lineText)].join("\n")

const show = outputCommand(
  "show",
  { org, campaign },
  "Show what a campaign says, line by line, each with the page or the template that it comes from.",
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
  "Take a draft away that was never launched, with its ads and keywords. Its budget no longer counts into the monthly cap.",
  ({ as, campaign, org }) =>
    asOperator(
      as,
      Effect.map(removalEndpoints, (endpoints) => endpoints.discardDraft(org, campaign))
    ).pipe(Effect.map((done) => ({ data: done, text: `${done.summary}.` })))
)

export const drafts = Command.make("drafts").pipe(
  Command.withDescription(
    "Look at drafts and discard them, on DATABASE_URL or the database in .adwarden/. No key or token can do this."
  ),
  Command.withSubcommands([show, discard])
)
