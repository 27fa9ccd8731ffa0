import { Schema } from "effect"
import type { DataDays } from "../../campaigns/index.ts"
import { daysIn, plusDays, type reportTypes } from "../../contract/index.ts"
import { comparisonOf, mondayOf, type Period, previousPeriod } from "../performance/period.ts"

export const ReportPeriod = Schema.Struct({ from: Schema.String, to: Schema.String })

export type ReportType = (typeof reportTypes)[number]

/** The days of a document. */
export interface Windows {
  readonly period: Period
  /** The comparison period: as many days as the period has with data, just before it. Null if some have no data. */
  readonly before: Period | null
  /** The first day that is read: the start of the document's trend. */
  readonly since: string
}

/** The number of full weeks that are searched for themes and competitors. */
export const searchWeeks = 4

/** Returns the last full weeks before a day. Weeks start on Mondays. */
export const lastWeeks = (count: number, today: string): Period => {
  const monday = mondayOf(today)
  return { from: plusDays(monday, -7 * count), to: plusDays(monday, -1) }
}

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`
const firstOfQuarter = (day: string): string => {
  const month = Number(day.slice(5, 7))
  return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, "0")}-01`
}

const lastCalendarPeriod =
  (firstDayOf: (day: string) => string) =>
  (today: string): Period => {
    const to = plusDays(firstDayOf(today), -1)
    return { from: firstDayOf(to), to }
  }
export const lastMonth = lastCalendarPeriod(firstOfMonth)
export const lastQuarter = lastCalendarPeriod(firstOfQuarter)

const earliest = (...days: ReadonlyArray<string>): string => days.toSorted()[0]!

/** Returns the days of a report; the last week of its trend, if it has one, is that in which the period ends. */
export const windowsWith = (trendWeeks: number, period: Period): Windows & { readonly before: Period } => {
  const before = previousPeriod(period)
  return { period, before, since: earliest(before.from, plusDays(mondayOf(period.to), 7 - 7 * trendWeeks)) }
}

/**
 * Limits the comparison to as many days as have data: a late sync must not look like a decline, and the days before
 * the first with data must not look like a rise.
 */
export const withComparableDays = (windows: Windows, data: DataDays): Windows => {
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
export const isCompared = ({ before }: Windows, day: string): boolean =>
  before !== null && isInPeriod(before, day)
export const periodLength = ({ from, to }: Period): number => daysIn(from, to)
