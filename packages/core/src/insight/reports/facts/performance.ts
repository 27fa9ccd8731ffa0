import { type DayFigures, hasServed } from "../../../campaigns/index.ts"
import { plusDays } from "../../../contract/index.ts"
import { amountOf, costPerConversion, microsPerUnit, sumAll, sumBy } from "../../amounts.ts"
import { percentText, periodFigures } from "../../document/figures.ts"
import { mondayOf, percentChange } from "../../performance/period.ts"
import { trendWeeks } from "../periods.ts"
import type { ReportSource } from "../read/source.ts"
import { campaignFacts, campaignNamer, weekFacts } from "./campaigns.ts"
import { causeFacts } from "./causes.ts"
import { compareTotals, daysOfPeriod, reportHeader } from "./header.ts"
import { nextStepsFacts } from "./recommended.ts"
import { servingFacts } from "./serving.ts"

/** From this share of the daily budget on, the budget limited the day. */
const spentOutShare = 0.95
/** Returns the number of days on which the budget ran out. */
export const daysSpentOut = (budget: number, days: ReadonlyArray<DayFigures>): number =>
  days.filter(({ cost_micros }) => cost_micros >= spentOutShare * budget * microsPerUnit).length

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
const weekdayOf = (date: string): string => weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7]!

const weekdayFacts = (days: ReadonlyArray<DayFigures>) => {
  const sums = sumBy(days, ({ date }) => weekdayOf(date))
  return weekdays.flatMap((weekday) => {
    const all = sums.get(weekday)
    if (all === undefined) return []
    const count = new Set(days.filter(({ date }) => weekdayOf(date) === weekday).map(({ date }) => date)).size
    return [{ weekday, days: count, a_day: amountOf(all.cost_micros / count), ...periodFigures(all) }]
  })
}

/** Whether the costs per conversion of the cheapest and the most expensive weekday differ by more than chance. */
const weekdaysDiffer = (days: ReadonlyArray<DayFigures>): boolean => {
  const byCpa = [...sumBy(days, ({ date }) => weekdayOf(date)).values()]
    .filter(({ conversions }) => conversions > 0)
    .toSorted((a, b) => a.cost_micros / a.conversions - b.cost_micros / b.conversions)
  const [lowest, highest] = [byCpa[0], byCpa.at(-1)]
  if (lowest === undefined || highest === undefined) return false
  const expected = (highest.cost_micros * lowest.conversions) / lowest.cost_micros
  return expected - highest.conversions > 2 * Math.sqrt(expected + highest.conversions)
}

/** On days on which it served: the budget, the spend, and the remainder. */
const budgetFact = (name: string, budget: number, days: ReadonlyArray<DayFigures>) => {
  const spent = sumAll(days).cost_micros
  const allowed = budget * days.length * microsPerUnit
  return {
    name,
    budget,
    allowed: amountOf(allowed),
    spend: amountOf(spent),
    used: percentText(spent, allowed),
    unspent: amountOf(Math.max(0, allowed - spent)),
    days: days.length,
    spent_out: daysSpentOut(budget, days)
  }
}

const targetFact = (name: string, target: number, days: ReadonlyArray<DayFigures>) => {
  const sums = sumAll(days)
  const { conversions, cpa } = periodFigures(sums)
  const exact = costPerConversion(sums)
  return {
    name,
    target,
    cpa,
    conversions,
    met: exact === null ? null : exact <= target * microsPerUnit,
    /** The deviation of the cost per conversion from its target. */
    off: exact === null ? null : percentChange(exact, target * microsPerUnit)
  }
}

/** The facts of a performance report about a calendar month. */
export const performanceFacts = (source: ReportSource) => {
  const days = daysOfPeriod(source)
  const name = campaignNamer(source)
  const served = source.campaigns
    .map((campaign) => ({
      ...campaign,
      name: name(campaign.slug),
      days: days.filter((day) => day.campaign === campaign.slug && hasServed(day))
    }))
    .filter((one) => one.days.length > 0)
  const { to } = source.windows.period
  return {
    type: "performance" as const,
    ...reportHeader(source),
    trend_weeks: trendWeeks.performance,
    spent_out_from: percentText(spentOutShare, 1)!,
    all: compareTotals(source),
    causes: causeFacts(source),
    campaigns: campaignFacts(source),
    weekdays: weekdayFacts(days),
    weekdays_differ: weekdaysDiffer(days),
    weeks: weekFacts(source, { from: plusDays(mondayOf(to), -7 * (trendWeeks.performance - 1)), to }),
    budgets: served
      .filter(({ budget }) => budget > 0)
      .map(({ budget, days, name }) => budgetFact(name, budget, days))
      .toSorted((a, b) => b.spend - a.spend),
    targets: served.flatMap(({ days, name, target_cpa }) =>
      target_cpa === null ? [] : [targetFact(name, target_cpa, days)]
    ),
    serving: servingFacts(source),
    next: nextStepsFacts(source)
  }
}
export type PerformanceFacts = ReturnType<typeof performanceFacts>
