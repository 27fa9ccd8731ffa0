import { Schema } from "effect"

export const WholeNumber = (from: number, to: number) =>
  Schema.Number.pipe(Schema.int(), Schema.between(from, to)).annotations({
    message: () => ({ message: `must be a whole number from ${from} to ${to}`, override: true })
  })

export const NumberBetween = (from: number, to: number) =>
  Schema.Number.pipe(Schema.between(from, to)).annotations({
    message: () => ({ message: `must be a number from ${from} to ${to}`, override: true })
  })

/** A count that we report: whole and never negative. */
export const Count = Schema.NonNegativeInt

/** Conversions may be fractional: the platform splits one among several clicks. */
export const Conversions = Schema.NonNegative

export const Fraction = Schema.NonNegative

export const Flag = Schema.Boolean.annotations({ message: () => "must be true or false" })

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

/**
 * A duration as people say it.
 *
 * @example durationText(1) // "1 second"
 * @example durationText(130) // "2 minutes"
 */
export const durationText = (seconds: number, round = Math.round): string => {
  const [amount, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 7200
        ? [seconds / 60, "minute"]
        : seconds < 172_800
          ? [seconds / 3600, "hour"]
          : [seconds / 86_400, "day"]
  const rounded = round(amount)
  return `${rounded} ${unit}${rounded === 1 ? "" : "s"}`
}

/** How long to wait, rounded up: a shorter wait would be in vain. */
export const waitText = (seconds: number): string => durationText(seconds, Math.ceil)
