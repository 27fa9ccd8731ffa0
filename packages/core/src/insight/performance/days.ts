import { daysIn, plusDays } from "../../contract/index.ts"
import { add, noSums, type Sums } from "../amounts.ts"
import type { Period } from "./period.ts"

/** Every day of the period with its sums: a day on which nothing was counted is a day of zeros. */
export const everyDay = (
  { from, to }: Period,
  counted: ReadonlyMap<string, Sums>
): ReadonlyArray<readonly [day: string, Sums]> =>
  Array.from({ length: daysIn(from, to) }, (_, n) => {
    const day = plusDays(from, n)
    return [day, counted.get(day) ?? noSums]
  })

/** The Monday of a day's week. */
export const mondayOf = (day: string): string =>
  plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Weeks that the period touches, each with those of its days that are in it. */
export const weeksOf = (
  days: ReadonlyArray<readonly [day: string, Sums]>
): ReadonlyArray<readonly [monday: string, Sums]> => {
  const weeks = new Map<string, Sums>()
  for (const [day, sums] of days) {
    const monday = mondayOf(day)
    weeks.set(monday, add(weeks.get(monday) ?? noSums, sums))
  }
  return [...weeks]
}
