import type { ComparedTerm, DayFigures } from "../../../campaigns/index.ts"
import { sumAll, sumBy, zeroSums } from "../../amounts.ts"
import { type ComparedFigures, compareFigures } from "../../document/figures.ts"
import { oneLine } from "../../markdown.ts"
import { dataUntil } from "../../performance/period.ts"
import { isCompared, isInPeriod, periodLength } from "../periods.ts"
import type { ReportSource } from "../read/source.ts"

export const daysOfPeriod = ({ days, windows }: ReportSource): ReadonlyArray<DayFigures> =>
  days.filter(({ date }) => isInPeriod(windows.period, date))
const daysOfPreviousPeriod = ({ days, windows }: ReportSource): ReadonlyArray<DayFigures> =>
  days.filter(({ date }) => isCompared(windows, date))

/** Compares the totals of the period with those before. */
export const compareTotals = (source: ReportSource): ComparedFigures =>
  compareFigures(sumAll(daysOfPeriod(source)), sumAll(daysOfPreviousPeriod(source)))

/** Compares the period with the one before, by a property of campaigns; `spent` is the cost of the period. */
export const compareBy = (source: ReportSource, keyOf: (campaign: string) => string) => {
  const now = sumBy(daysOfPeriod(source), ({ campaign }) => keyOf(campaign))
  const before = sumBy(daysOfPreviousPeriod(source), ({ campaign }) => keyOf(campaign))
  return [...new Set([...now.keys(), ...before.keys()])].map((key) => {
    const sums = now.get(key) ?? zeroSums
    return { key, spent: sums.cost_micros, figures: compareFigures(sums, before.get(key) ?? zeroSums) }
  })
}

/** Compares the totals of some searches. */
export const compareTerms = (terms: ReadonlyArray<ComparedTerm>): ComparedFigures =>
  compareFigures(sumAll(terms.map(({ now }) => now)), sumAll(terms.map(({ before }) => before)))

const distinctDays = (days: ReadonlyArray<DayFigures>): number => new Set(days.map(({ date }) => date)).size

/** The header of all reports: organization, days, and the last day with figures. */
export const reportHeader = (source: ReportSource) => ({
  organization: oneLine(source.organization.name),
  currency: source.organization.currency,
  period: source.windows.period,
  /** Null if nothing is compared. */
  before: source.windows.before,
  /** The first and the latest day with figures, or null without any. */
  first: source.first,
  latest: source.latest,
  /** The last day of the period with figures, or the latest day before it. */
  data_until: dataUntil(source.windows.period, source.latest),
  days: periodLength(source.windows.period),
  /** The number of days that are compared with the same number before. */
  days_compared: source.windows.before === null ? 0 : periodLength(source.windows.before),
  days_with_data: distinctDays(daysOfPeriod(source)),
  days_with_data_before: distinctDays(daysOfPreviousPeriod(source))
})
export type ReportHeader = ReturnType<typeof reportHeader>
