import type { ComparedTerm } from "../../../campaigns/index.ts"
import { plusDays } from "../../../contract/index.ts"
import { amountOf, roundTo, sumBy, zeroSums } from "../../amounts.ts"
import { dataUntil, fillMissingDays } from "../../performance/period.ts"
import { trendWeeks } from "../periods.ts"
import type { ReportSource } from "../read/source.ts"
import { actionFacts } from "./actions.ts"
import { campaignFacts, weekFacts } from "./campaigns.ts"
import { causeFacts } from "./causes.ts"
import { compareTotals, reportHeader } from "./header.ts"
import { nextStepsFacts } from "./recommended.ts"
import { servingFacts } from "./serving.ts"
import { costIncrease, largestBy, termFact } from "./terms.ts"

const limits = { campaigns: 10, terms: 5 } as const

/** Returns the days of the week with data: a day without data is no decline. */
const dayFacts = (source: ReportSource) => {
  const byDay = sumBy(source.days, ({ date }) => date)
  const { period } = source.windows
  const until = dataUntil(period, source.latest)
  const days = until === null ? [] : fillMissingDays(period, byDay).filter(([day]) => day <= until)
  return days.map(([day, sums]) => {
    const before = source.windows.before === null ? null : (byDay.get(plusDays(day, -7)) ?? zeroSums)
    return {
      day,
      spend: amountOf(sums.cost_micros),
      conversions: roundTo(sums.conversions, 1),
      /** Compared with the same day of the week before; null if that has no data. */
      more: before && amountOf(sums.cost_micros - before.cost_micros),
      more_conversions: before && roundTo(sums.conversions - before.conversions, 1)
    }
  })
}

const termFacts = (source: ReportSource) => {
  const topTerms = (measure: (term: ComparedTerm) => number) =>
    largestBy(source.terms, limits.terms, measure).map(termFact(source))
  return {
    up: source.windows.before === null ? [] : topTerms(costIncrease),
    down: topTerms((term) => -costIncrease(term)),
    converting: topTerms(({ now }) => now.conversions),
    idle: topTerms(({ now }) => (now.conversions > 0 ? 0 : now.cost_micros))
  }
}

/** The facts of a weekly report. */
export const weeklyFacts = (source: ReportSource) => {
  const campaigns = campaignFacts(source)
  const { from, to } = source.windows.period
  return {
    type: "weekly" as const,
    ...reportHeader(source),
    trend_weeks: trendWeeks.weekly,
    all: compareTotals(source),
    weeks: weekFacts(source, { from: plusDays(from, -7 * (trendWeeks.weekly - 1)), to }),
    causes: causeFacts(source),
    days_of_week: dayFacts(source),
    campaigns: campaigns.slice(0, limits.campaigns),
    campaigns_left_out: Math.max(0, campaigns.length - limits.campaigns),
    terms: termFacts(source),
    serving: servingFacts(source),
    done: actionFacts(source),
    next: nextStepsFacts(source)
  }
}
export type WeeklyFacts = ReturnType<typeof weeklyFacts>
