import { daysIn, plusDays } from "../../contract/index.ts"
import type { DayRange } from "../../platform/model.ts"
import type { SyncSettings } from "./settings.ts"

/*
 * Windows of days that a sync pulls and stores together. Their length follows the number of rows: an account
 * with few rows needs few requests and transactions, and one with many never fills the memory.
 */

/** A window is at most this many times longer than the one before, because days differ. */
const maxGrowth = 4
/** A window with this many times the rows it aims at is not pulled to its end, but pulled again in parts. */
const maxExcess = 4

type WindowLimits = Pick<SyncSettings, "firstWindowDays" | "windowDays" | "windowRows">

/** The most rows that a window may have. A single day is always pulled whole. */
export const maxRows = ({ from, to }: DayRange, { windowRows }: WindowLimits): number =>
  from === to ? Number.POSITIVE_INFINITY : windowRows * maxExcess

/** Returns the length of the first window. */
export const firstLength = ({ firstWindowDays, windowDays }: WindowLimits): number =>
  Math.min(firstWindowDays, windowDays)

/** Returns the length of the window after one with this many rows. */
export const nextLength = (
  days: DayRange,
  rows: number,
  { windowDays, windowRows }: WindowLimits
): number => {
  const length = daysIn(days.from, days.to)
  const fitting = Math.floor((length * windowRows) / Math.max(1, rows))
  return Math.max(1, Math.min(fitting, length * maxGrowth, windowDays))
}

/** Returns the length of the window to try after one with too many rows. */
export const shorterLength = ({ from, to }: DayRange): number => Math.max(1, Math.floor(daysIn(from, to) / 4))

/** Returns a window of this length that ends with the last day at the latest. */
export const windowFrom = (from: string, length: number, last: string): DayRange => {
  const to = plusDays(from, length - 1)
  return { from, to: to < last ? to : last }
}
