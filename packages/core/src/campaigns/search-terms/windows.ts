import { plusDays } from "../../contract/index.ts"

/**
 * The rollup windows, in days up to the latest one with data. The contract's own are 7, 30 and 90. The
 * two-day window exists because single days vary too much for a week's sums to bound them.
 */
export const rollupWindows = [2, 7, 30, 90] as const
export const longestWindow = 90

/**
 * Returns the shortest rollup window that contains another: a term's cost in the shorter window never exceeds
 * that in the longer.
 */
export const rollupWindowFor = (days: number): number =>
  rollupWindows.find((window) => window >= days) ?? longestWindow

/** Days that enter or leave a rollup window when the latest day moves. */
export interface WindowShift {
  readonly days: number
  readonly first: string
  readonly last: string
  readonly sign: 1 | -1
}

/** Both ends included; empty if from is after to. */
const windowShift = (days: number, first: string, last: string, sign: 1 | -1): ReadonlyArray<WindowShift> =>
  first <= last ? [{ days, first, last, sign }] : []

const earlier = (one: string, other: string): string => (one < other ? one : other)
const later = (one: string, other: string): string => (one > other ? one : other)

/** Returns the days that the windows lose and gain when their last day moves, in either direction. */
export const windowShifts = (from: string | null, to: string | null): ReadonlyArray<WindowShift> => {
  if (from === to) return []
  return rollupWindows.flatMap((days) => {
    const first = (latest: string) => plusDays(latest, 1 - days)
    if (from === null || to === null) {
      const latest = (from ?? to)!
      return windowShift(days, first(latest), latest, to === null ? -1 : 1)
    }
    const [low, high] = [earlier(from, to), later(from, to)]
    const forwards = to > from
    return [
      ...windowShift(days, first(low), earlier(plusDays(first(high), -1), low), forwards ? -1 : 1),
      ...windowShift(days, later(plusDays(low, 1), first(high)), high, forwards ? 1 : -1)
    ]
  })
}
