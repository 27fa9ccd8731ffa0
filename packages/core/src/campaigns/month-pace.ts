import { daysIn, plusDays } from "../contract/index.ts"

/* Whether the spend of a calendar month, as it goes on, passes the monthly cap. */

/** What was spent in a month, and what its last days will cost at the usual pace. */
export interface MonthSpend {
  /** The last day that is counted. The month is that of the day after it. */
  readonly until: string
  readonly spent: number
  /** The usual spend of all days after it, to the end of the month. */
  readonly rest: number
}

/** The last day of the month of a day. */
const lastDayOf = (day: string): string => {
  const [year, month] = day.split("-").map(Number)
  return new Date(Date.UTC(year!, month!, 0)).toISOString().slice(0, 10)
}

/** The days of the month that `until` is followed by: how many are left, and the first and last of all. */
export const monthAfter = (
  until: string
): { readonly from: string; readonly to: string; readonly left: number } => {
  const next = plusDays(until, 1)
  const to = lastDayOf(next)
  return { from: `${next.slice(0, 7)}-01`, to, left: daysIn(next, to) }
}

/** Once the pace passed the cap, it counts as passing until it falls below this share: it moves a little every day. */
const stillPasses = 0.97

/** What a month will cost at its pace, if that passes the cap. */
export interface PassingPace {
  readonly until: string
  readonly spent: number
  readonly projected: number
  /** The day on which the spend passes the cap; null if it has passed, or now keeps just below it. */
  readonly passes_on: string | null
}

/** The pace of a month if it passes a cap; `warned` says that it did at the last sync. */
export const passingPace = (
  { rest, spent, until }: MonthSpend,
  cap: number,
  warned: boolean
): PassingPace | null => {
  const projected = spent + rest
  if (projected <= cap * (warned ? stillPasses : 1) || projected === 0) return null
  const daily = rest / monthAfter(until).left
  const passes_on =
    spent > cap || projected <= cap ? null : plusDays(until, Math.max(1, Math.ceil((cap - spent) / daily)))
  return { until, spent, projected, passes_on }
}
