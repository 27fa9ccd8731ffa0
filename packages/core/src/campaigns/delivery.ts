import { plusDays } from "../contract/index.ts"
import { binomialInterval, type Interval, type Rate, usualCounts } from "../statistics.ts"

/*
 * Whether a week is as usual, by the weeks before it. Figures of a business vary more than pure chance: the spread of
 * its own weeks widens the interval.
 */

/** Weeks before the judged one that count. */
export const usualWeeks = 8

/** With fewer weeks or events, nobody knows what is usual. */
const minWeeks = 4
const minCount = 10

const confidence = 0.9

/** The figures of all running campaigns in a week. */
export interface WeekFigures {
  readonly clicks: number
  readonly conversions: number
}

/**
 * The spread of counts around one common rate, as a multiple of that of pure chance (Pearson's statistic divided by its
 * degrees of freedom); at least 1.
 */
const dispersionOf = (past: ReadonlyArray<Rate>, { count, exposure }: Rate): number => {
  const deviations = past.flatMap((one) => {
    const expected = (count * one.exposure) / exposure
    return expected > 0 ? [(one.count - expected) ** 2 / expected] : []
  })
  const sum = deviations.reduce((total, one) => total + one, 0)
  return Math.max(1, sum / Math.max(1, deviations.length - 1))
}

const usualOf = (exposure: number, past: ReadonlyArray<Rate>): Interval | null => {
  const all = past.reduce(
    (sum, one) => ({ count: sum.count + one.count, exposure: sum.exposure + one.exposure }),
    { count: 0, exposure: 0 }
  )
  if (past.length < minWeeks || all.count < minCount || exposure <= 0) return null
  const dispersion = dispersionOf(past, all)
  const { high, low } = usualCounts({ ...all, count: all.count / dispersion }, exposure, confidence)
  return { low: low * dispersion, high: high * dispersion }
}

/** The conversions that are usual for the clicks of a week; null if that is not known. */
export const usualConversions = (
  { clicks }: WeekFigures,
  past: ReadonlyArray<WeekFigures>
): Interval | null =>
  usualOf(
    clicks,
    past.map((week) => ({ count: week.conversions, exposure: week.clicks }))
  )

/** The clicks that are usual for a week; null if that is not known. */
export const usualClicks = (past: ReadonlyArray<WeekFigures>): Interval | null =>
  usualOf(
    1,
    past.map((week) => ({ count: week.clicks, exposure: 1 }))
  )

/** On how many of the days up to the last one with an impression a campaign was shown. */
export interface DeliveryHistory {
  /** The last day with an impression. */
  readonly shown: string
  /** Days with an impression among the last `deliveryDays` up to it. */
  readonly days: number
  /** The day since when the syncs see the campaign run; null if it does not run. */
  readonly runs_since: string | null
}

export const deliveryDays = 28

/** Luck explains the silence once in a hundred campaigns, as often as they are quiet at most. */
const maxLuck = 0.01

/**
 * The first day without impressions of a campaign that runs, if luck does not explain so many; else null. `until` is the
 * latest day with figures. Days before the campaign ran count for nothing.
 */
export const deliveryStoppedSince = (
  { days, runs_since, shown }: DeliveryHistory,
  until: string
): string | null => {
  if (runs_since === null) return null
  const first = runs_since > shown ? runs_since : plusDays(shown, 1)
  const quiet = Math.round((Date.parse(until) - Date.parse(first)) / 86_400_000) + 1
  const quietShare = binomialInterval(deliveryDays - days, deliveryDays, 0.9).high
  return quiet > 0 && quietShare ** quiet <= maxLuck ? first : null
}
