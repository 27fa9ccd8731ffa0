import { Schema } from "effect"
import { plusDays } from "../../../contract/index.ts"
import { amountOf, rounded } from "../../amounts.ts"
import { mondayOf, served } from "../../performance/days.ts"
import { dataUntil } from "../../performance/period.ts"
import { trendWeeks } from "../periods.ts"
import type { CampaignRead, DayRead, Source } from "../read/source.ts"
import { CampaignFact, campaignFacts, nameOf, WeekFact, weekFacts } from "./campaigns.ts"
import { NextFacts, nextFacts } from "./recommended.ts"
import {
  Compared,
  comparedOf,
  daysBefore,
  daysOfPeriod,
  grouped,
  Head,
  headOf,
  percent,
  sumsOf,
  Told,
  toldOf
} from "./told.ts"

/** From this share of a day's budget on, the budget was what ended the day. */
export const spentOut = 0.95
const million = 1_000_000

const BudgetFact = Schema.Struct({
  name: Schema.String,
  budget: Schema.Number,
  /** On days on which it served: what the budget would have allowed, what was spent, and what was left. */
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
  /** How far the cost of a conversion lies from its target. */
  off: Schema.NullOr(Schema.String)
})

const WeekdayFact = Schema.Struct({
  weekday: Schema.String,
  days: Schema.Number,
  a_day: Schema.Number,
  ...Told.fields
})

/** What a performance report says of a calendar month. */
export const PerformanceFacts = Schema.Struct({
  type: Schema.Literal("performance"),
  ...Head.fields,
  trend_weeks: Schema.Number,
  spent_out_from: Schema.String,
  all: Compared,
  campaigns: Schema.Array(CampaignFact),
  weekdays: Schema.Array(WeekdayFact),
  weeks: Schema.Array(WeekFact),
  budgets: Schema.Array(BudgetFact),
  targets: Schema.Array(TargetFact),
  next: NextFacts
})
export type PerformanceFacts = typeof PerformanceFacts.Type

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
const weekdayOf = (date: string): string => weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7]!

const weekdayFacts = (days: ReadonlyArray<DayRead>): PerformanceFacts["weekdays"] => {
  const sums = grouped(days, ({ date }) => weekdayOf(date))
  return weekdays.flatMap((weekday) => {
    const all = sums.get(weekday)
    if (all === undefined) return []
    const count = new Set(days.filter(({ date }) => weekdayOf(date) === weekday).map(({ date }) => date)).size
    return [{ weekday, days: count, a_day: amountOf(all.cost_micros / count), ...toldOf(all) }]
  })
}

const budgetFact = (name: string, { budget }: CampaignRead, days: ReadonlyArray<DayRead>): BudgetFact => {
  const spend = sumsOf(days).cost_micros
  const allowed = budget * days.length
  return {
    name,
    budget,
    allowed,
    spend: amountOf(spend),
    used: percent(spend / million, allowed),
    unspent: Math.max(0, amountOf(allowed * million - spend)),
    days: days.length,
    spent_out: days.filter(({ cost_micros }) => cost_micros >= spentOut * budget * million).length
  }
}

const targetFact = (name: string, target: number, days: ReadonlyArray<DayRead>): typeof TargetFact.Type => {
  const { conversions, cpa } = toldOf(sumsOf(days))
  const off = cpa === null ? null : rounded((cpa / target - 1) * 100, 1)
  return {
    name,
    target,
    cpa,
    conversions,
    met: cpa === null ? null : cpa <= target,
    off: off === null ? null : `${off < 0 ? "-" : "+"}${Math.abs(off)}%`
  }
}

export const performanceFacts = (source: Source): PerformanceFacts => {
  const days = daysOfPeriod(source)
  const name = nameOf(source)
  const withDays = source.campaigns
    .map((campaign) => ({
      campaign,
      days: days.filter((day) => day.campaign === campaign.slug && served(day))
    }))
    .filter((one) => one.days.length > 0)
  const { period } = source.windows
  const since = plusDays(mondayOf(period.to), -7 * (trendWeeks.performance - 1))
  return {
    type: "performance",
    ...headOf(source),
    trend_weeks: trendWeeks.performance,
    spent_out_from: percent(spentOut, 1)!,
    all: comparedOf(sumsOf(days), sumsOf(daysBefore(source))),
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
    next: nextFacts(source)
  }
}
