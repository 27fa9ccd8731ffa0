import { type Money, shortDay } from "../../markdown/amounts.ts"
import { unknown } from "../../markdown/table.ts"
import { counted, listed, plain } from "../../markdown/text.ts"
import type { Compared, Head } from "../facts/told.ts"

/* How figures and changes of them are said. */

export const orUnknown = <A>(value: A | null, tell: (value: A) => string): string =>
  value === null ? unknown : tell(value)

/** A change as it is read: what stayed the same has no sign. */
export const change = (told: string | null): string =>
  orUnknown(told, (text) => text.replace(/^[+-]0%$/, "0%"))
export const signed = (amount: number, tell: (amount: number) => string): string =>
  amount > 0 ? `+${tell(amount)}` : tell(amount)

/** "rose 12.5%", "fell 3%", "stayed as it was"; null where nothing can be compared. */
export const moved = (told: string | null): string | null => {
  if (told === null) return null
  const size = told.slice(1)
  if (size === "0%") return "stayed as it was"
  return told.startsWith("-") ? `fell ${size}` : `rose ${size}`
}

export const datesOf = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `${shortDay(from)}${from.slice(0, 4) === to.slice(0, 4) ? "" : ` ${from.slice(0, 4)}`} to ${shortDay(to)} ${to.slice(0, 4)}`

/** The line below the title. */
export const underTitle = ({ before, currency, organization }: Head, what: string): string =>
  `_${plain(organization)} · ${what}, beside ${datesOf(before)} · amounts in ${currency}_`

/** What a period is compared with: "week before", "28 days before". */
export const besideOf = ({ days, days_compared = days }: Head): string =>
  days_compared === 7 ? "week before" : `${counted(days_compared, "day")} before`

/** What the period came to, in a sentence or two. */
export const cameTo = (all: Compared, money: Money, beside: string): string => {
  const { change: by, now } = all
  const brought =
    now.cpa === null
      ? "and nothing converted"
      : `for ${counted(now.conversions, "conversion")} at ${money(now.cpa)} each`
  const compared = [
    ["spend", moved(by.spend)],
    ["conversions", moved(by.conversions)],
    ["the cost of a conversion", moved(by.cpa)]
  ].flatMap(([what, how]) => (how === null ? [] : [`${what} ${how}`]))
  const against = compared.length === 0 ? "" : ` Against ${beside}, ${listed(compared)}.`
  return `You spent **${money(now.spend)}** ${brought}.${against}`
}
