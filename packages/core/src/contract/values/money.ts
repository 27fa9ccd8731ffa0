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

/** Converts micros to an amount, to the cent. */
export const amountOf = (micros: number): number => Math.round(micros / 10_000) / 100

/** Far above any real budget, and far below where a JSON number would lose cents. */
const maxAmount = 1_000_000_000

/** A daily budget as a caller sends it; the plan rounds it to whole units. */
export const BudgetInput = NumberBetween(0, maxAmount)

export const TargetCpaInput = NumberBetween(0.01, maxAmount)

export type MoneyFormat = (amount: number) => string

/** Creating a format takes much longer than using it, and there are few currencies. */
const makeFormatter = (options: Intl.NumberFormatOptions) => {
  const formats = new Map<string, Intl.NumberFormat>()
  return (currency: string): MoneyFormat => {
    const format =
      formats.get(currency) ??
      new Intl.NumberFormat("en-US", { style: "currency", currency, maximumFractionDigits: 2, ...options })
    formats.set(currency, format)
    return (amount) => format.format(amount)
  }
}

/** Formats amounts of a currency: "$1,204.50", and "¥1,204.5", because amounts are not rounded again here. */
export const moneyFormatter = makeFormatter({})

/** Formats amounts that seldom have cents, such as budgets: "$1,200", and "$12.50". */
export const shortMoneyFormatter = makeFormatter({ trailingZeroDisplay: "stripIfInteger" })
