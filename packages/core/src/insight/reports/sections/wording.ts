import { formatShortDay, type MoneyFormat } from "../../markdown/format.ts"
import { unknownValue } from "../../markdown/table.ts"
import { escapeMarkdown, joinWithAnd, pluralize } from "../../markdown/text.ts"
import type { ComparedFigures, ReportHeader } from "../facts/figures.ts"

/* Wording of figures and changes. */

export const orUnknown = <A>(value: A | null, format: (value: A) => string): string =>
  value === null ? unknownValue : format(value)

/** Formats a change; an unchanged value has no sign. */
export const formatChange = (percentText: string | null): string =>
  orUnknown(percentText, (text) => text.replace(/^[+-]0%$/, "0%"))
export const formatSigned = (amount: number, format: (amount: number) => string): string =>
  amount > 0 ? `+${format(amount)}` : format(amount)

/** For example "rose 12.5%", "fell 3%" or "stayed as it was"; null without a comparison. */
export const describeChange = (percentText: string | null): string | null => {
  if (percentText === null) return null
  const size = percentText.slice(1)
  if (size === "0%") return "stayed as it was"
  return percentText.startsWith("-") ? `fell ${size}` : `rose ${size}`
}

export const formatDateRange = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `${formatShortDay(from)}${from.slice(0, 4) === to.slice(0, 4) ? "" : ` ${from.slice(0, 4)}`} to ${formatShortDay(to)} ${to.slice(0, 4)}`

/** Returns the line below the title. */
export const reportSubtitle = ({ before, currency, organization }: ReportHeader, what: string): string =>
  `_${escapeMarkdown(organization)} · ${what}, beside ${formatDateRange(before)} · amounts in ${currency}_`

/** Returns the label of the comparison period: "week before", "28 days before". */
export const comparedPeriodLabel = ({ days, days_compared = days }: ReportHeader): string =>
  days_compared === 7 ? "week before" : `${pluralize(days_compared, "day")} before`

/** Describes the totals of the period in one or two sentences. */
export const describeTotals = (all: ComparedFigures, money: MoneyFormat, comparedWith: string): string => {
  const { change: by, now } = all
  const brought =
    now.cpa === null
      ? "and nothing converted"
      : `for ${pluralize(now.conversions, "conversion")} at ${money(now.cpa)} each`
  const compared = [
    ["spend", describeChange(by.spend)],
    ["conversions", describeChange(by.conversions)],
    ["the cost of a conversion", describeChange(by.cpa)]
  ].flatMap(([what, how]) => (how === null ? [] : [`${what} ${how}`]))
  const against = compared.length === 0 ? "" : ` Against ${comparedWith}, ${joinWithAnd(compared)}.`
  return `You spent **${money(now.spend)}** ${brought}.${against}`
}
