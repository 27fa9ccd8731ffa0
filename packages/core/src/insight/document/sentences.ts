import { formatShortDay, type MoneyFormat } from "../markdown/format.ts"
import { joinWithAnd, pluralize } from "../markdown/text.ts"
import type { ComparedFigures } from "./figures.ts"

/* The wording of periods, totals and changes. */

export const formatDateRange = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `${formatShortDay(from)}${from.slice(0, 4) === to.slice(0, 4) ? "" : ` ${from.slice(0, 4)}`} to ${formatShortDay(to)} ${to.slice(0, 4)}`

/** For example "rose 12.5%", "fell 3%" or "stayed the same"; null without a comparison. */
export const describeChange = (percentText: string | null): string | null => {
  if (percentText === null) return null
  const size = percentText.slice(1)
  if (size === "0%") return "stayed the same"
  return percentText.startsWith("-") ? `fell ${size}` : `rose ${size}`
}

/** Describes the totals of the period in one or two sentences. */
export const describeTotals = (
  { change, now }: ComparedFigures,
  money: MoneyFormat,
  comparedWith: string,
  subject = "You"
): string => {
  const brought =
    now.cpa === null
      ? "and nothing converted"
      : `for **${pluralize(now.conversions, "conversion")}** at **${money(now.cpa)}** each`
  const compared = [
    ["spend", describeChange(change.spend)],
    ["conversions", describeChange(change.conversions)],
    ["the cost per conversion", describeChange(change.cpa)]
  ].flatMap(([what, how]) => (how === null ? [] : [`${what} ${how}`]))
  const against = compared.length === 0 ? "" : ` Compared with ${comparedWith}, ${joinWithAnd(compared)}.`
  return `${subject} spent **${money(now.spend)}** ${brought}.${against}`
}
