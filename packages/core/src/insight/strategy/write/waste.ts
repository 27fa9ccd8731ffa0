import type { Section } from "../../document/document.ts"
import { amount, figure, plain, quoted, titledTable } from "../../document/tables.ts"
import { joinBlocks, pluralize, table } from "../../markdown.ts"
import { lowerBoundReason } from "../../savings/sentences.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { CampaignWaste, WastedRow, WasteView } from "../analyse/waste.ts"
import type { Intent } from "../analyse/words.ts"
import type { StrategyFormat } from "./format.ts"

const heading = "What is wasted"
const maxRows = 10

const totalsText = (
  { atLeast, boughtNothing, campaigns, shareOfSpend }: WasteView,
  { campaign, money }: StrategyFormat
): string => {
  const [worst] = campaigns
  const where =
    worst === undefined || campaigns.length < 2
      ? ""
      : ` Most of it is in ${campaign(worst.campaign)}: ${money(worst.atLeast)}.`
  const bought = boughtNothing
    ? "bought no conversion"
    : "bought no conversion, or was paid above what conversions are worth"
  return `In 30 days at least **${money(atLeast)}** ${bought}: ${shareOfSpend} of the spend. ${lowerBoundReason}${where}`
}

const intentTexts: Readonly<Record<Intent, string>> = {
  rival: "look for a competitor",
  work: "look for work or a course",
  free: "want it free, or to do it themselves",
  question: "want an answer, not a service",
  other: "give no sign in their words"
}

/** `partly`: some of the cost may have brought results, so what it wasted is a column of its own. */
const mostWasted = (
  title: string,
  what: string,
  rows: ReadonlyArray<WastedRow>,
  format: StrategyFormat,
  { partly }: { readonly partly: boolean }
) =>
  titledTable(
    title,
    table<WastedRow>(
      [
        quoted(what, ({ text }) => text),
        quoted("Campaign", ({ campaign }) => format.name(campaign)),
        figure("Clicks", ({ clicks }) => clicks),
        amount("Cost", format.money, ({ cost }) => cost),
        ...(partly ? [amount<WastedRow>("Wasted", format.money, ({ wasted }) => wasted)] : [])
      ],
      rows
    )
  )

const leaksText = ({ leaks }: WasteView, { campaign, money }: StrategyFormat): string | null => {
  if (leaks.length === 0) return null
  const paid = leaks.map(
    (one) =>
      `${campaign(one.campaign)} paid ${money(one.cost)} for ${pluralize(one.terms, "such search", "such searches")}`
  )
  return `Other campaigns also pay for people who search for the business by name: ${paid.join("; ")}. The brand's own campaign is meant for them.`
}

/** Describes cost without results. */
export const wasteSection = ({ facts, waste }: Strategy, format: StrategyFormat): Section => {
  const { money, name } = format
  if (facts.audits.length === 0) return { heading, body: "No campaign is running, so nothing is wasted." }
  if (waste.atLeast === 0) {
    const prose = `The audit of ${pluralize(facts.audits.length, "running campaign")} found no search and no keyword that cost money in 30 days and clearly brings nothing.`
    return { heading, body: joinBlocks(prose, leaksText(waste, format)) }
  }
  return {
    heading,
    body: joinBlocks(
      totalsText(waste, format),
      waste.campaigns.length < 2
        ? null
        : table<CampaignWaste>(
            [
              quoted("Campaign", ({ campaign }) => name(campaign)),
              figure("Searches", ({ terms }) => terms),
              amount("Their cost", money, ({ termCost }) => termCost),
              figure("Keywords", ({ keywords }) => keywords),
              amount("Their waste", money, ({ keywordCost }) => keywordCost),
              amount("At least", money, ({ atLeast }) => atLeast)
            ],
            waste.campaigns.slice(0, maxRows)
          ),
      waste.intents.length < 2
        ? null
        : titledTable(
            "The people behind the searches without results, as far as their words show:",
            table<WasteView["intents"][number]>(
              [
                plain("People who", ({ intent }) => intentTexts[intent]),
                figure("Searches", ({ count }) => count),
                amount("Cost", money, ({ cost }) => cost)
              ],
              waste.intents
            )
          ),
      mostWasted("The most expensive searches without results:", "Search", waste.terms, format, {
        partly: false
      }),
      mostWasted(
        "The most expensive keywords that are not worth their price:",
        "Keyword",
        waste.keywords,
        format,
        { partly: true }
      ),
      leaksText(waste, format)
    )
  }
}
