import { formatNumber, formatPercent } from "../../markdown/format.ts"
import { table } from "../../markdown/table.ts"
import { escapeMarkdown, joinBlocks, pluralize } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { WastedRow, WasteView } from "../analyse/waste.ts"
import type { Intent } from "../analyse/words.ts"
import type { StrategyFormat } from "./format.ts"

const title = "## What is wasted"

const totalsText = (
  { atLeast, atMost, campaigns, shareOfSpend }: WasteView,
  { campaign, money }: StrategyFormat
): string => {
  const range =
    atMost > atLeast
      ? ` and at most ${money(atMost)} bought nothing (a search and the keyword that answered it may be the same money, so the two are not added up)`
      : " bought nothing"
  const [worstCampaign] = campaigns
  const where =
    worstCampaign === undefined || campaigns.length < 2
      ? ""
      : ` Most of it is in ${campaign(worstCampaign.campaign)}: ${money(worstCampaign.atLeast)}.`
  return `In 30 days at least **${money(atLeast)}**${range}. That is ${formatPercent(shareOfSpend)} of what was spent.${where}`
}

const maxRows = 10

const campaignTable = ({ campaigns }: WasteView, { campaign, money }: StrategyFormat): string =>
  table(
    [
      { title: "Campaign", cell: (one) => campaign(one.campaign) },
      { title: "Searches in vain", numeric: true, cell: (one) => formatNumber(one.terms) },
      { title: "Cost", numeric: true, cell: (one) => money(one.termCost) },
      { title: "Keywords in vain", numeric: true, cell: (one) => formatNumber(one.keywords) },
      { title: "Cost", numeric: true, cell: (one) => money(one.keywordCost) },
      { title: "At least", numeric: true, cell: (one) => money(one.atLeast) }
    ],
    campaigns.slice(0, maxRows)
  )

const intentTexts: Readonly<Record<Intent, string>> = {
  rival: "look for a competitor",
  work: "look for work or a course",
  free: "want it free, or to do it themselves",
  question: "want an answer, not a service",
  other: "cannot be told from their words"
}

const intentTable = ({ intents }: WasteView, { money }: StrategyFormat): string | null =>
  intents.length < 2
    ? null
    : joinBlocks(
        "Who makes the searches that lead to nothing, as far as their words tell:",
        table(
          [
            { title: "People who", cell: ({ intent }) => intentTexts[intent] },
            { title: "Searches", numeric: true, cell: (one) => formatNumber(one.count) },
            { title: "Cost", numeric: true, cell: ({ cost }) => money(cost) }
          ],
          intents
        )
      )

const mostWastedTable = (
  opening: string,
  what: string,
  rows: ReadonlyArray<WastedRow>,
  format: StrategyFormat
) =>
  rows.length === 0
    ? null
    : joinBlocks(
        opening,
        table(
          [
            { title: what, cell: ({ text }) => escapeMarkdown(text) },
            { title: "Campaign", cell: ({ campaign }) => format.campaign(campaign) },
            { title: "Clicks", numeric: true, cell: ({ clicks }) => formatNumber(clicks) },
            { title: "Cost", numeric: true, cell: ({ cost }) => format.money(cost) }
          ],
          rows
        )
      )

const leaksText = ({ leaks }: WasteView, { campaign, money }: StrategyFormat): string | null =>
  leaks.length === 0
    ? null
    : `People who search for the business by name are also bought by other campaigns: ${leaks
        .map(
          (one) =>
            `${campaign(one.campaign)} paid ${money(one.cost)} for ${pluralize(one.terms, "such search", "such searches")}`
        )
        .join("; ")}. The brand's own campaign is there for them.`

/** Describes cost without results. */
export const wasteSection = ({ facts, waste }: Strategy, format: StrategyFormat): string => {
  if (facts.audits.length === 0) return joinBlocks(title, "No campaign is running, so nothing is.")
  if (waste.atLeast === 0) {
    return joinBlocks(
      title,
      `The audit of ${pluralize(facts.audits.length, "running campaign")} found no search and no keyword that was paid for in vain in 30 days.`,
      leaksText(waste, format)
    )
  }
  return joinBlocks(
    title,
    totalsText(waste, format),
    waste.campaigns.length > 1 ? campaignTable(waste, format) : null,
    intentTable(waste, format),
    mostWastedTable("The dearest searches that never led to anything:", "Search", waste.terms, format),
    mostWastedTable("The dearest keywords that do not earn their price:", "Keyword", waste.keywords, format),
    leaksText(waste, format)
  )
}
