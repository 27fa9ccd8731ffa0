import { rounded } from "./amounts.ts"

/** How figures are told to people: an organization's own currency, and the same forms everywhere. */
export interface Telling {
  /** "$1,204.50": cents always, since amounts stand below each other. */
  readonly money: (amount: number) => string
  /** "$100": for what has no cents, such as daily budgets. */
  readonly whole: (amount: number) => string
}

const moneyOf = (currency: string, decimals: number) => {
  const format = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals
  })
  // A space between a currency's letters and the amount that does not break is hard to search for.
  return (amount: number): string => format.format(amount).replaceAll("\u00a0", " ")
}

export const tellingIn = (currency: string): Telling => ({
  money: moneyOf(currency, 2),
  whole: moneyOf(currency, 0)
})

const plain = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 })

/** "1,204"; fractions of conversions with one decimal. */
export const count = (value: number): string => plain.format(value)

/** "12.5%", of a share of 0.125. */
export const percent = (share: number): string => `${plain.format(rounded(share * 100, 1))}%`

/** "1 keyword", "3 keywords". */
export const counted = (value: number, noun: string, several = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : several}`

/** "a, b and c" */
export const listed = (items: ReadonlyArray<string>): string =>
  items.length <= 1 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`

const months = "January February March April May June July August September October November December".split(
  " "
)

/** "14 November 2026", of 2026-11-14. */
export const day = (date: string): string => {
  const [year, month, number] = date.split("-").map(Number)
  return `${number} ${months[month! - 1]} ${year}`
}

/** "16 October to 14 November 2026" */
export const days = (from: string, to: string): string =>
  from.slice(0, 4) === to.slice(0, 4)
    ? `${day(from).replace(/ \d{4}$/, "")} to ${day(to)}`
    : `${day(from)} to ${day(to)}`
