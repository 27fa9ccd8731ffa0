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

/** A campaign's impressions by day: consecutive days, the latest with figures last. Every seventh is the same weekday. */
type Impressions = ReadonlyArray<number>

/** The days of a campaign's own past that say which days are usual. */
export const usualDays = 56

/** With fewer usual days, nobody knows whether a campaign is shown on all of them. */
const minUsualDays = 10
/** Where a campaign was not shown on each of its usual days, luck explains a silence once in a hundred at most. */
const maxLuck = 0.01

/** How many usual days in a row without impressions are no coincidence, given the past ones and the quiet ones among them. */
const quietDaysNeeded = (days: number, quiet: number): number =>
  quiet === 0 && days >= minUsualDays
    ? 2
    : Math.max(2, Math.ceil(Math.log(maxLuck) / Math.log(binomialInterval(quiet, days, 0.9).high)))

/** The longest run of days without impressions. */
const longestSilence = (days: ReadonlyArray<{ readonly count: number }>): number => {
  let [longest, run] = [0, 0]
  for (const { count } of days) {
    run = count > 0 ? 0 : run + 1
    longest = Math.max(longest, run)
  }
  return longest
}

/**
 * The first of the usual days without impressions since a campaign was last shown, if so many are no coincidence; else
 * null. Its usual days are the weekdays on which it was shown more often than not. `first` is the first day that counts as
 * quiet: days before the campaign ran are no silence.
 */
export const quietSince = (impressions: Impressions, first: number): number | null => {
  const shown = impressions.findLastIndex((count) => count > 0)
  const begin = Math.max(
    impressions.findIndex((count) => count > 0),
    shown + 1 - usualDays
  )
  if (shown < 0) return null
  const past = impressions
    .slice(begin, shown + 1)
    .map((count, index) => ({ count, weekday: (begin + index) % 7 }))
  const isUsual = Array.from({ length: 7 }, (_, weekday) => {
    const same = past.filter((day) => day.weekday === weekday)
    return same.filter(({ count }) => count > 0).length * 2 > same.length
  })
  const usual = past.filter(({ weekday }) => isUsual[weekday])
  const from = Math.max(shown + 1, first)
  const silent = impressions.flatMap((_, day) => (day >= from && isUsual[day % 7] ? [day] : []))
  if (silent.length < 2) return null
  // One silence is forgiven: a campaign that was stopped before is not one that is often quiet.
  const forgiven = longestSilence(usual)
  const quiet = usual.filter(({ count }) => count === 0).length - forgiven
  const needed = quietDaysNeeded(usual.length - forgiven, quiet)
  return silent.length >= needed ? silent[0]! : null
}
