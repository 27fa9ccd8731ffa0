import { Schema } from "effect"
import { NumberBetween } from "./numbers.ts"

const cents = (amount: number) => Math.round(amount * 100) / 100

/** An amount that we report, in the organization's currency, exact to the cent. */
export const Money = Schema.Number.pipe(
  Schema.filter((amount) => Number.isFinite(amount) && cents(amount) === amount, {
    message: () => "an amount has at most two decimals",
    jsonSchema: {}
  }),
  Schema.brand("Money")
)
export type Money = typeof Money.Type

/** Far above any real budget, and far below where a JSON number would lose cents. */
const maxAmount = 1_000_000_000

/** A daily budget as a caller sends it; the plan rounds it to whole units. */
export const BudgetInput = NumberBetween(0, maxAmount)

export const TargetCpaInput = NumberBetween(0.01, maxAmount)
