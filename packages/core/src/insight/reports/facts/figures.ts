import { Schema } from "effect"
import type { ComparedTerm, DayFigures } from "../../../campaigns/index.ts"
import {
  amountOf,
  cpaOrNull,
  cpcOrNull,
  roasOrNull,
  roundTo,
  type Sums,
  sumAll,
  sumBy,
  zeroSums
} from "../../amounts.ts"
import { oneLine } from "../../markdown/text.ts"
import { dataUntil, percentChange } from "../../performance/period.ts"
import { isInPeriod, periodLength } from "../periods.ts"
import type { ReportSource } from "../read/source.ts"

/*
 * Facts are the figures of a report, computed and rounded before any text is written. Sections render only
 * facts, and a test checks every figure of a report against them.
 */

export const ReportPeriod = Schema.Struct({ from: Schema.String, to: Schema.String })

/** Reported figures: amounts to the cent, conversions to a tenth. Null is unknown. */
export const PeriodFigures = Schema.Struct({
  spend: Schema.Number,
  impressions: Schema.Number,
  clicks: Schema.Number,
  conversions: Schema.Number,
  cpa: Schema.NullOr(Schema.Number),
  cpc: Schema.NullOr(Schema.Number),
  /** Clicks per impression, and conversions per click. */
  ctr: Schema.NullOr(Schema.String),
  rate: Schema.NullOr(Schema.String),
  /** Conversion value per unit spent, if conversions have a value. */
  roas: Schema.NullOr(Schema.Number)
})
export type PeriodFigures = typeof PeriodFigures.Type

export const percentText = (part: number, whole: number): string | null =>
  whole > 0 ? `${roundTo((part / whole) * 100, 1)}%` : null

export const periodFigures = (sums: Sums): PeriodFigures => ({
  spend: amountOf(sums.cost_micros),
  impressions: sums.impressions,
  clicks: sums.clicks,
  conversions: roundTo(sums.conversions, 1),
  cpa: cpaOrNull(sums),
  cpc: cpcOrNull(sums),
  ctr: percentText(sums.clicks, sums.impressions),
  rate: percentText(sums.conversions, sums.clicks),
  roas: roasOrNull(sums)
})

const PercentChange = Schema.NullOr(Schema.String)

/** A period with the one before. A change is reported only between existing figures. */
export const ComparedFigures = Schema.Struct({
  now: PeriodFigures,
  before: PeriodFigures,
  change: Schema.Struct({
    spend: PercentChange,
    impressions: PercentChange,
    clicks: PercentChange,
    conversions: PercentChange,
    cpa: PercentChange,
    cpc: PercentChange,
    rate: PercentChange
  }),
  /** The absolute change; negative for a decrease. */
  more: Schema.Struct({ spend: Schema.Number, conversions: Schema.Number })
})
export type ComparedFigures = typeof ComparedFigures.Type

const divide = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
/** A missing quotient is no fall of 100%: its value is unknown. */
const quotientChange = (now: number, before: number): string | null =>
  now > 0 ? percentChange(now, before) : null

export const compareFigures = (now: Sums, before: Sums): ComparedFigures => ({
  now: periodFigures(now),
  before: periodFigures(before),
  change: {
    spend: percentChange(now.cost_micros, before.cost_micros),
    impressions: percentChange(now.impressions, before.impressions),
    clicks: percentChange(now.clicks, before.clicks),
    conversions: percentChange(now.conversions, before.conversions),
    cpa: quotientChange(
      divide(now.cost_micros, now.conversions),
      divide(before.cost_micros, before.conversions)
    ),
    cpc: quotientChange(divide(now.cost_micros, now.clicks), divide(before.cost_micros, before.clicks)),
    rate: quotientChange(divide(now.conversions, now.clicks), divide(before.conversions, before.clicks))
  },
  more: {
    spend: amountOf(now.cost_micros - before.cost_micros),
    conversions: roundTo(now.conversions - before.conversions, 1)
  }
})

/** The header of all reports: organization, days, and the last day with figures. */
export const ReportHeader = Schema.Struct({
  organization: Schema.String,
  currency: Schema.String,
  period: ReportPeriod,
  before: ReportPeriod,
  /** The latest day with figures, or null without any. */
  latest: Schema.NullOr(Schema.String),
  /** The last day of the period with figures, or the latest day before it. Older reports have none. */
  data_until: Schema.optional(Schema.NullOr(Schema.String)),
  days: Schema.Number,
  /** The number of days that are compared with the same number before. */
  days_compared: Schema.optional(Schema.Number),
  days_with_data: Schema.Number,
  days_with_data_before: Schema.Number
})
export type ReportHeader = typeof ReportHeader.Type

export const daysOfPeriod = ({ days, windows }: ReportSource): ReadonlyArray<DayFigures> =>
  days.filter(({ date }) => isInPeriod(windows.period, date))
export const daysOfPreviousPeriod = ({ days, windows }: ReportSource): ReadonlyArray<DayFigures> =>
  days.filter(({ date }) => isInPeriod(windows.before, date))

/** Compares the totals of the period with those before. */
export const compareTotals = (source: ReportSource): ComparedFigures =>
  compareFigures(sumAll(daysOfPeriod(source)), sumAll(daysOfPreviousPeriod(source)))

/** Compares the period with the one before, by a property of campaigns; `spent` is the cost of the period. */
export const compareBy = (source: ReportSource, keyOf: (campaign: string) => string) => {
  const now = sumBy(daysOfPeriod(source), ({ campaign }) => keyOf(campaign))
  const before = sumBy(daysOfPreviousPeriod(source), ({ campaign }) => keyOf(campaign))
  return [...new Set([...now.keys(), ...before.keys()])].map((key) => {
    const sums = now.get(key) ?? zeroSums
    return { key, spent: sums.cost_micros, figures: compareFigures(sums, before.get(key) ?? zeroSums) }
  })
}

/** Compares the totals of some searches. */
export const compareTerms = (terms: ReadonlyArray<ComparedTerm>): ComparedFigures =>
  compareFigures(sumAll(terms.map(({ now }) => now)), sumAll(terms.map(({ before }) => before)))

const distinctDays = (days: ReadonlyArray<DayFigures>): number => new Set(days.map(({ date }) => date)).size

export const reportHeader = (source: ReportSource): ReportHeader => ({
  organization: oneLine(source.organization.name),
  currency: source.organization.currency,
  period: source.windows.period,
  before: source.windows.before,
  latest: source.latest,
  data_until: dataUntil(source.windows.period, source.latest),
  days: periodLength(source.windows.period),
  days_compared: periodLength(source.windows.before),
  days_with_data: distinctDays(daysOfPeriod(source)),
  days_with_data_before: distinctDays(daysOfPreviousPeriod(source))
})
