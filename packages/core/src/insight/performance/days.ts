import type { DataDays } from "../../campaigns/index.ts"
import { daysIn, plusDays } from "../../contract/index.ts"
import { type Sums, sumAll, zeroSums } from "../amounts.ts"
import type { Period } from "./period.ts"

/** Returns every day of the period with its sums; days without data are zeros. */
export const fillMissingDays = (
  { from, to }: Period,
  counted: ReadonlyMap<string, Sums>
): ReadonlyArray<readonly [day: string, Sums]> =>
  Array.from({ length: daysIn(from, to) }, (_, n) => {
    const day = plusDays(from, n)
    return [day, counted.get(day) ?? zeroSums]
  })

/** Returns the Monday of a day's week. */
export const mondayOf = (day: string): string =>
  plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

export interface Week {
  readonly monday: string
  readonly sums: Sums
  /**
   * Fewer than seven of its days are in the period and have data, so its sums are not comparable with a
   * week's.
   */
  readonly partial: boolean
}

/** Returns the weeks of the period, each with its days within it. */
export const weeksOf = (
  days: ReadonlyArray<readonly [day: string, Sums]>,
  { first, latest }: DataDays
): ReadonlyArray<Week> =>
  [...Map.groupBy(days, ([day]) => mondayOf(day))].map(([monday, weekDays]) => ({
    monday,
    sums: sumAll(weekDays.map(([, day]) => day)),
    partial:
      weekDays.filter(([day]) => first !== null && latest !== null && first <= day && day <= latest).length <
      7
  }))
