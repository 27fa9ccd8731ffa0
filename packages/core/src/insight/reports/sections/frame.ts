import type { Section } from "../../document/document.ts"
import { formatDateRange } from "../../document/figures.ts"
import {
  bulletList,
  escapeMarkdown,
  formatLongDay,
  formatLongDays,
  formatNumber,
  pluralize
} from "../../markdown.ts"
import type { ReportHeader } from "../facts/header.ts"

/* The sections that every report shares. */

/** Explains to the reader why there are no figures. */
export const noFiguresSection = ({ latest }: ReportHeader, what: string): Section => ({
  prose:
    `There are no figures for this ${what}: nothing was shown, or nothing has been read from the ad platform yet. ` +
    (latest === null
      ? "There are no figures at all so far. "
      : `The latest day with figures is ${formatLongDay(latest)}. `) +
    "If campaigns ran, check the connection to the ad account first. Then generate this report again; it replaces this one."
})

/** The sources of a report, and what it cannot know. */
interface Basis {
  readonly sources: string
  readonly unknown: ReadonlyArray<string>
}

/** States the period, the sources, and what the report does not cover. */
export const aboutSection = (facts: ReportHeader, { sources, unknown }: Basis): Section => {
  const { before, days, days_with_data, days_with_data_before, first, latest, period } = facts
  const isLate = latest !== null && latest < period.to
  const compared =
    before !== null && days_with_data_before > 0
      ? `It is compared with ${formatLongDays(before.from, before.to)}.`
      : before === null && first !== null && days_with_data > 0
        ? `The figures begin on ${formatLongDay(first)}, so there is no full period before to compare with.`
        : "Nothing is compared: there are no figures for both periods."
  const missing = isLate
    ? ` The latest day with figures is ${formatLongDay(latest)}; only as many days before are compared.`
    : days_with_data < days
      ? ` ${formatNumber(days_with_data)} of ${pluralize(days, "day")} have figures.`
      : ""
  return {
    heading: "About this report",
    body: bulletList([
      `**Period:** ${formatLongDays(period.from, period.to)}, in the ad account's own days. ${compared}${missing}`,
      `**Sources:** ${sources}`,
      ...["late conversions: the ad platform reports some of them days after their click.", ...unknown].map(
        (text) => `**Not known:** ${text}`
      )
    ])
  }
}

/** States that a report does not have all searches, if so. */
export const leftOutNote = ({
  terms_left_out
}: {
  readonly terms_left_out: number
}): ReadonlyArray<string> =>
  terms_left_out === 0
    ? []
    : [`${formatNumber(terms_left_out)} cheaper searches: only the most expensive ones are included.`]

/** Returns the line below the title. */
export const subtitleSection = (
  { before, currency, days_with_data_before, organization }: ReportHeader,
  what: string
): Section => {
  const compared =
    before === null || days_with_data_before === 0 ? "" : `, compared with ${formatDateRange(before)}`
  return { prose: `_${escapeMarkdown(organization)} · ${what}${compared} · amounts in ${currency}_` }
}

/** Returns the label of the comparison period: "week before", "28 days before". */
export const comparedPeriodLabel = ({ days_compared }: ReportHeader): string =>
  days_compared === 7 ? "week before" : `${pluralize(days_compared, "day")} before`
