import { amountOf, sumAll, sumBy, totalBy } from "../../amounts.ts"
import { joinBlocks, pluralize, table } from "../../markdown.ts"
import { boughtConversions, savedMicros } from "../../savings/estimate.ts"
import { lowerBoundReason } from "../../savings/sentences.ts"
import { type Intent, intents, type WastedItem } from "../audit.ts"
import type { Section } from "../document.ts"
import { daysOfPeriod, percentText } from "../figures.ts"
import type { StrategyFacts } from "../strategy-source.ts"
import { amount, figure, plain, quoted, titledTable } from "../tables.ts"
import type { StrategyFormat } from "./account.ts"

const maxRows = 10

/** Returns the searches or keywords with the largest cost without results. */
const largestWaste = (
  audits: StrategyFacts["audits"],
  itemsOf: (audit: StrategyFacts["audits"][number]) => ReadonlyArray<WastedItem>
) =>
  audits
    .flatMap((audit) =>
      itemsOf(audit).map(({ clicks, cost_micros, text, wasted_micros }) => ({
        campaign: audit.campaign,
        text,
        clicks,
        cost: amountOf(cost_micros),
        wasted: amountOf(wasted_micros)
      }))
    )
    .toSorted((a, b) => b.wasted - a.wasted || a.text.localeCompare(b.text))
    .slice(0, maxRows)

const byIntent = (audits: StrategyFacts["audits"]) =>
  intents
    .map((intent) => {
      const ofIntent = audits.flatMap((one) => one.intents.filter((group) => group.intent === intent))
      return {
        intent,
        count: totalBy(ofIntent, ({ count }) => count),
        cost: amountOf(totalBy(ofIntent, ({ micros }) => micros))
      }
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.cost - a.cost)

/** Sums the waste of a month; each keyword and search counts once, whichever detector found it. */
export const analyseWaste = ({ audits, source }: Pick<StrategyFacts, "audits" | "source">) => {
  const days = daysOfPeriod(source)
  const { conversions, cost_micros: spend } = sumAll(days)
  const spent = sumBy(days, ({ campaign }) => campaign)
  const each = audits.map(({ campaign, keywords, saves, terms }) => ({
    campaign,
    keywords,
    terms,
    atLeast: Math.min(savedMicros(saves), spent.get(campaign)?.cost_micros ?? 0)
  }))
  const atLeast = totalBy(each, (one) => one.atLeast)
  const boughtNothing = audits.every(({ saves }) => boughtConversions(saves.stops) === 0)
  return {
    /** A search and the keyword that matched it are the same cost, so the two are not added: the larger counts. */
    atLeast: amountOf(atLeast),
    shareOfSpend: percentText(atLeast, spend),
    /** Whether all of it bought no conversion; else a part is the cost above what conversions are worth. */
    boughtNothing,
    /** The cost per conversion without the waste; null without conversions, or if the waste bought some. */
    cpaWithout: boughtNothing && conversions > 0 ? amountOf((spend - atLeast) / conversions) : null,
    campaigns: each
      .filter((one) => one.atLeast > 0)
      .toSorted((a, b) => b.atLeast - a.atLeast)
      .map(({ atLeast, campaign, keywords, terms }) => ({
        campaign,
        terms: terms.count,
        termCost: amountOf(terms.micros),
        keywords: keywords.count,
        keywordCost: amountOf(keywords.micros),
        atLeast: amountOf(atLeast)
      })),
    terms: largestWaste(audits, ({ terms }) => terms.top),
    keywords: largestWaste(audits, ({ keywords }) => keywords.top),
    /** The searches by intent, most expensive first. */
    intents: byIntent(audits),
    /** Brand searches that other campaigns pay for: not waste, but more expensive than in the brand campaign. */
    leaks: audits.flatMap(({ campaign, leak }) => (leak === null ? [] : [{ campaign, ...leak }]))
  }
}
export type Waste = ReturnType<typeof analyseWaste>

const heading = "What is wasted"

const totalsText = (
  { atLeast, boughtNothing, campaigns, shareOfSpend }: Waste,
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
  rows: ReadonlyArray<Waste["terms"][number]>,
  format: StrategyFormat,
  { partly }: { readonly partly: boolean }
) =>
  titledTable(
    title,
    table<Waste["terms"][number]>(
      [
        quoted(what, ({ text }) => text),
        quoted("Campaign", ({ campaign }) => format.name(campaign)),
        figure("Clicks", ({ clicks }) => clicks),
        amount("Cost", format.money, ({ cost }) => cost),
        ...(partly ? [amount<Waste["terms"][number]>("Wasted", format.money, ({ wasted }) => wasted)] : [])
      ],
      rows
    )
  )

const leaksText = ({ leaks }: Waste, { campaign, money }: StrategyFormat): string | null => {
  if (leaks.length === 0) return null
  const paid = leaks.map(
    (one) =>
      `${campaign(one.campaign)} paid ${money(one.cost)} for ${pluralize(one.terms, "such search", "such searches")}`
  )
  return `Other campaigns also pay for people who search for the business by name: ${paid.join("; ")}. The brand's own campaign is meant for them.`
}

/** Describes cost without results. */
export const wasteSection = (
  { facts, waste }: { readonly facts: Pick<StrategyFacts, "audits">; readonly waste: Waste },
  format: StrategyFormat
): Section => {
  const { money, name } = format
  if (facts.audits.length === 0)
    return { heading, body: "No search campaign is running, and searches are known of no other." }
  if (waste.atLeast === 0) {
    const prose = `The audit of ${pluralize(facts.audits.length, "running search campaign")} found no search and no keyword that cost money in 30 days and clearly brings nothing.`
    return { heading, body: joinBlocks(prose, leaksText(waste, format)) }
  }
  return {
    heading,
    body: joinBlocks(
      totalsText(waste, format),
      waste.campaigns.length < 2
        ? null
        : table<Waste["campaigns"][number]>(
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
            table<Waste["intents"][number]>(
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
