import { safeText } from "@adwarden/cli"
import { type DescribedLine, type DraftAdDetail, draftEndpoints } from "@adwarden/core"
import { Effect } from "effect"
import { group, textFlag } from "../command-line/index.ts"
import { asOperator } from "../operator.ts"
import { outputCommand } from "./command-output.ts"
import { checks, setCallouts, setLanguage, setLocations, setSitelinks, useAccount } from "./draft-fixes.ts"
import { org } from "./operator-commands.ts"
import { peopleWriteCommand } from "./people-write.ts"

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

const discard = peopleWriteCommand(
  "discard",
  "drafts.discard",
  { campaign },
  "Discard a draft that was never launched, with its ads and keywords. Its budget no longer counts towards the monthly cap. An undo restores it.",
  Effect.succeed
)

export const drafts = group("drafts", [
  show,
  checks,
  useAccount,
  setLocations,
  setLanguage,
  setSitelinks,
  setCallouts,
  discard
])
