import type { DataDays } from "../campaigns/index.ts"
import { formatLongDay } from "../insight/markdown/format.ts"
import { comparisonOf, type Period, periodNote } from "../insight/performance/period.ts"

/** The period of a page, and what it is compared with. */
export interface ShownPeriod {
  readonly period: Period
  /** Why the period has no figures; null if it has some. */
  readonly note: string | null
  /** As many days as have data, just before; null if they or the period have no or only some data. */
  readonly previous: Period | null
  /** The first day with data, if that is why nothing is compared. */
  readonly dataBegins: string | null
}

/** Decides by the rules of the operation `performance.get`, but compares only with days that all have data. */
export const shownPeriod = (period: Period, data: DataDays, today: string): ShownPeriod => {
  const comparison = comparisonOf(period, data)
  const isComparable = comparison?.data === "all"
  return {
    period,
    note: periodNote(period, data, today, formatLongDay),
    previous: isComparable ? comparison.period : null,
    dataBegins: comparison === null || isComparable ? null : data.first
  }
}
