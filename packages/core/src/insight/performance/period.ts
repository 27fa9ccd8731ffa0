import { daysIn, plusDays } from "../../contract/index.ts"

export interface Period {
  readonly from: string
  readonly to: string
}

/** A field of the input that makes no period, and why. */
export interface PeriodProblem {
  readonly path: "from" | "to"
  readonly message: string
}

/** Ten years and a few days: a row for each of them is still an answer that somebody can read. */
export const maxDays = 3660
const firstDay = "1900-01-01"
const week = 7

/**
 * The days that are meant. Without an end they run to the latest day with data; without a beginning they are the
 * seven up to the end. Whether `from` comes after a `to` that was sent along is the contract's business.
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
      message: `must not be after ${latest}, the latest day with data; send to as well for days beyond it`
    }
  }
  if (daysIn(first, last) > maxDays) {
    return { path, message: `must be within ${maxDays} days of ${last}, where the period ends` }
  }
  return { from: first, to: last }
}

/** As many days, just before. */
export const previousPeriod = ({ from, to }: Period): Period => ({
  from: plusDays(from, -daysIn(from, to)),
  to: plusDays(from, -1)
})

/** The day that a period's data ends with: its own last day, or the organization's latest day with data before it. */
export const dataUntil = ({ to }: Pick<Period, "to">, latest: string | null): string | null =>
  latest !== null && to < latest ? to : latest

/**
 * What a period is compared with: as many days as have data, just before it. Null where none has, since a period whose
 * data is still to come has not fallen.
 */
export const comparisonPeriod = (period: Period, latest: string | null): Period | null => {
  const until = dataUntil(period, latest)
  return until === null || until < period.from ? null : previousPeriod({ from: period.from, to: until })
}
