import type { DataDays } from "../../campaigns/index.ts"
import { daysIn, limits, plusDays } from "../../contract/index.ts"
import { costPerConversion, type Sums, sumAll, zeroSums } from "../amounts.ts"

export interface Period {
  readonly from: string
  readonly to: string
}

/** An input field that makes no valid period, and why. */
interface PeriodProblem {
  readonly path: "from" | "to"
  readonly message: string
}

/** Ten years and a few days: a response with one row per day is still readable. */
export const maxDays = 3660
const firstDay = "1900-01-01"
const week = limits.performanceDays

/**
 * Returns the requested days. The default end is the latest day with data; the default start is six days
 * before the end. The contract checks that `from` is not after a given `to`.
 */
export const periodOf = (
  { from, to }: { readonly from?: string; readonly to?: string },
  latest: string
): Period | PeriodProblem => {
  const last = to ?? latest
  const first = from ?? plusDays(last, 1 - week)
  const path = from === undefined ? "to" : "from"
  if (last < firstDay || first < firstDay) return { path, message: `must not reach back beyond ${firstDay}` }
  if (first > last) {
    return {
      path,
      message: `must not be after ${latest}, the latest day with data; send an earlier day`
    }
  }
  if (daysIn(first, last) > maxDays) {
    return { path, message: `must be within ${maxDays} days of ${last}, where the period ends` }
  }
  return { from: first, to: last }
}

/** Returns the same number of days just before. */
export const previousPeriod = ({ from, to }: Period): Period => ({
  from: plusDays(from, -daysIn(from, to)),
  to: plusDays(from, -1)
})

/**
 * Returns the last day with data of a period: its own last day, or the organization's latest day before it.
 */
export const dataUntil = ({ to }: Pick<Period, "to">, latest: string | null): string | null =>
  latest !== null && to < latest ? to : latest

/** The days that a period is compared with, and whether all, some or none of them have data. */
interface Comparison {
  readonly period: Period
  readonly data: "all" | "some" | "none"
}

/**
 * Returns the comparison of a period: as many days as have data, just before. Null if the period itself has no data,
 * because missing data is no decline. Days before the first with data are no basis for a comparison either.
 */
export const comparisonOf = (period: Period, { first, latest }: DataDays): Comparison | null => {
  const until = dataUntil(period, latest)
  if (until === null || first === null || until < period.from) return null
  const previous = previousPeriod({ from: period.from, to: until })
  return {
    period: previous,
    data: first <= previous.from ? "all" : first <= previous.to ? "some" : "none"
  }
}

/**
 * States that a period lies outside the days with data, and what to do; null if it does not. The day of an ad account
 * may be one ahead of UTC, so the day after `today` may still be the present one.
 */
export const periodNote = (
  { from, to }: Period,
  { first, latest }: DataDays,
  today: string,
  format: (day: string) => string = String
): string | null => {
  const upTo = latest === null ? "" : ` Use days up to ${format(latest)}, the latest with data.`
  if (from > plusDays(today, 1)) return `This period is in the future, so it has no figures.${upTo}`
  if (latest !== null && from > latest) return `This period has no data yet.${upTo}`
  return first !== null && to < first
    ? `This period is before the data begins. Use days from ${format(first)} on.`
    : null
}

/** Returns the change in percent, with at most one decimal; null if the earlier value is zero. */
export const percentChange = (now: number, before: number): string | null => {
  if (before <= 0) return null
  const percent = Math.round((now / before - 1) * 1000) / 10
  return `${percent < 0 ? "-" : "+"}${Math.abs(percent)}%`
}

/** Compares a period with the one before. The cost per conversion is compared only if both have one. */
export const comparePeriods = (now: Sums, before: Sums) => {
  const [cpa, cpaBefore] = [costPerConversion(now), costPerConversion(before)]
  return {
    spend: percentChange(now.cost_micros, before.cost_micros),
    conversions: percentChange(now.conversions, before.conversions),
    cpa: cpa === null || cpaBefore === null ? null : percentChange(cpa, cpaBefore)
  }
}

/** Returns every day of the period with its sums; days without data are zeros. */
export const fillMissingDays = (
  { from, to }: Period,
  counted: ReadonlyMap<string, Sums>
): ReadonlyArray<readonly [day: string, Sums]> =>
  Array.from({ length: daysIn(from, to) }, (_, n) => {
    const day = plusDays(from, n)
    return [day, counted.get(day) ?? zeroSums]
  })

/** Returns the Monday of a day's week. */
export const mondayOf = (day: string): string =>
  plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

export interface Week {
  readonly monday: string
  readonly sums: Sums
  /**
   * Fewer than seven of its days are in the period and have data, so its sums are not comparable with a
   * week's.
   */
  readonly partial: boolean
}

/** Returns the weeks of the period, each with its days within it. */
export const weeksOf = (
  days: ReadonlyArray<readonly [day: string, Sums]>,
  { first, latest }: DataDays
): ReadonlyArray<Week> =>
  [...Map.groupBy(days, ([day]) => mondayOf(day))].map(([monday, weekDays]) => ({
    monday,
    sums: sumAll(weekDays.map(([, day]) => day)),
    partial:
      weekDays.filter(([day]) => first !== null && latest !== null && first <= day && day <= latest).length <
      7
  }))
