import { type Html, html } from "../kit/html.ts"

const formats = new Map<string, Intl.NumberFormat>()

/** An amount of money with its sign: `$1,150.00`. */
export const money = (amount: number, currency: string): string => {
  const format = formats.get(currency) ?? new Intl.NumberFormat("en-US", { style: "currency", currency })
  formats.set(currency, format)
  return format.format(amount)
}

/** The sign of a currency, for the front of a field: `$`. */
export const currencySign = (currency: string): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay: "narrowSymbol" })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency

/** A difference in percent with its sign: `+15%`. */
export const percentChange = (from: number, to: number): string => {
  const change = Math.round(((to - from) / from) * 1000) / 10
  return `${change < 0 ? "−" : "+"}${Math.abs(change)}%`
}

/** "1 campaign", "2 campaigns". */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC"
})
const timeFormat = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" })

/** `30 Nov 2026`, where only text can be, such as in a choice. */
export const dayText = (at: string): string => dayFormat.format(new Date(at))

const shortDayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })

/** `30 Nov`; with its year if that is not this one. */
export const shortDay = (date: string, now = new Date()): string =>
  now.toISOString().startsWith(date.slice(0, 4)) ? shortDayFormat.format(new Date(date)) : dayText(date)

/** `30 Nov 2026`. */
export const day = (at: string): Html => html`<time datetime="${at.slice(0, 10)}">${dayText(at)}</time>`

/** `30 Nov 2026, 02:14 UTC`. */
export const moment = (at: string): Html =>
  html`<time datetime="${at}">${dayFormat.format(new Date(at))}, ${timeFormat.format(new Date(at))} UTC</time>`

const units: ReadonlyArray<readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number]> = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60]
]
const relativeFormat = new Intl.RelativeTimeFormat("en-GB", { numeric: "always" })

/** `3 hours ago`, `in 6 days`; the exact time is in its title. */
export const relative = (at: string, now = Date.now()): Html => {
  const seconds = (Date.parse(at) - now) / 1000
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? (["minute", 60] as const)
  const words =
    Math.abs(seconds) < 60
      ? "just now"
      : relativeFormat.format(seconds < 0 ? Math.trunc(seconds / size) : Math.round(seconds / size), unit)
  return html`<time datetime="${at}" title="${dayFormat.format(new Date(at))}, ${timeFormat.format(new Date(at))} UTC">${words}</time>`
}

/** An email address, which breaks after its @ and not inside a word. */
export const email = (address: string): Html => {
  const at = address.lastIndexOf("@") + 1
  return html`<span class="email">${address.slice(0, at)}<wbr />${address.slice(at)}</span>`
}

/** The first letters of a name or an email address, for a small mark of a person. */
export const initials = (name: string): string =>
  name
    .split(/[\s.@]+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1))
    .join("")
    .toUpperCase()
