import { blocks, inline, table } from "../../markdown.ts"
import { count, counted, percent } from "../../telling.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { Intent } from "../analyse/intents.ts"
import type { WastedRow, WasteView } from "../analyse/waste.ts"
import type { Voice } from "./voice.ts"

const totals = (
  { atLeast, atMost, campaigns, shareOfSpend }: WasteView,
  { campaign, money }: Voice
): string => {
  const range = atMost > atLeast ? ` and at most ${money(atMost)}` : ""
  const why =
    atMost > atLeast
      ? " (a search and the keyword that answered it may be the same money, so the two are not added up)"
      : ""
  const [most] = campaigns
  const where =
    most === undefined || campaigns.length < 2
      ? ""
      : ` Most of it goes away in ${campaign(most.campaign)}: ${money(most.atLeast)}.`
  return `In 30 days at least **${money(atLeast)}**${range} bought nothing${why}. That is ${percent(shareOfSpend)} of what was spent.${where}`
}

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
          [{ title: "People who" }, { title: "Searches", right: true }, { title: "Cost", right: true }],
          intents.map((one) => [who[one.intent], count(one.count), money(one.cost)])
        )
      )

const mostRows = 10

const byCampaign = ({ campaigns }: WasteView, { campaign, money }: Voice): string =>
  table(
    [
      { title: "Campaign" },
      { title: "Searches in vain", right: true },
      { title: "Cost", right: true },
      { title: "Keywords in vain", right: true },
      { title: "Cost", right: true },
      { title: "At least", right: true }
    ],
    campaigns
      .slice(0, mostRows)
      .map((one) => [
        campaign(one.campaign),
        count(one.terms),
        money(one.termCost),
        count(one.keywords),
        money(one.keywordCost),
        money(one.atLeast)
      ])
  )

const dearest = (title: string, what: string, rows: ReadonlyArray<WastedRow>, { campaign, money }: Voice) =>
  rows.length === 0
    ? null
    : blocks(
        title,
        table(
          [
            { title: what },
            { title: "Campaign" },
            { title: "Clicks", right: true },
            { title: "Cost", right: true }
          ],
          rows.map((one) => [inline(one.text), campaign(one.campaign), count(one.clicks), money(one.cost)])
        )
      )

const leaks = ({ leaks }: WasteView, { campaign, money }: Voice): string | null =>
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
  if (facts.audits.length === 0) return blocks("## What is wasted", "No campaign is running, so nothing is.")
  if (waste.atLeast === 0) {
    return blocks(
      "## What is wasted",
      `The audit of ${counted(facts.audits.length, "running campaign")} found no search and no keyword that was paid for in vain in 30 days.`,
      leaks(waste, voice)
    )
  }
  return blocks(
    "## What is wasted",
    totals(waste, voice),
    waste.campaigns.length > 1 ? byCampaign(waste, voice) : null,
    byIntent(waste, voice),
    dearest("The dearest searches that never led to anything:", "Search", waste.terms, voice),
    dearest("The dearest keywords that do not earn their price:", "Keyword", waste.keywords, voice),
    leaks(waste, voice)
  )
}
