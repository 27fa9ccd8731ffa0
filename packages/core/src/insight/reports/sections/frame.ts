import { formatLongDay, formatNumber, formatShortDay, type MoneyFormat } from "../../markdown/format.ts"
import { unknownValue } from "../../markdown/table.ts"
import { bulletList, escapeMarkdown, joinWithAnd, pluralize } from "../../markdown/text.ts"
import type { Section } from "../document.ts"
import type { ComparedFigures, ReportHeader } from "../facts/figures.ts"

/* The sections that every report shares. */

/** A paragraph that no model rewrites: titles, and notices about missing data. */
export const fixedParagraph = (prose: string): Section => ({ heading: null, prose, facts: {}, body: "" })

/** Explains to the reader why there are no figures. */
export const noFiguresSection = ({ latest }: ReportHeader, what: string): Section =>
  fixedParagraph(
    `No figures were counted in this ${what}: nothing was shown, or nothing has been read from the ad platform yet. ` +
      (latest === null
        ? "There are no figures at all so far. "
        : `The latest day with figures is ${formatLongDay(latest)}. `) +
      "If campaigns ran, look at the connection to the ad account first, then have this report made again: it takes the place of this one."
  )

export const aboutSection = (facts: ReportHeader, more: ReadonlyArray<string>): Section => ({
  heading: "About this report",
  prose: "",
  facts: {},
  body: aboutText(facts, more)
})

/** States where the figures come from and what they do not cover. */
const aboutText = (facts: ReportHeader, more: ReadonlyArray<string>): string => {
  const { days, days_with_data, days_with_data_before, latest, period } = facts
  const late =
    latest !== null && latest < period.to
      ? [
          `The latest day with figures is ${formatLongDay(latest)}: what came after it is not in here yet, and as many days before are compared.`
        ]
      : []
  const gaps =
    days_with_data < days && late.length === 0
      ? [
          `Figures are there for ${days_with_data} of ${pluralize(days, "day")}; on the others nothing was counted.`
        ]
      : []
  const before =
    days_with_data_before === 0
      ? ["There are no figures for the time before, so nothing is compared with it."]
      : []
  const late_conversions =
    "The ad platform reports some conversions days after their click: the latest days may still gain some."
  return bulletList([...late, ...gaps, ...before, late_conversions, ...more])
}

/** States that a report does not have all searches, if so. */
export const leftOutNote = ({
  terms_left_out
}: {
  readonly terms_left_out: number
}): ReadonlyArray<string> =>
  terms_left_out === 0
    ? []
    : [
        `Only the most expensive searches are included; ${formatNumber(terms_left_out)} cheaper ones are left out.`
      ]

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
