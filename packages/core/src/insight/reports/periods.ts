import { Schema } from "effect"
import type { DataDays } from "../../campaigns/index.ts"
import { daysIn, plusDays, type reportTypes } from "../../contract/index.ts"
import { comparisonOf, mondayOf, type Period, previousPeriod } from "../performance/period.ts"

export const ReportPeriod = Schema.Struct({ from: Schema.String, to: Schema.String })

export type ReportType = (typeof reportTypes)[number]

/** The days of a report. */
export interface ReportWindows {
  readonly period: Period
  /** The comparison period: as many days as the period has with data, just before it. Null if some have no data. */
  readonly before: Period | null
  /** The first day that is read: the start of the report's trend. */
  readonly since: string
}

/** The number of weeks in a trend, the report's week included. */
export const trendWeeks = { weekly: 8, performance: 13 } as const
/** The number of full weeks that are searched for themes and competitors. */
export const searchWeeks = 4

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`
const monthBefore = (first: string): string => firstOfMonth(plusDays(first, -1))

const firstOfQuarter = (day: string): string => {
  const month = Number(day.slice(5, 7))
  return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, "0")}-01`
}
const quarterBefore = (first: string): string => firstOfQuarter(plusDays(first, -1))

const fullWeeks = (count: number, today: string): Period => {
  const monday = mondayOf(today)
  return { from: plusDays(monday, -7 * count), to: plusDays(monday, -1) }
}

/**
 * Returns the last full period of a type before a day: weeks start on Mondays; months and quarters are
 * calendar ones.
 */
export const lastPeriod = (type: ReportType, today: string): Period => {
  switch (type) {
    case "weekly":
      return fullWeeks(1, today)
    case "performance":
      return { from: monthBefore(firstOfMonth(today)), to: plusDays(firstOfMonth(today), -1) }
    case "strategic":
      return { from: quarterBefore(firstOfQuarter(today)), to: plusDays(firstOfQuarter(today), -1) }
    default:
      return fullWeeks(searchWeeks, today)
  }
}

/** Returns the start of the trend, whose last week is the one in which the period ends. */
const trendSince = (fullWeeks: number, { to }: Period): string => plusDays(mondayOf(to), -7 * (fullWeeks - 1))

const earliest = (...days: ReadonlyArray<string>): string => days.toSorted()[0]!

export const windowsOf = (type: ReportType, period: Period): ReportWindows & { readonly before: Period } => {
  const before = previousPeriod(period)
  const trend =
    type === "weekly" || type === "performance" ? trendSince(trendWeeks[type], period) : before.from
  return { period, before, since: earliest(before.from, trend) }
}

/**
 * Limits the comparison to as many days as have data: a late sync must not look like a decline, and the days before
 * the first with data must not look like a rise.
 */
export const withComparableDays = (windows: ReportWindows, data: DataDays): ReportWindows => {
  const comparison = comparisonOf(windows.period, data)
  return { ...windows, before: comparison?.data === "all" ? comparison.period : null }
}

/** Returns the earliest current date of all accounts: a day is over once it is over everywhere. */
export const todayIn = (timeZones: ReadonlyArray<string>, now: number): string =>
  earliest(
    ...(timeZones.length === 0 ? ["UTC"] : timeZones).map((timeZone) =>
      // Swedish dates have the ISO format.
      new Intl.DateTimeFormat("sv-SE", { timeZone }).format(now)
    )
  )

export const isInPeriod = ({ from, to }: Period, day: string): boolean => from <= day && day <= to
/** Whether a day is in the comparison period. */
export const isCompared = ({ before }: ReportWindows, day: string): boolean =>
  before !== null && isInPeriod(before, day)
export const periodLength = ({ from, to }: Period): number => daysIn(from, to)
