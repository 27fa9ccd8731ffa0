import { Schema } from "effect"
import { type DayFigures, hasServed } from "../../../campaigns/index.ts"
import { plusDays } from "../../../contract/index.ts"
import { amountOf, microsPerUnit, roundTo, sumAll, sumBy } from "../../amounts.ts"
import { mondayOf } from "../../performance/days.ts"
import { dataUntil } from "../../performance/period.ts"
import { trendWeeks } from "../periods.ts"
import type { ReportSource, SourceCampaign } from "../read/source.ts"
import { CampaignFact, campaignFacts, campaignNamer, WeekFact, weekFacts } from "./campaigns.ts"
import {
  ComparedFigures,
  compareTotals,
  daysOfPeriod,
  PeriodFigures,
  percentText,
  periodFigures,
  ReportHeader,
  reportHeader
} from "./figures.ts"
import { NextStepsFacts, nextStepsFacts } from "./recommended.ts"

/** From this share of the daily budget on, the budget limited the day. */
export const spentOutShare = 0.95

const BudgetFact = Schema.Struct({
  name: Schema.String,
  budget: Schema.Number,
  /** On days on which it served: the budget, the spend, and the remainder. */
  allowed: Schema.Number,
  spend: Schema.Number,
  used: Schema.NullOr(Schema.String),
  unspent: Schema.Number,
  days: Schema.Number,
  spent_out: Schema.Number
})
export type BudgetFact = typeof BudgetFact.Type

const TargetFact = Schema.Struct({
  name: Schema.String,
  target: Schema.Number,
  cpa: Schema.NullOr(Schema.Number),
  conversions: Schema.Number,
  met: Schema.NullOr(Schema.Boolean),
  /** The deviation of the cost per conversion from its target. */
  off: Schema.NullOr(Schema.String)
})

const WeekdayFact = Schema.Struct({
  weekday: Schema.String,
  days: Schema.Number,
  a_day: Schema.Number,
  ...PeriodFigures.fields
})

/** The facts of a performance report about a calendar month. */
export const PerformanceFacts = Schema.Struct({
  type: Schema.Literal("performance"),
  ...ReportHeader.fields,
  trend_weeks: Schema.Number,
  spent_out_from: Schema.String,
  all: ComparedFigures,
  campaigns: Schema.Array(CampaignFact),
  weekdays: Schema.Array(WeekdayFact),
  weeks: Schema.Array(WeekFact),
  budgets: Schema.Array(BudgetFact),
  targets: Schema.Array(TargetFact),
  next: NextStepsFacts
})
export type PerformanceFacts = typeof PerformanceFacts.Type

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
const weekdayOf = (date: string): string => weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7]!

const weekdayFacts = (days: ReadonlyArray<DayFigures>): PerformanceFacts["weekdays"] => {
  const sums = sumBy(days, ({ date }) => weekdayOf(date))
  return weekdays.flatMap((weekday) => {
    const all = sums.get(weekday)
    if (all === undefined) return []
    const count = new Set(days.filter(({ date }) => weekdayOf(date) === weekday).map(({ date }) => date)).size
    return [{ weekday, days: count, a_day: amountOf(all.cost_micros / count), ...periodFigures(all) }]
  })
}

const budgetFact = (
  name: string,
  { budget }: SourceCampaign,
  days: ReadonlyArray<DayFigures>
): BudgetFact => {
  const spend = sumAll(days).cost_micros
  const allowed = budget * days.length
  return {
    name,
    budget,
    allowed,
    spend: amountOf(spend),
    used: percentText(spend / microsPerUnit, allowed),
    unspent: Math.max(0, amountOf(allowed * microsPerUnit - spend)),
    days: days.length,
    spent_out: days.filter(({ cost_micros }) => cost_micros >= spentOutShare * budget * microsPerUnit).length
  }
}

const targetFact = (
  name: string,
  target: number,
  days: ReadonlyArray<DayFigures>
): typeof TargetFact.Type => {
  const { conversions, cpa } = periodFigures(sumAll(days))
  const off = cpa === null ? null : roundTo((cpa / target - 1) * 100, 1)
  return {
    name,
    target,
    cpa,
    conversions,
    met: cpa === null ? null : cpa <= target,
    off: off === null ? null : `${off < 0 ? "-" : "+"}${Math.abs(off)}%`
  }
}

export const performanceFacts = (source: ReportSource): PerformanceFacts => {
  const days = daysOfPeriod(source)
  const name = campaignNamer(source)
  const withDays = source.campaigns
    .map((campaign) => ({
      campaign,
      days: days.filter((day) => day.campaign === campaign.slug && hasServed(day))
    }))
    .filter((one) => one.days.length > 0)
  const { period } = source.windows
  const since = plusDays(mondayOf(period.to), -7 * (trendWeeks.performance - 1))
  return {
    type: "performance",
    ...reportHeader(source),
    trend_weeks: trendWeeks.performance,
    spent_out_from: percentText(spentOutShare, 1)!,
    all: compareTotals(source),
    campaigns: campaignFacts(source),
    weekdays: weekdayFacts(days),
    weeks: weekFacts(source.days, { from: since, to: period.to }, dataUntil(period, source.latest)),
    budgets: withDays
      .filter(({ campaign }) => campaign.budget > 0)
      .map(({ campaign, days }) => budgetFact(name(campaign.slug), campaign, days))
      .toSorted((a, b) => b.spend - a.spend),
    targets: withDays.flatMap(({ campaign, days }) =>
      campaign.target_cpa === null ? [] : [targetFact(name(campaign.slug), campaign.target_cpa, days)]
    ),
    next: nextStepsFacts(source)
  }
}
