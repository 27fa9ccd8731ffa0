import { number, percent } from "../../markdown/amounts.ts"
import { table } from "../../markdown/table.ts"
import { blocks, counted, plain } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { Intent } from "../analyse/intents.ts"
import type { WastedRow, WasteView } from "../analyse/waste.ts"
import type { Voice } from "./voice.ts"

const title = "## What is wasted"

const totals = (
  { atLeast, atMost, campaigns, shareOfSpend }: WasteView,
  { campaign, money }: Voice
): string => {
  const range =
    atMost > atLeast
      ? ` and at most ${money(atMost)} bought nothing (a search and the keyword that answered it may be the same money, so the two are not added up)`
      : " bought nothing"
  const [most] = campaigns
  const where =
    most === undefined || campaigns.length < 2
      ? ""
      : ` Most of it is in ${campaign(most.campaign)}: ${money(most.atLeast)}.`
  return `In 30 days at least **${money(atLeast)}**${range}. That is ${percent(shareOfSpend)} of what was spent.${where}`
}

const mostRows = 10

const byCampaign = ({ campaigns }: WasteView, { campaign, money }: Voice): string =>
  table(
    [
      { title: "Campaign", cell: (one) => campaign(one.campaign) },
      { title: "Searches in vain", figures: true, cell: (one) => number(one.terms) },
      { title: "Cost", figures: true, cell: (one) => money(one.termCost) },
      { title: "Keywords in vain", figures: true, cell: (one) => number(one.keywords) },
      { title: "Cost", figures: true, cell: (one) => money(one.keywordCost) },
      { title: "At least", figures: true, cell: (one) => money(one.atLeast) }
    ],
    campaigns.slice(0, mostRows)
  )

const who: Readonly<Record<Intent, string>> = {
  rival: "look for a competitor",
  work: "look for work or a course",
  free: "want it free, or to do it themselves",
  question: "want an answer, not a service",
  other: "cannot be told from their words"
}

const byIntent = ({ intents }: WasteView, { money }: Voice): string | null =>
  intents.length < 2
    ? null
    : blocks(
        "Who makes the searches that lead to nothing, as far as their words tell:",
        table(
          [
            { title: "People who", cell: ({ intent }) => who[intent] },
            { title: "Searches", figures: true, cell: (one) => number(one.count) },
            { title: "Cost", figures: true, cell: ({ cost }) => money(cost) }
          ],
          intents
        )
      )

const dearest = (opening: string, what: string, rows: ReadonlyArray<WastedRow>, voice: Voice) =>
  rows.length === 0
    ? null
    : blocks(
        opening,
        table(
          [
            { title: what, cell: ({ text }) => plain(text) },
            { title: "Campaign", cell: ({ campaign }) => voice.campaign(campaign) },
            { title: "Clicks", figures: true, cell: ({ clicks }) => number(clicks) },
            { title: "Cost", figures: true, cell: ({ cost }) => voice.money(cost) }
          ],
          rows
        )
      )

const leaking = ({ leaks }: WasteView, { campaign, money }: Voice): string | null =>
  leaks.length === 0
    ? null
    : `People who search for the business by name are also bought by other campaigns: ${leaks
        .map(
          (one) =>
            `${campaign(one.campaign)} paid ${money(one.cost)} for ${counted(one.terms, "such search", "such searches")}`
        )
        .join("; ")}. The brand's own campaign is there for them.`

/** What is paid for in vain. */
export const wasteSection = ({ facts, waste }: Strategy, voice: Voice): string => {
  if (facts.audits.length === 0) return blocks(title, "No campaign is running, so nothing is.")
  if (waste.atLeast === 0) {
    return blocks(
      title,
      `The audit of ${counted(facts.audits.length, "running campaign")} found no search and no keyword that was paid for in vain in 30 days.`,
      leaking(waste, voice)
    )
  }
  return blocks(
    title,
    totals(waste, voice),
    waste.campaigns.length > 1 ? byCampaign(waste, voice) : null,
    byIntent(waste, voice),
    dearest("The dearest searches that never led to anything:", "Search", waste.terms, voice),
    dearest("The dearest keywords that do not earn their price:", "Keyword", waste.keywords, voice),
    leaking(waste, voice)
  )
}
