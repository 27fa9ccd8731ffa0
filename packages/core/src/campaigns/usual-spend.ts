import { chanceOfAtLeast, chanceOfAtMost, type Interval, type Rate, usualCounts } from "../statistics.ts"

/*
 * Whether a campaign spends as usual, by its own recent days. Cost is a sum over clicks whose number varies, so its
 * variance grows with its mean (quasi-Poisson): days are compared with the same weekdays before them, and the spread is
 * that of all days around the mean of their weekday.
 */

/** A day of a campaign. Days are consecutive, so every seventh is the same weekday. */
export interface SpendDay {
  readonly impressions: number
  readonly cost: number
}

/** A jump shows in one day; half the spend, in a week. */
const spans = [1, 7] as const
/** The days before the judged ones that say what is usual. */
const pastDays = 56
/** With fewer shown days, nobody knows what is usual. */
const minDays = 20
const minSameWeekday = 4
/** The spread is at least this share of the mean: a budget that is always used up is no clockwork. */
const minSpread = 0.1
/** A smaller difference is no reason to look, however regular the days are. */
const minDifference = 0.25
/** A single day counts if it is this many times as far from its mean as every day before: many budgets have rare low days. */
const minExcess = 2

/** A campaign alone is found unusual by chance on less than one day in two hundred, as the tests simulate. */
const maxChance = 1 / 500
/** Many campaigns together, about once a month. */
const falseAlarmsPerDay = 1 / 30
/** While it lasts, a day inside the 90% interval is calm; two in a row end it. */
const usualConfidence = 0.9
const calmDays = 2
/** A beginning is looked for in these days. A campaign that stays on another level has a new usual by then. */
const judgedDays = 14

/** The days that the rule reads. */
export const spendDays = pastDays + judgedDays + 7

export type SpendDirection = "above" | "below"

interface Spent {
  readonly cost: number
  readonly expected: number
}

/** What was spent in a span, what is usual for it, and how. */
interface Judged {
  readonly whole: Spent
  /** A week without the day that is furthest from its mean: one day is no week. */
  readonly core: Spent
  /** Whether the last seven days together cost no more than usual: platforms make up for days without impressions. */
  readonly makesUp: boolean
  /** The past in units of the spread, for the test of two counts. */
  readonly past: Rate
  /** The variance of a day, as a multiple of its mean. */
  readonly spread: number
  /** The largest distances of a past day from the mean of its weekday, in units of its deviation; 0 for a week. */
  readonly furthest: Readonly<Record<SpendDirection, number>>
}

/**
 * Compares a span that ends with a day with the days before it; null if nobody knows what is usual. Days without
 * impressions say nothing, in the span or before it: they are the business of `quietSince`. Plain loops, because a sync
 * judges thousands of campaigns.
 */
const judge = (days: ReadonlyArray<SpendDay>, last: number, span: number): Judged | null => {
  if (days[last]!.impressions === 0) return null
  const first = last + 1 - span
  const begin = Math.max(0, first - pastDays)
  const sums = [0, 0, 0, 0, 0, 0, 0]
  const counts = [0, 0, 0, 0, 0, 0, 0]
  for (let day = begin; day < first; day++) {
    if (days[day]!.impressions === 0) continue
    sums[day % 7]! += days[day]!.cost
    counts[day % 7]! += 1
  }
  const means = sums.map((sum, weekday) => (counts[weekday]! < minSameWeekday ? 0 : sum / counts[weekday]!))
  const whole = { cost: 0, expected: 0 }
  let [judged, dropped] = [0, first]
  const distanceOf = (day: number): number => Math.abs(days[day]!.cost - means[day % 7]!)
  for (let day = first; day <= last; day++) {
    if (days[day]!.impressions === 0 || means[day % 7] === 0) continue
    whole.cost += days[day]!.cost
    whole.expected += means[day % 7]!
    if (judged === 0 || distanceOf(day) > distanceOf(dropped)) dropped = day
    judged++
  }
  if (means[last % 7] === 0 || judged * 2 < span) return null
  let [known, squares, above, below] = [0, 0, 0, 0]
  for (let day = begin; day < first; day++) {
    const mean = means[day % 7]!
    if (days[day]!.impressions === 0 || mean === 0) continue
    const deviation = (days[day]!.cost - mean) / Math.sqrt(mean)
    squares += deviation * deviation
    if (deviation > above) above = deviation
    if (-deviation > below) below = -deviation
    known++
  }
  if (known < minDays) return null
  let excess = 0
  for (let day = Math.max(0, last - 6); day <= last; day++) excess += days[day]!.cost - means[day % 7]!
  const weekdays = means.filter((mean) => mean > 0)
  const spread = Math.max(squares / (known - weekdays.length), (minSpread ** 2 * whole.expected) / judged)
  const base =
    span === 1
      ? sums[last % 7]!
      : sums.reduce((sum, one, weekday) => (means[weekday] === 0 ? sum : sum + one), 0)
  return {
    whole,
    core:
      span === 1
        ? whole
        : {
            cost: whole.cost - days[dropped]!.cost,
            expected: whole.expected - means[dropped % 7]!
          },
    makesUp: excess <= 0,
    past: { count: base / spread, exposure: base },
    spread,
    furthest: span === 1 ? { above, below } : { above: 0, below: 0 }
  }
}

