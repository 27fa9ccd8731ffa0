import { amountOf, sumAll, sumBy, totalBy } from "../../amounts.ts"
import { percentText } from "../../document/figures.ts"
import { daysOfPeriod } from "../../reports/facts/header.ts"
import { boughtConversions, savedMicros } from "../../savings/estimate.ts"
import type { StrategyFacts } from "../facts.ts"
import type { WastedItem } from "../gather/audit.ts"
import { type Intent, intents } from "./words.ts"

/** A search or a keyword with cost and without results. */
export interface WastedRow {
  readonly campaign: string
  readonly text: string
  readonly clicks: number
  readonly cost: number
  readonly wasted: number
}

export interface CampaignWaste {
  readonly campaign: string
  readonly terms: number
  readonly termCost: number
  readonly keywords: number
  readonly keywordCost: number
  readonly atLeast: number
}

/** The waste of a month. */
export interface WasteView {
  /** A search and the keyword that matched it are the same cost, so the two are not added: the larger counts. */
  readonly atLeast: number
  readonly shareOfSpend: string | null
  /** Whether all of it bought no conversion; else a part is the cost above what conversions are worth. */
  readonly boughtNothing: boolean
  /** The cost per conversion without the waste; null without conversions, or if the waste bought some. */
  readonly cpaWithout: number | null
  readonly campaigns: ReadonlyArray<CampaignWaste>
  readonly terms: ReadonlyArray<WastedRow>
  readonly keywords: ReadonlyArray<WastedRow>
  /** The searches by intent, most expensive first. */
  readonly intents: ReadonlyArray<{ readonly intent: Intent; readonly count: number; readonly cost: number }>
  /**
   * Brand searches that other campaigns pay for: not waste, but more expensive than in the brand campaign.
   */
  readonly leaks: ReadonlyArray<{ readonly campaign: string; readonly terms: number; readonly cost: number }>
}

const maxRows = 10

const wastedRow = (
  campaign: string,
  { clicks, cost_micros, text, wasted_micros }: WastedItem
): WastedRow => ({
  campaign,
  text,
  clicks,
  cost: amountOf(cost_micros),
  wasted: amountOf(wasted_micros)
})

const mostWasted = (rows: ReadonlyArray<WastedRow>): ReadonlyArray<WastedRow> =>
  rows.toSorted((a, b) => b.wasted - a.wasted || a.text.localeCompare(b.text)).slice(0, maxRows)

const byIntent = (audits: StrategyFacts["audits"]): WasteView["intents"] =>
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

/** Sums the waste; each keyword and search counts once, whichever detector found it. */
export const analyseWaste = ({ audits, source }: Pick<StrategyFacts, "audits" | "source">): WasteView => {
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
    atLeast: amountOf(atLeast),
    shareOfSpend: percentText(atLeast, spend),
    boughtNothing,
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
    terms: mostWasted(
      audits.flatMap(({ campaign, terms }) => terms.top.map((one) => wastedRow(campaign, one)))
    ),
    keywords: mostWasted(
      audits.flatMap(({ campaign, keywords }) => keywords.top.map((one) => wastedRow(campaign, one)))
    ),
    intents: byIntent(audits),
    leaks: audits.flatMap(({ campaign, leak }) => (leak === null ? [] : [{ campaign, ...leak }]))
  }
}
