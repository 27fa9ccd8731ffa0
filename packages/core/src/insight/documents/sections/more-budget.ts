import { amountOf, microsPerUnit, sumAll } from "../../amounts.ts"
import { cpaInterval, extraConversions, missedByBudget } from "../../detect/intervals.ts"
import { confidence } from "../../detect/view.ts"
import { joinSentences, type MoneyFormat, strong } from "../../markdown.ts"
import type { Section } from "../document.ts"
import { campaignNamer, daysOfPeriod, percentText } from "../figures.ts"
import type { Source } from "../source.ts"
import { lostShare, servingBySlug } from "./serving.ts"

/* Where more budget could go: campaigns that their budget limits, with what another tenth of it would bring. */

const raise = 0.1
const monthDays = 30
/** With fewer conversions, the interval of what a conversion costs says nothing. */
const minConversions = 5

export const moreBudgetFacts = (source: Source) => {
  const serving = servingBySlug(source)
  const name = campaignNamer(source.campaigns)
  const days = daysOfPeriod(source)
  const live = source.campaigns.filter(({ budget, state }) => state === "live" && budget > 0)
  return {
    /** Only current shares are known. */
    past: source.past,
    raise: percentText(raise, 1)!,
    days: monthDays,
    /** Whether the platform says what its live campaigns lost to their budgets. */
    known: live.some(({ slug }) => serving.get(slug)?.lost_to_budget != null),
    limited: live
      .flatMap(({ budget, slug }) => {
        const lost = serving.get(slug)?.lost_to_budget ?? null
        const own = days.filter(({ campaign }) => campaign === slug)
        const sums = sumAll(own)
        const share = lostShare(lost)
        if (lost === null || lost >= 1 || share === null || sums.conversions < minConversions) return []
        const count = new Set(own.map(({ date }) => date)).size
        const cost = budget * raise * monthDays
        const cpa = cpaInterval(sums, confidence)
        return [
          {
            campaign: name(slug),
            lost: share,
            /** What another tenth of the budget costs in 30 days. */
            cost,
            conversions: extraConversions(
              cost * microsPerUnit,
              cpa,
              missedByBudget((sums.conversions / count) * monthDays, lost)
            ),
            cpa_low: amountOf(cpa.low),
            cpa_high: amountOf(cpa.high)
          }
        ]
      })
      .toSorted((a, b) => a.cpa_high - b.cpa_high)
  }
}
type MoreBudget = ReturnType<typeof moreBudgetFacts>

const describe = (
  { campaign, conversions, cost, cpa_high, cpa_low, lost }: MoreBudget["limited"][number],
  { days, raise }: MoreBudget,
  money: MoneyFormat
): string =>
  `${strong(campaign)} lost ${lost} of its impressions to its budget. Another ${raise} of it costs at most ${money(cost)} in ${days} days and would bring ${conversions.low === conversions.high ? conversions.low : `${conversions.low} to ${conversions.high}`} conversions, if they cost between ${money(cpa_low)} and ${money(cpa_high)} as in this period.`

/** Says where more budget could go, or that nothing supports more. */
const moreBudgetText = (facts: MoreBudget, money: MoneyFormat): string =>
  facts.limited.length > 0
    ? joinSentences(...facts.limited.map((one) => describe(one, facts, money)))
    : facts.known
      ? "No campaign with conversions enough to judge by loses a tenth of its impressions to its budget, so nothing supports a larger one."
      : "The ad platform does not say what these campaigns lost to their budgets, so nothing supports larger ones."

const heading = "Where more budget could go"

/** The same in a strategy, of which a language model writes only the opening. */
export const moreBudgetPlainly = (
  { more_budget }: { readonly more_budget: MoreBudget },
  money: MoneyFormat
): Section => ({ heading, body: moreBudgetText(more_budget, money) })

/** Nothing for a past period. */
export const moreBudgetSection = (
  { more_budget }: { readonly more_budget: MoreBudget },
  money: MoneyFormat
): Section | null =>
  more_budget.past
    ? null
    : {
        heading,
        about: "campaigns that their budgets limit, and what more budget would bring",
        prose: moreBudgetText(more_budget, money),
        facts: more_budget
      }