/** The side on which an amount leaves what is usual, if chance explains that rarely enough. */
const sideOfAmount = (
  { cost, expected }: Spent,
  { past, spread }: Judged,
  chance: number
): SpendDirection | null => {
  if (Math.abs(cost - expected) < minDifference * expected) return null
  const now = { count: cost / spread, exposure: expected }
  if (cost > expected) return chanceOfAtLeast(now, past) < chance / 2 ? "above" : null
  return chanceOfAtMost(now, past) < chance / 2 ? "below" : null
}

/** The same of a span: the whole of it is at least outside the interval that people are shown. */
const sideOf = (judged: Judged, chance: number): SpendDirection | null => {
  const side = sideOfAmount(judged.core, judged, chance)
  if (side === "above" && judged.makesUp) return null
  return side !== null && sideOfAmount(judged.whole, judged, 1 - usualConfidence) === side ? side : null
}

const isFurthest = ({ furthest, whole: { cost, expected } }: Judged, side: SpendDirection): boolean =>
  Math.abs(cost - expected) / Math.sqrt(expected) > minExcess * furthest[side]

/** Spend that left its usual interval. Days are indexes of those that were judged. */
export interface UnusualSpend {
  readonly direction: SpendDirection
  /** The last day of the first span outside. */
  readonly since: number
  /** The latest span outside: its number of days, its last day, its cost, and the 90% interval of it. */
  readonly span: number
  readonly day: number
  readonly cost: number
  readonly usual: Interval
}

/** The chance that passes for a coincidence, by the number of campaigns that are judged together. */
export const chanceOf = (campaigns: number): number =>
  Math.min(maxChance, falseAlarmsPerDay / Math.max(1, campaigns))

interface OpenSpan {
  readonly direction: SpendDirection
  readonly since: number
  day: number
  calm: number
}

const unusualSpan = (
  days: ReadonlyArray<SpendDay>,
  { chance, ran, span }: { readonly chance: number; readonly ran: number; readonly span: number }
): UnusualSpend | null => {
  let open = null as OpenSpan | null
  for (let day = Math.max(ran + span, days.length - judgedDays); day < days.length; day++) {
    const judged = judge(days, day, span)
    if (judged === null) continue
    const side = sideOf(judged, chance)
    if (side !== null && side !== open?.direction && isFurthest(judged, side))
      open = { direction: side, since: day, day, calm: 0 }
    else if (open !== null && sideOf(judged, 1 - usualConfidence) === open.direction) {
      open.day = day
      open.calm = 0
    } else if (open !== null && ++open.calm === calmDays) open = null
  }
  if (open === null) return null
  const { day, direction, since } = open
  const { past, spread, whole } = judge(days, day, span)!
  const { high, low } = usualCounts(past, whole.expected, usualConfidence)
  return { direction, since, span, day, cost: whole.cost, usual: { low: low * spread, high: high * spread } }
}

/**
 * Finds out whether the spend of a campaign is outside its usual interval, and since when: in a day, else in a week. It
 * begins when chance does not explain the spend, and ends with two calm days in a row. Days up to `ran` are not judged:
 * the campaign did not run then, or not all day.
 */
export const unusualSpend = (
  days: ReadonlyArray<SpendDay>,
  options: { readonly chance: number; readonly ran: number }
): UnusualSpend | null => {
  for (const span of spans) {
    const found = unusualSpan(days, { ...options, span })
    if (found !== null) return found
  }
  return null
}
