import type { DayFigures } from "../../../campaigns/index.ts"
import { daysIn, plusDays } from "../../../contract/index.ts"
import { sumAll } from "../../amounts.ts"
import { oneLine } from "../../markdown.ts"
import type { Period } from "../../performance/period.ts"
import { isInPeriod } from "../periods.ts"
import type { SourceEvent } from "../read/source.ts"

/* Finds the recorded change that can have moved a campaign's spend: by its kind, its direction and its time. */

/** A smaller change of the spend needs no cause. */
export const minChange = 0.1

/** The first kinds of changes move the spend by themselves; others are possible causes. */
const certainKinds = 2
/** The days before and after a change whose spend is compared. */
const comparedDays = 7

const kinds = [
  ["state", /\bcampaign (?:paused|enabled|removed)\b|^(?:set live|paused|taken back to a draft)\b/i],
  ["budget", /\bbudget\b/i],
  ["keywords", /\b(?:keywords?|search terms?|searches|exclu\w+)\b/i],
  ["target", /\btarget\b/i]
] as const

/** Reads an amount of a sentence, such as the 1,200 of "$1,200". */
const readAmount = (text: string): number => Number(text.replaceAll(",", ""))

/** Returns whether a change lowers (-1) or raises (1) the spend, if its text shows it. */
const directionOf = (what: string): number => {
  const [, from, to] = /from [^\d"]*([\d.,]+) to [^\d"]*([\d.,]+)/.exec(what) ?? []
  if (from !== undefined && to !== undefined) return Math.sign(readAmount(to) - readAmount(from))
  const stops = /\b(?:paused|removed|draft)\b/i.test(what)
  const direction = stops ? -1 : /\b(?:enabled|live|added|exclu\w+)\b/i.test(what) ? 1 : 0
  // A negative keyword lowers the spend, and its removal raises it.
  return /\b(?:negative|exclu\w+)\b/i.test(what) ? -direction : direction
}

/** Returns the kind of a change and its effect on the spend. Quoted text is not ours, and an earlier state is no effect. */
const effectOf = ({ what }: SourceEvent) => {
  const own = what.replaceAll(/"[^"]*"/g, "").replaceAll(/,? from (?:live|paused|draft|enabled)\b/g, "")
  const [first] = own
    .split("; ")
    .map((clause) => {
      const rank = kinds.findIndex(([, pattern]) => pattern.test(clause))
      return { rank: rank < 0 ? kinds.length : rank, direction: directionOf(clause) }
    })
    .toSorted((a, b) => a.rank - b.rank)
  return first!
}

const dayOf = ({ at }: SourceEvent): string => at.slice(0, 10)

export const causeFact = (event: SourceEvent, certain: boolean) => ({
  day: dayOf(event),
  what: oneLine(event.what, 120),
  who: oneLine(event.who ?? (event.outside ? "somebody" : "Adwarden"), 60),
  outside: event.outside,
  /** Whether the change moves the spend by itself, as a pause or a budget does. */
  certain
})

/** Returns the average daily cost from one day to another; null without such days. */
const averageCost = (days: ReadonlyArray<DayFigures>, from: string, to: string): number | null =>
  from > to
    ? null
    : sumAll(days.filter((day) => isInPeriod({ from, to }, day.date))).cost_micros / daysIn(from, to)

/** Whether the spend moved in this direction within a week after a day: a cause comes before its effect. */
export const movedAfter = (
  days: ReadonlyArray<DayFigures>,
  read: Period,
  day: string,
  direction: number
): boolean => {
  const [, first] = [plusDays(day, -comparedDays), read.from].toSorted()
  const [last] = [plusDays(day, comparedDays), read.to].toSorted()
  const earlier = averageCost(days, first!, plusDays(day, -1))
  const later = averageCost(days, plusDays(day, 1), last!)
  return (
    earlier !== null &&
    later !== null &&
    later !== earlier &&
    (later - earlier) * direction >= earlier * minChange
  )
}

/**
 * Returns the recorded change that fits best: it can move the spend in this direction, and the spend moved after
 * it. Null for none.
 */
export const causeOf = (
  events: ReadonlyArray<SourceEvent>,
  direction: number,
  moved: (day: string) => boolean
) => {
  const [best] = events
    .map((event) => ({ event, ...effectOf(event) }))
    .filter((one) => one.direction === direction || (one.direction === 0 && one.rank < kinds.length))
    .filter(({ event }) => moved(dayOf(event)))
    .toSorted((a, b) => a.rank - b.rank)
  return best === undefined ? null : causeFact(best.event, best.direction !== 0 && best.rank < certainKinds)
}
