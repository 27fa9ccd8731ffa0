import { longDay, number, percent } from "../../markdown/amounts.ts"
import { blocks, counted, listed } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { Voice } from "./voice.ts"

const moved = (change: string | null, what: string): string | null =>
  change === null ? null : `${what} ${change.startsWith("-") ? "fell" : "rose"} by ${change.slice(1)}`

const result = ({ facts: { window }, standing }: Strategy, { money }: Voice): string => {
  const { conversions, cpa, spend } = standing.total
  if (window === null) return "Nothing has been spent yet, so there are no figures to judge by."
  const price = cpa === null ? "" : `, **${money(cpa)}** each`
  const changes = [
    moved(standing.change.spend, "spend"),
    moved(standing.change.conversions, "conversions"),
    moved(standing.change.cpa, "the cost of a conversion")
  ].filter((one) => one !== null)
  const compared = changes.length === 0 ? "" : ` Against the 30 days before, ${listed(changes)}.`
  return `In the 30 days to ${longDay(window.to)} the account spent **${money(spend)}** for **${counted(conversions, "conversion")}**${price}.${compared}`
}

const wasted = ({ waste }: Strategy, { money }: Voice): string | null => {
  if (waste.atLeast <= 0) return null
  const without =
    waste.cpaWithout === null
      ? ""
      : ` Without it the same conversions would have cost ${money(waste.cpaWithout)} each.`
  return `At least **${money(waste.atLeast)}** of it, ${percent(waste.shareOfSpend)}, bought nothing.${without}`
}

/** Who searches for the business by name had decided before; the rest is what advertising brought. */
const withoutName = (
  { standing: { brandShare, withoutBrand } }: Strategy,
  { money }: Voice
): string | null =>
  withoutBrand?.cpa == null
    ? null
    : `${percent(brandShare)} of the conversions came from people who searched for the business by name; without them one costs ${money(withoutBrand.cpa)}.`

const strongest = ({ standing: { best } }: Strategy, { campaign, money }: Voice): string | null =>
  best?.cpa == null
    ? null
    : `The money returns most in ${campaign(best.slug)}, at ${money(best.cpa)} for a conversion.`

const unreached = ({ demand }: Strategy): string | null =>
  demand === null || demand.searches <= demand.reached
    ? null
    : `People search ${number(demand.searches)} times a month for what the business offers, and live campaigns bid on ${percent(demand.shareReached)} of that.`

const paragraph = (...sentences: ReadonlyArray<string | null>): string =>
  sentences.filter((sentence) => sentence !== null).join(" ")

/** What a reader who reads nothing else should know, as the rules say it. */
export const openingOf = (strategy: Strategy, voice: Voice): string =>
  blocks(
    paragraph(result(strategy, voice), withoutName(strategy, voice)),
    paragraph(wasted(strategy, voice), strongest(strategy, voice), unreached(strategy))
  )

/** What a language model may say it from: figures and names of ours, and nothing that strangers wrote. */
export const openingFacts = ({ demand, standing, waste }: Strategy) => ({
  last_30_days: standing.total,
  against_the_30_days_before: standing.change,
  without_searches_for_the_brand: standing.withoutBrand,
  wasted: {
    at_least: waste.atLeast,
    share_of_spend: percent(waste.shareOfSpend),
    cpa_without: waste.cpaWithout
  },
  best_campaign: standing.best === null ? null : { slug: standing.best.slug, cpa: standing.best.cpa },
  demand:
    demand === null
      ? null
      : { searches_a_month: demand.searches, share_that_campaigns_bid_on: percent(demand.shareReached) }
})
