import type { PeriodDay } from "../campaigns/index.ts"
import {
  amountOf,
  performanceSummary,
  roundConversions,
  type Sums,
  sumAll,
  zeroSums
} from "../insight/amounts.ts"
import { fillMissingDays } from "../insight/performance/days.ts"
import { comparePeriods, comparisonPeriod, dataUntil, type Period } from "../insight/performance/period.ts"

/** A day of a chart; its figures are null after the latest day with data. */
export interface ChartDay {
  readonly date: string
  readonly spend: number | null
  readonly conversions: number | null
}

/** The figures of a period, and of the period before. */
export interface PeriodFigures {
  readonly period: Period
  /** The last day with data of the period; null without data. */
  readonly until: string | null
  /** As many days as have data, just before; null without data. */
  readonly previous: Period | null
  readonly now: ShownSummary
  readonly before: ShownSummary | null
  readonly change: ReturnType<typeof comparePeriods>
  readonly days: ReadonlyArray<ChartDay>
  /** The days of the previous period, each in the place of its day in the period. */
  readonly daysBefore: ReadonlyArray<ChartDay>
}

/** A summary without the return on ad spend, which needs the value of conversions. */
export type ShownSummary = Omit<ReturnType<typeof performanceSummary>, "roas">

const figuresOf = ({ clicks, conversions, cost_micros, impressions }: PeriodDay) => ({
  clicks,
  conversions,
  cost_micros,
  impressions
})

const summaryOf = (sums: Sums): ShownSummary => {
  const { roas: _, ...shown } = performanceSummary(sums)
  return shown
}

const chartDay = (date: string, sums: Sums, latest: string | null): ChartDay =>
  latest === null || date > latest
    ? { date, spend: null, conversions: null }
    : { date, spend: amountOf(sums.cost_micros), conversions: roundConversions(sums.conversions) }

/** Computes the figures of a period from its days, by the rules of the operation `performance.get`. */
export const periodFigures = (rows: ReadonlyArray<PeriodDay>): PeriodFigures => {
  const { latest, since: from, until: to } = rows[0]!
  const period = { from, to }
  const previous = comparisonPeriod(period, latest)
  const byDate = new Map(
    rows.flatMap((row) =>
      row.date === null ? [] : [[row.date, { ...zeroSums, ...figuresOf(row) }] as const]
    )
  )
  const daysOf = (days: Period) => fillMissingDays(days, byDate)
  const sumsOf = (days: Period) => sumAll(daysOf(days).map(([, sums]) => sums))
  const now = sumsOf(period)
  const before = previous === null ? null : sumsOf(previous)
  const daysBefore = previous === null ? [] : daysOf(previous)
  return {
    period,
    until: dataUntil(period, latest),
    previous,
    now: summaryOf(now),
    before: before === null ? null : summaryOf(before),
    change: comparePeriods(now, before ?? sumAll([])),
    days: daysOf(period).map(([date, sums]) => chartDay(date, sums, latest)),
    daysBefore: daysBefore.map(([date, sums]) => chartDay(date, sums, latest))
  }
}
