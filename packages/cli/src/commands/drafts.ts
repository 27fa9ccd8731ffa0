import { removalEntrances, type ShownAd, type ShownLine, showEntrances } from "@adwarden/core"
import { Command } from "@effect/cli"
import { Effect } from "effect"
import { asOperator } from "../operator.ts"
import { safeText } from "../terminal/safe-text.ts"
import { answering } from "./answer.ts"
import { byAdmin, described, org } from "./operator-commands.ts"

const campaign = described("campaign", "Slug of the campaign")

const shownLine = ({ of, source, text }: ShownLine): string => `  ${of}: ${text}\n    ${source}`
const shownAd = ({ id, lines, name, state, url }: ShownAd): string =>
  [`Ad ${id}, ${name} (${state}): ${url}`, ...lines.map(shownLine)].join("\n")

const show = answering(
  "show",
  { org, campaign },
  "Show what a campaign says, line by line, each with the page or the template that it comes from.",
  ({ campaign, org }) =>
    asOperator(
      null,
      Effect.map(showEntrances, (entrances) => entrances.show(org, campaign))
    ).pipe(
      Effect.map((draft) => {
        const { ads, lines, name, slug } = draft
        const all = [`${name} (${slug})`, ...ads.map(shownAd), "Below all ads", ...lines.map(shownLine)]
        return { data: draft, shown: safeText(all.join("\n")) }
      })
    )
)

const discard = answering(
  "discard",
  { org, campaign, as: byAdmin },
  "Take a draft away that was never launched, with its ads and keywords. Its budget no longer counts into the monthly cap.",
  ({ as, campaign, org }) =>
    asOperator(
      as,
      Effect.map(removalEntrances, (entrances) => entrances.discardDraft(org, campaign))
    ).pipe(Effect.map((done) => ({ data: done, shown: `${done.did}.` })))
)

export const drafts = Command.make("drafts").pipe(
  Command.withDescription(
    "Look at drafts and discard them, on DATABASE_URL or the database in .adwarden/. No key or token can do this."
  ),
  Command.withSubcommands([show, discard])
)
