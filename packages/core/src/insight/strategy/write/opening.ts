import type { Section } from "../../document/document.ts"
import { describeTotals } from "../../document/figures.ts"
import { bulletList, formatLongDay, formatNumber, joinBlocks, joinSentences } from "../../markdown.ts"
import { trackingAlarm } from "../../reports/sections/why.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { StrategyFormat } from "./format.ts"
import { stepText } from "./step.ts"

const firstStepCount = 3

/** Describes results, waste and demand. Searches by name are separate: these people had already decided. */
const openingProse = ({ demand, performance, waste }: Strategy, format: StrategyFormat): string => {
  const { all, best, brandShare, window, withoutBrand } = performance
  const { campaign, money } = format
  return joinBlocks(
    trackingAlarm(performance.causes),
    joinSentences(
      window === null
        ? "Nothing has been spent yet, so there are no figures to judge by."
        : describeTotals(
            all,
            money,
            "the 30 days before",
            `In the 30 days to ${formatLongDay(window.to)} you`
          ),
      withoutBrand?.cpa == null || brandShare === null
        ? null
        : `${brandShare} of the conversions came from people who searched for the business by name. Without them a conversion costs ${money(withoutBrand.cpa)}.`
    ),
    joinSentences(
      waste.atLeast <= 0
        ? null
        : `At least **${money(waste.atLeast)}** of it (${waste.shareOfSpend}) ${waste.boughtNothing ? "bought no conversion" : "was wasted"}.`,
      waste.atLeast <= 0 || waste.cpaWithout === null
        ? null
        : `Without it the same conversions would have cost ${money(waste.cpaWithout)} each.`,
      best === null || best.now.cpa === null
        ? null
        : `The money returns most in ${campaign(best.slug)}: ${money(best.now.cpa)} a conversion.`,
      demand === null || demand.searches <= demand.reached
        ? null
        : `People search ${formatNumber(demand.searches)} times a month for what the business offers, and live campaigns bid on ${demand.shareReached} of these searches.`
    )
  )
}

/** The summary, with the facts from which a language model may rewrite it, and the first steps. */
export const openingSection = (strategy: Strategy, format: StrategyFormat): Section => {
  const { demand, performance, plan, waste } = strategy
  const { all, best, causes, withoutBrand } = performance
  const first = plan.steps.slice(0, firstStepCount).map((step) => stepText(step, strategy, format).title)
  return {
    about:
      "the opening of a strategy for the advertising of a business: how it went, what is wasted, what is possible",
    prose: openingProse(strategy, format),
    // Our own figures and names, and no untrusted text.
    facts: {
      conversions_missing: causes.tracking.map(({ campaign: _, ...figures }) => figures),
      last_30_days: all,
      without_searches_for_the_brand: withoutBrand,
      wasted: { at_least: waste.atLeast, share_of_spend: waste.shareOfSpend, cpa_without: waste.cpaWithout },
      best_campaign: best === null ? null : { slug: best.slug, cpa: best.now.cpa },
      demand:
        demand === null
          ? null
          : { searches_a_month: demand.searches, share_that_campaigns_bid_on: demand.shareReached }
    },
    body:
      first.length === 0 ? null : joinBlocks("Begin here:", bulletList(first.map((title) => `**${title}**`)))
  }
}
