import { plusDays } from "../contract/index.ts"
import type { LaggedConversions } from "../platform/model.ts"
import { poissonInterval } from "../statistics.ts"

/*
 * The one rule for lost conversion tracking: syncs, detectors, reports, strategies and notices use it.
 */

/** Clicks and conversions before and since the last day with a conversion. */
export interface ConversionHistory {
  /** The last day with a conversion; null if there is none. */
  readonly converted: string | null
  readonly conversions: number
  /** Clicks up to that day. */
  readonly clicks_before: number
  /** Clicks after that day, without the latest days, whose conversions can still arrive. */
  readonly clicks_since: number
}

/** Conversions are reported up to this many days after their click, until the account's own lag is known. */
export const conversionLagDays = 3

/** The clicks whose conversions show the lag: of 90 days, and so old that nearly all have arrived. */
export const lagClicks = { days: 90, before: 45 } as const

/** With fewer conversions, the lag is unknown. */
const minLagged = 30

/** The share of the conversions that have come when the lag is over. */
const arrivedShare = 0.9

/** Returns the days within which an account's conversions come after their click; null if that is unknown. */
export const conversionLag = (lagged: ReadonlyArray<LaggedConversions>): number | null => {
  const all = lagged.reduce((sum, { conversions }) => sum + conversions, 0)
  if (all < minLagged) return null
  let arrived = 0
  const last = lagged
    .toSorted((a, b) => a.within - b.within)
    .find(({ conversions }) => {
      arrived += conversions
      return arrived >= arrivedShare * all
    })
  return last!.within
}

/** Days of history that count: the last month, and the 90 days before that it is compared with. */
export const historyDays = 120

/** With fewer conversions, their rate is unknown. */
const minConversions = 10

/** Luck explains the silence once in a thousand campaigns (e to the power of -7). */
export const minExpected = 7

/** The lower bound of the interval is one of 80 %. */
const confidence = 0.6

/** The conversions that the clicks since the last one would have brought; 0 if their rate is unknown. */
const missedConversions = ({
  clicks_before,
  clicks_since,
  conversions,
  converted
}: ConversionHistory): number =>
  converted === null || conversions < minConversions || clicks_before === 0
    ? 0
    : (clicks_since * poissonInterval(conversions, confidence).low) / clicks_before

/**
 * Whether conversions stopped although clicks went on: so many clicks since the last conversion that it is no
 * coincidence. The usual cause is broken conversion tracking or a broken page.
 */
export const conversionsStopped = (history: ConversionHistory): boolean =>
  missedConversions(history) >= minExpected

/** Returns when a conversion action was last done, and the first day since when its silence is no coincidence. */
export const judgeAction = (
  days: ReadonlyArray<{ readonly date: string; readonly conversions: number }>,
  clicks: ReadonlyArray<{ readonly date: string; readonly clicks: number }>,
  until: { readonly latest: string; readonly lag: number }
): { readonly last_seen: string | null; readonly silent_since: string | null } => {
  const done = days.filter(({ conversions }) => conversions > 0)
  const last_seen = done.reduce<string | null>((last, { date }) => (date > (last ?? "") ? date : last), null)
  if (last_seen === null) return { last_seen, silent_since: null }
  const arrived = plusDays(until.latest, -until.lag)
  const clicksOn = (counts: (date: string) => boolean) =>
    clicks.reduce((sum, day) => sum + (counts(day.date) ? day.clicks : 0), 0)
  const isSilent = conversionsStopped({
    converted: last_seen,
    conversions: done.reduce((sum, { conversions }) => sum + conversions, 0),
    clicks_before: clicksOn((date) => date <= last_seen),
    clicks_since: clicksOn((date) => date > last_seen && date <= arrived)
  })
  return { last_seen, silent_since: isSilent ? plusDays(last_seen, 1) : null }
}

/** A day of a campaign, or of several together. */
interface ConversionDay {
  readonly date: string
  readonly clicks: number
  readonly conversions: number
}

/** Days with clicks and without a conversion that luck does not explain. */
export interface ConversionSilence {
  readonly from: string
  readonly to: string
  readonly days: number
  readonly clicks: number
  /** The conversions to expect of them at least, without the latest days, whose conversions can still arrive. */
  readonly expected: number
  /** Whether it lasts until the latest day with figures. */
  readonly ongoing: boolean
}

/**
 * Finds the longest silence that ends within a period: now, or in the past. `days` are in any order, one row per day, and
 * `until` is the latest day with figures.
 */
export const findSilence = (
  days: ReadonlyArray<ConversionDay>,
  until: string,
  period: { readonly from: string; readonly to: string }
): ConversionSilence | null => {
  const known = days
    .filter(({ clicks, date }) => clicks > 0 && date <= until && date > plusDays(until, -historyDays))
    .toSorted((a, b) => a.date.localeCompare(b.date))
  const runs: Array<Array<ConversionDay>> = [[]]
  for (const day of known) {
    if (day.conversions > 0) runs.push([])
    else runs.at(-1)!.push(day)
  }
  const silences = runs.flatMap((run): ReadonlyArray<ConversionSilence> => {
    const [first, last] = [run[0]?.date, run.at(-1)?.date]
    if (first === undefined || last === undefined || last < period.from || last > period.to) return []
    const ongoing = last === known.at(-1)!.date
    const judged = ongoing ? run.filter(({ date }) => date <= plusDays(until, -conversionLagDays)) : run
    const others = known.filter(({ date }) => date < first || date > last)
    const history = {
      converted: first,
      conversions: totalOf(others, "conversions"),
      clicks_before: totalOf(others, "clicks"),
      clicks_since: totalOf(judged, "clicks")
    }
    const expected = Math.round(missedConversions(history))
    return conversionsStopped(history)
      ? [{ from: first, to: last, days: run.length, clicks: totalOf(run, "clicks"), expected, ongoing }]
      : []
  })
  return silences.toSorted((a, b) => b.days - a.days)[0] ?? null
}

const totalOf = (days: ReadonlyArray<ConversionDay>, figure: "clicks" | "conversions"): number =>
  days.reduce((sum, day) => sum + day[figure], 0)
