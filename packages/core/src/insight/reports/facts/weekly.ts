import { Schema } from "effect"
import { plusDays } from "../../../contract/index.ts"
import { amountOf, noSums, rounded } from "../../amounts.ts"
import { everyDay } from "../../performance/days.ts"
import { dataUntil } from "../../performance/period.ts"
import { trendWeeks } from "../periods.ts"
import type { Source, TermRead } from "../read/source.ts"
import { CampaignFact, campaignFacts, WeekFact, weekFacts } from "./campaigns.ts"
import { ActionFact, actionFacts } from "./done.ts"
import { NextFacts, nextFacts } from "./recommended.ts"
import { largest, moreCost, TermFact, termFact } from "./terms.ts"
import { Compared, comparedOf, daysBefore, daysOfPeriod, grouped, Head, headOf, sumsOf } from "./told.ts"

const DayFact = Schema.Struct({
  day: Schema.String,
  spend: Schema.Number,
  conversions: Schema.Number,
  /** Beside the same day of the week before. */
  more: Schema.Number,
  more_conversions: Schema.Number
})

/** What a weekly report says. */
export const WeeklyFacts = Schema.Struct({
  type: Schema.Literal("weekly"),
  ...Head.fields,
  trend_weeks: Schema.Number,
  all: Compared,
  weeks: Schema.Array(WeekFact),
  days_of_week: Schema.Array(DayFact),
  campaigns: Schema.Array(CampaignFact),
  campaigns_left_out: Schema.Number,
  terms: Schema.Struct({
    /** Those that cost more than the week before, less, and nothing but money. */
    up: Schema.Array(TermFact),
    down: Schema.Array(TermFact),
    converting: Schema.Array(TermFact),
    idle: Schema.Array(TermFact)
  }),
  done: Schema.Struct({
    total: Schema.Number,
    left_out: Schema.Number,
    /** The newest, which the next three count. */
    looked_at: Schema.Number,
    person: Schema.Number,
    program: Schema.Number,
    service: Schema.Number,
    list: Schema.Array(ActionFact)
  }),
  next: NextFacts
})
export type WeeklyFacts = typeof WeeklyFacts.Type

const most = { campaigns: 10, terms: 5, actions: 25 } as const

/** The days of the week with data: one that is still to come has not fallen. */
const dayFacts = (source: Source): ReadonlyArray<typeof DayFact.Type> => {
  const byDay = grouped(source.days, ({ date }) => date)
  const { period } = source.windows
  const until = dataUntil(period, source.latest)
  const days = until === null ? [] : everyDay(period, byDay).filter(([day]) => day <= until)
  return days.map(([day, sums]) => {
    const before = byDay.get(plusDays(day, -7)) ?? noSums
    return {
      day,
      spend: amountOf(sums.cost_micros),
      conversions: rounded(sums.conversions, 1),
      more: amountOf(sums.cost_micros - before.cost_micros),
      more_conversions: rounded(sums.conversions - before.conversions, 1)
    }
  })
}

const termFacts = (source: Source): WeeklyFacts["terms"] => {
  const told = (measure: (term: TermRead) => number) =>
    largest(source.terms, most.terms, measure).map(termFact(source))
  return {
    up: told(moreCost),
    down: told((term) => -moreCost(term)),
    converting: told(({ now }) => now.conversions),
    idle: told(({ now }) => (now.conversions > 0 ? 0 : now.cost_micros))
  }
}

const doneFacts = (source: Source): WeeklyFacts["done"] => {
  const actions = actionFacts(source)
  const count = (by: string) => actions.filter((action) => action.by === by).length
  const list = actions.slice(0, most.actions)
  return {
    total: source.actions_total,
    left_out: source.actions_total - list.length,
    looked_at: actions.length,
    person: count("person"),
    program: count("program"),
    service: count("service"),
    list
  }
}

export const weeklyFacts = (source: Source): WeeklyFacts => {
  const campaigns = campaignFacts(source)
  const { period } = source.windows
  return {
    type: "weekly",
    ...headOf(source),
    trend_weeks: trendWeeks.weekly,
    all: comparedOf(sumsOf(daysOfPeriod(source)), sumsOf(daysBefore(source))),
    weeks: weekFacts(
      source.days,
      { from: plusDays(period.from, -7 * (trendWeeks.weekly - 1)), to: period.to },
      dataUntil(period, source.latest)
    ),
    days_of_week: dayFacts(source),
    campaigns: campaigns.slice(0, most.campaigns),
    campaigns_left_out: Math.max(0, campaigns.length - most.campaigns),
    terms: termFacts(source),
    done: doneFacts(source),
    next: nextFacts(source)
  }
}
