import { endOfMonth, startOfMonth } from "../gaql/date-ranges.ts"
import type { Day } from "../state/dates.ts"
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

/** Computes a budget's allowance for a day from its earlier spend. */
export class Pacing {
  readonly #key: number
  #past: Spending[]

  constructor(key: number, past: readonly Spending[]) {
    this.#key = key
    this.#past = [...past]
  }

  allowance(day: Day, budgetMicros: number): Allowance {
    const dailyVariation = Math.min(
      1.2,
      Math.max(0.8, 1 + 0.06 * new Keyed(combine(this.#key, day)).normal())
    )
    const recent = this.#past.filter((past) => past.day < day && past.day >= day - historyDays)
    // Unspent budget of recent days raises the target.
    const saved = recent.reduce((sum, past) => sum + past.budgetMicros - past.costMicros, 0)
    const left = this.#leftThisMonth(day, budgetMicros)
    const evenShare = Math.min(budgetMicros, left / (endOfMonth(day) - day + 1))
    return {
      targetMicros: dailyVariation * evenShare + 0.35 * Math.max(0, saved),
      capMicros: Math.max(0, Math.min(dayCap * budgetMicros, left))
    }
  }

  /** Counts a budget that starts or changes within a month for the remaining days only. */
  #leftThisMonth(day: Day, budgetMicros: number): number {
    const past = this.#past.filter((one) => one.day < day && startOfMonth(one.day) === startOfMonth(day))
    const lastOther = past.filter((one) => one.budgetMicros !== budgetMicros).at(-1)?.day
    const since = past.filter((one) => lastOther === undefined || one.day > lastOther)
    const days = Math.min(monthCap, endOfMonth(day) - (since[0]?.day ?? day) + 1)
    return days * budgetMicros - since.reduce((sum, one) => sum + one.costMicros, 0)
  }

  spent(day: Day, budgetMicros: number, costMicros: number): void {
    this.#past.push({ day, budgetMicros, costMicros })
    if (this.#past.length > 40) this.#past = this.#past.filter((past) => past.day > day - 32)
  }
}
