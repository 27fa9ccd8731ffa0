import type { DayRange } from "../../platform/model/index.ts"

export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const later = (a: string, b: string): string => (a.localeCompare(b) > 0 ? a : b)

/** From one day to another, both included, a few days at a time. */
export const windows = (from: string, to: string, days: number): ReadonlyArray<DayRange> => {
  const all: Array<DayRange> = []
  for (let start = from; start <= to; start = plusDays(start, days)) {
    const end = plusDays(start, days - 1)
    all.push({ from: start, to: end < to ? end : to })
  }
  return all
}
