import type { DataDays, PeriodDay } from "../campaigns/index.ts"
import {
  amountOf,
  performanceSummary,
  roundConversions,
  type Sums,
  sumAll,
  zeroSums
} from "../insight/amounts.ts"
import { fillMissingDays } from "../insight/performance/days.ts"
import { comparePeriods, dataUntil, type Period } from "../insight/performance/period.ts"
import { type ShownPeriod, shownPeriod } from "./shown-period.ts"

/** A day of a chart; its figures are null before the first and after the latest day with data. */
export interface ChartDay {
  readonly date: string
  readonly spend: number | null
  readonly conversions: number | null
}

/** The figures of a period, and of the period before. */
export interface PeriodFigures extends ShownPeriod {
  /** The last day with data of the period; null without data. */
  readonly until: string | null
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

const chartDay = (date: string, sums: Sums, { first, latest }: DataDays): ChartDay =>
  first === null || latest === null || date < first || date > latest
    ? { date, spend: null, conversions: null }
    : { date, spend: amountOf(sums.cost_micros), conversions: roundConversions(sums.conversions) }

/** Computes the figures of a period from its days, by the rules of the operation `performance.get`. */
export const periodFigures = (rows: ReadonlyArray<PeriodDay>, today: string): PeriodFigures => {
  const { first, latest, since: from, until: to } = rows[0]!
  const data = { first, latest }
  const shown = shownPeriod({ from, to }, data, today)
  const { period, previous } = shown
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
    ...shown,
    until: dataUntil(period, latest),
    now: summaryOf(now),
    before: before === null ? null : summaryOf(before),
    change: comparePeriods(now, before ?? sumAll([])),
    days: daysOf(period).map(([date, sums]) => chartDay(date, sums, data)),
    daysBefore: daysBefore.map(([date, sums]) => chartDay(date, sums, data))
  }
}
