export { type MoneyFormat, moneyFormatter, shortMoneyFormatter } from "../../contract/index.ts"

/** Formats a count, or a number with its decimals. */
export const formatNumber = (value: number): string =>
  value.toLocaleString("en-US", { maximumFractionDigits: 4 })

/** Formats days. Creating a formatter takes much longer than formatting a day, so the first day creates it. */
const dayFormatter = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  return (day: string): string => {
    format ??= new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options })
    return format.format(new Date(`${day}T00:00:00Z`))
  }
}
const formatMonth = dayFormatter({ month: "short" })

const shortMonthNames = { 8: "Sep" } as Readonly<Record<number, string>>

/** For example "9 Nov". */
export const formatShortDay = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  // Only British English abbreviates September as Sept.
  const name = shortMonthNames[date.getUTCMonth()] ?? formatMonth(day)
  return `${date.getUTCDate()} ${name}`
}

/** For example "9 November 2026". */
export const formatLongDay = dayFormatter({ day: "numeric", month: "long", year: "numeric" })

/** For example "16 October to 14 November 2026". */
export const formatLongDays = (from: string, to: string): string =>
  `${from.slice(0, 4) === to.slice(0, 4) ? formatLongDay(from).replace(/ \d{4}$/, "") : formatLongDay(from)} to ${formatLongDay(to)}`

/** For example "Mon". */
export const formatWeekday = dayFormatter({ weekday: "short" })
