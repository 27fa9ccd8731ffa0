import { formatLongDay, formatNumber, formatPercent } from "../../markdown/format.ts"
import { joinBlocks, joinSentences, joinWithAnd, pluralize } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { StrategyFormat } from "./format.ts"

const describeChange = (change: string | null, what: string): string | null =>
  change === null ? null : `${what} ${change.startsWith("-") ? "fell" : "rose"} by ${change.slice(1)}`

const resultText = ({ facts: { window }, performance }: Strategy, { money }: StrategyFormat): string => {
  const { conversions, cpa, spend } = performance.total
  if (window === null) return "Nothing has been spent yet, so there are no figures to judge by."
  const price = cpa === null ? "" : `, **${money(cpa)}** each`
  const changes = [
    describeChange(performance.change.spend, "spend"),
    describeChange(performance.change.conversions, "conversions"),
    describeChange(performance.change.cpa, "the cost of a conversion")
  ].filter((one) => one !== null)
  const compared = changes.length === 0 ? "" : ` Against the 30 days before, ${joinWithAnd(changes)}.`
  return `In the 30 days to ${formatLongDay(window.to)} the account spent **${money(spend)}** for **${pluralize(conversions, "conversion")}**${price}.${compared}`
}

const wasteText = ({ waste }: Strategy, { money }: StrategyFormat): string | null => {
  if (waste.atLeast <= 0) return null
  const without =
    waste.cpaWithout === null
      ? ""
      : ` Without it the same conversions would have cost ${money(waste.cpaWithout)} each.`
  return `At least **${money(waste.atLeast)}** of it, ${formatPercent(waste.shareOfSpend)}, bought nothing.${without}`
}

/**
 * People who search for the business by name had already decided; the other searches show what advertising
 * brought.
 */
const withoutBrandText = (
  { performance: { brandShare, withoutBrand } }: Strategy,
  { money }: StrategyFormat
): string | null =>
  withoutBrand?.cpa == null
    ? null
    : `${formatPercent(brandShare)} of the conversions came from people who searched for the business by name; without them one costs ${money(withoutBrand.cpa)}.`

const bestCampaignText = (
  { performance: { best } }: Strategy,
  { campaign, money }: StrategyFormat
): string | null =>
  best?.cpa == null
    ? null
    : `The money returns most in ${campaign(best.slug)}, at ${money(best.cpa)} for a conversion.`

const demandText = ({ demand }: Strategy): string | null =>
  demand === null || demand.searches <= demand.reached
    ? null
    : `People search ${formatNumber(demand.searches)} times a month for what the business offers, and live campaigns bid on ${formatPercent(demand.shareReached)} of that.`

/** Writes the summary from the templates. */
export const writeOpening = (strategy: Strategy, format: StrategyFormat): string =>
  joinBlocks(
    joinSentences(resultText(strategy, format), withoutBrandText(strategy, format)),
    joinSentences(wasteText(strategy, format), bestCampaignText(strategy, format), demandText(strategy))
  )

/** Returns the facts for a language model: our own figures and names, and no untrusted text. */
export const openingFacts = ({ demand, performance, waste }: Strategy) => ({
  last_30_days: performance.total,
  against_the_30_days_before: performance.change,
  without_searches_for_the_brand: performance.withoutBrand,
  wasted: {
    at_least: waste.atLeast,
    share_of_spend: formatPercent(waste.shareOfSpend),
    cpa_without: waste.cpaWithout
  },
  best_campaign:
    performance.best === null ? null : { slug: performance.best.slug, cpa: performance.best.cpa },
  demand:
    demand === null
      ? null
      : { searches_a_month: demand.searches, share_that_campaigns_bid_on: formatPercent(demand.shareReached) }
})
