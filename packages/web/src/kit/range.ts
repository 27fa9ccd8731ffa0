import type { RequestedDays } from "@adwarden/core"
import { daysIn } from "@adwarden/core/contract"

/* The days that all pages show: chosen by the address of one, and kept by the browser for the others. */

export const rangeLengths = [7, 14, 28, 90] as const
const defaultLength = 28
/** A chart of more days is unreadable. */
const mostDays = 366

/** What a request says of the range. */
interface RangeRequest {
  readonly query: URLSearchParams
  /** The days that pages showed last, as the browser kept them; empty if it kept none. */
  readonly keptRange: string
}

export interface Range {
  readonly days: RequestedDays
  /** Null for a range of the person's own. */
  readonly length: number | null
  /** Why the range of the address cannot be shown; that of before is shown instead. */
  readonly problem: string | null
}

const ofLength = (length: number): Range => ({ days: { days: length }, length, problem: null })

const ofDays = (from: string, to: string): Range => ({ days: { from, to }, length: null, problem: null })

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

const customProblem = (from: string, to: string): string | null => {
  if (!isDay(from) || !isDay(to)) return "Choose a first and a last day."
  if (from > to) return "The first day is after the last day. Swap them."
  return daysIn(from, to) > mostDays ? `A range has at most ${mostDays} days. Choose a shorter one.` : null
}

const lengthOf = (text: string | null): number | undefined =>
  rangeLengths.find((each) => String(each) === text)

/** The range that the browser kept; the default if it kept none. */
const keptRange = (kept: string): Range => {
  const length = lengthOf(kept)
  if (length !== undefined) return ofLength(length)
  const [from = "", to = ""] = kept.split("_")
  return customProblem(from, to) === null ? ofDays(from, to) : ofLength(defaultLength)
}

/** Reads the range of the address, `days` or `from` and `to`, else the one that was chosen before. */
export const rangeOf = ({ keptRange: kept, query }: RangeRequest): Range => {
  if (query.has("from") || query.has("to")) {
    const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""]
    const problem = customProblem(from, to)
    return problem === null ? ofDays(from, to) : { ...keptRange(kept), problem }
  }
  const length = lengthOf(query.get("days"))
  return length === undefined ? keptRange(kept) : ofLength(length)
}

/** The number of days of a range. */
export const daysOf = ({ days }: Range): number =>
  days.from === undefined ? days.days : daysIn(days.from, days.to)

/** The common length that is closest to so many days. */
export const closestRange = (days: number): Range =>
  ofLength(rangeLengths.toSorted((a, b) => Math.abs(a - days) - Math.abs(b - days))[0]!)

/** A range as the browser keeps it. Days of the person's own are forgotten with the browser's session. */
export const rangeToKeep = ({ days, length }: Range): { readonly text: string; readonly lasts: boolean } =>
  days.from === undefined
    ? { text: String(length), lasts: true }
    : { text: `${days.from}_${days.to}`, lasts: false }

/** Whether the browser should keep the range of a page: its address chose it. */
export const keepsRange = (range: Range, { keptRange: kept, query }: RangeRequest): boolean =>
  range.problem === null &&
  (query.has("days") || query.has("from")) &&
  rangeToKeep(range).text !== (kept || String(defaultLength))
