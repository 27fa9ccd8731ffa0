import { endOfMonth, startOfMonth } from "../gaql/dates.ts"
import { type Body, text } from "../protocol/json.ts"
import { type Day, dayOf } from "../state/clock.ts"
import type { Allowance } from "./day.ts"
import { combine, Keyed } from "./random.ts"

/** Google can spend twice the daily budget on one day, and 30.4 times in a month. */
const dayCap = 2
const monthCap = 30.4
const historyDays = 6

interface Spending {
  readonly day: Day
  readonly budgetMicros: number
  readonly costMicros: number
}

/** The allowance of a budget for each day, from its earlier spend. */
export interface Pacing {
  readonly allowance: (day: Day) => Allowance
  readonly spent: (day: Day, costMicros: number) => void
}

/** Varies the pace of each day a little. */
const variation = (key: number, day: Day): number =>
  Math.min(1.2, Math.max(0.8, 1 + 0.06 * new Keyed(combine(key, day)).normal()))

/** Paces a daily budget. `past` is its spend of the last month. */
export const dailyPacing = (key: number, budgetMicros: number, past: readonly Spending[]): Pacing => {
  let spendings = [...past]
  /** Counts a budget that starts or changes within a month for the remaining days only. */
  const leftThisMonth = (day: Day): number => {
    const month = spendings.filter((one) => one.day < day && startOfMonth(one.day) === startOfMonth(day))
    const lastOther = month.filter((one) => one.budgetMicros !== budgetMicros).at(-1)?.day
    const since = month.filter((one) => lastOther === undefined || one.day > lastOther)
    const days = Math.min(monthCap, endOfMonth(day) - (since[0]?.day ?? day) + 1)
    return days * budgetMicros - since.reduce((sum, one) => sum + one.costMicros, 0)
  }
  return {
    allowance: (day) => {
      const recent = spendings.filter((one) => one.day < day && one.day >= day - historyDays)
      // Unspent budget of recent days raises the target.
      const saved = recent.reduce((sum, one) => sum + one.budgetMicros - one.costMicros, 0)
      const left = leftThisMonth(day)
      const evenShare = Math.min(budgetMicros, left / (endOfMonth(day) - day + 1))
      return {
        targetMicros: variation(key, day) * evenShare + 0.35 * Math.max(0, saved),
        capMicros: Math.max(0, Math.min(dayCap * budgetMicros, left))
      }
    },
    spent: (day, costMicros) => {
      spendings.push({ day, budgetMicros, costMicros })
      if (spendings.length > 40) spendings = spendings.filter((one) => one.day > day - 32)
    }
  }
}

/** Paces a total budget evenly until its campaign ends. `spentMicros` is its spend so far. */
export const totalPacing = (
  key: number,
  totalMicros: number,
  spentMicros: number,
  campaign: Body
): Pacing => {
  let left = totalMicros - spentMicros
  const lastDay = dayOf(text(campaign, "endDateTime"))
  return {
    allowance: (day) => ({
      targetMicros: (variation(key, day) * left) / (lastDay - day + 1),
      capMicros: Math.max(0, left)
    }),
    spent: (_day, costMicros) => {
      left -= costMicros
    }
  }
}
