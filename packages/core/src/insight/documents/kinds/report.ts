import type { DayFigures } from "../../../campaigns/index.ts"
import {
  bulletList,
  escapeMarkdown,
  formatLongDay,
  formatLongDays,
  formatNumber,
  joinBlocks,
  joinSentences,
  type MoneyFormat,
  moneyFormatter,
  oneLine,
  pluralize
} from "../../markdown.ts"
import { dataUntil, type Period } from "../../performance/period.ts"
import { type DocumentKind, documentOf, type Section, type SectionOf } from "../document.ts"
import {
  type ComparedFigures,
  daysOfPeriod,
  daysOfPreviousPeriod,
  describeTotals,
  formatDateRange,
  type WeekFact
} from "../figures.ts"
import { periodLength } from "../periods.ts"
import { type CauseFacts, trackingAlarm } from "../sections/causes.ts"
import type { Source } from "../source.ts"
import { comparison, trendTable } from "../tables.ts"

/* What all reports have in common: what they declare, their header, and the sections that every report has. */

/** A type of report. Its file declares it, and `index.ts` lists it. */
interface ReportKind<Facts> extends Omit<DocumentKind<readonly [Source], Facts, MoneyFormat>, "format"> {
  /** What it is for, in one line. */
  readonly purpose: string
  /** Returns its last full period before a day. */
  readonly lastPeriod: (today: string) => Period
  /** The number of weeks in its trend, the last week of the period included; 0 without a trend. */
  readonly trendWeeks: number
  /** Whether it reads search terms, which are many. */
  readonly readsTerms: boolean
}

export const defineReport = <Facts extends ReportHeader>(kind: ReportKind<Facts>) => ({
  ...kind,
  /** Returns its facts, and the document that renders them. */
  write: (source: Source) => {
    const facts = kind.facts(source)
    return { facts, document: documentOf({ ...kind, format: moneyOf }, facts) }
  }
})

const moneyOf = ({ currency }: ReportHeader): MoneyFormat => moneyFormatter(currency)

const distinctDays = (days: ReadonlyArray<DayFigures>): number => new Set(days.map(({ date }) => date)).size

/** The header of all reports: organization, days, and the last day with figures. */
export const reportHeader = (source: Source) => ({
  organization: oneLine(source.organization.name),
  currency: source.organization.currency,
  period: source.windows.period,
  /** Null if nothing is compared. */
  before: source.windows.before,
  /** The first and the latest day with figures, or null without any. */
  first: source.first,
  latest: source.latest,
  /** The last day of the period with figures, or the latest day before it. */
  data_until: dataUntil(source.windows.period, source.latest),
  days: periodLength(source.windows.period),
  /** The number of days that are compared with the same number before. */
  days_compared: source.windows.before === null ? 0 : periodLength(source.windows.before),
  days_with_data: distinctDays(daysOfPeriod(source)),
  days_with_data_before: distinctDays(daysOfPreviousPeriod(source))
})
type ReportHeader = ReturnType<typeof reportHeader>

/** Returns the label of the comparison period: "week before", "28 days before". */
const comparedPeriodLabel = ({ days_compared }: ReportHeader): string =>
  days_compared === 7 ? "week before" : `${pluralize(days_compared, "day")} before`

/** The line below the title. */
export const subtitle =
  (what: string | ((facts: ReportHeader) => string)): SectionOf<ReportHeader, MoneyFormat> =>
  (facts) => {
    const { before, currency, days_with_data_before, organization } = facts
    const compared =
      before === null || days_with_data_before === 0 ? "" : `, compared with ${formatDateRange(before)}`
    const text = typeof what === "string" ? what : what(facts)
    return { prose: `_${escapeMarkdown(organization)} · ${text}${compared} · amounts in ${currency}_` }
  }

interface OverviewFacts extends ReportHeader {
  readonly all: ComparedFigures
  readonly causes: CauseFacts
  readonly weeks: ReadonlyArray<WeekFact>
}

/** Starts the opening of a report: what was spent and what it brought, beside the period before, and the trend. */
export const overview = (facts: OverviewFacts, money: MoneyFormat, now: string, trend: string) => {
  const { all, causes, weeks } = facts
  const before = comparedPeriodLabel(facts)
  return {
    prose: joinSentences(trackingAlarm(causes), describeTotals(all, money, `the ${before}`)),
    body: joinBlocks(comparison(all, money, now, before), trendTable(trend, weeks, money))
  }
}

/** Explains why there are no figures for this week, month, quarter or period; null if there are some. */
export const withoutFigures =
  (what: string) =>
  ({ days_with_data, latest }: ReportHeader): Section | null =>
    days_with_data > 0
      ? null
      : {
          prose:
            `There are no figures for this ${what}: nothing was shown, or nothing has been read from the ad platform yet. ` +
            (latest === null
              ? "There are no figures at all so far. "
              : `The latest day with figures is ${formatLongDay(latest)}. `) +
            "If campaigns ran, check the connection to the ad account first. Then generate this report again; it replaces this one."
        }

/** The part of a report's facts that states how many searches it leaves out, if it has searches. */
interface LeftOut {
  readonly terms_left_out?: number
}

/** States the period, the sources, and what the report does not cover. */
export const about =
  (sources: string, ...unknown: ReadonlyArray<string>): SectionOf<ReportHeader & LeftOut, MoneyFormat> =>
  (facts) => {
    const { before, days, days_with_data, days_with_data_before, first, latest, period } = facts
    const { terms_left_out = 0 } = facts
    const compared =
      before !== null && days_with_data_before > 0
        ? `It is compared with ${formatLongDays(before.from, before.to)}.`
        : before === null && first !== null && days_with_data > 0
          ? `The figures begin on ${formatLongDay(first)}, so there is no full period before to compare with.`
          : "Nothing is compared: there are no figures for both periods."
    const missing =
      latest !== null && latest < period.to
        ? ` The latest day with figures is ${formatLongDay(latest)}; only as many days before are compared.`
        : days_with_data < days
          ? ` ${formatNumber(days_with_data)} of ${pluralize(days, "day")} have figures.`
          : ""
    return {
      heading: "About this report",
      body: bulletList([
        `**Period:** ${formatLongDays(period.from, period.to)}, in the ad account's own days. ${compared}${missing}`,
        `**Sources:** ${sources}`,
        ...[
          "late conversions: the ad platform reports some of them days after their click.",
          ...(terms_left_out === 0
            ? []
            : [
                `${formatNumber(terms_left_out)} cheaper searches: only the most expensive ones are included.`
              ]),
          ...unknown
        ].map((text) => `**Not known:** ${text}`)
      ])
    }
  }
