import { Schema } from "effect"
import { add, amountOf, cpaOf, noSums, rounded, type Sums } from "../../amounts.ts"
import { oneLine } from "../../markdown/text.ts"
import { changeOf } from "../../performance/compare.ts"
import { dataUntil } from "../../performance/period.ts"
import { isIn, lengthOf } from "../periods.ts"
import type { DayRead, Source } from "../read/source.ts"

/*
 * Facts are what a report says, worked out and rounded as it is told, before anybody puts it into words. A figure that
 * stands in no fact stands in no report: sections render facts, and a test holds every figure to them.
 */

export const Days = Schema.Struct({ from: Schema.String, to: Schema.String })

/** What was counted, as it is told: amounts to the cent, conversions to a tenth. Null is what nobody can say. */
export const Told = Schema.Struct({
  spend: Schema.Number,
  impressions: Schema.Number,
  clicks: Schema.Number,
  conversions: Schema.Number,
  cpa: Schema.NullOr(Schema.Number),
  cpc: Schema.NullOr(Schema.Number),
  /** Clicks of impressions, and conversions of clicks. */
  ctr: Schema.NullOr(Schema.String),
  rate: Schema.NullOr(Schema.String),
  /** What conversions were worth for each unit spent, where they are given a value. */
  roas: Schema.NullOr(Schema.Number)
})
export type Told = typeof Told.Type

export const percent = (part: number, whole: number): string | null =>
  whole > 0 ? `${rounded((part / whole) * 100, 1)}%` : null

export const toldOf = (sums: Sums): Told => ({
  spend: amountOf(sums.cost_micros),
  impressions: sums.impressions,
  clicks: sums.clicks,
  conversions: rounded(sums.conversions, 1),
  cpa: sums.conversions > 0 ? cpaOf(sums) : null,
  cpc: sums.clicks > 0 ? amountOf(sums.cost_micros / sums.clicks) : null,
  ctr: percent(sums.clicks, sums.impressions),
  rate: percent(sums.conversions, sums.clicks),
  roas:
    sums.conversions_value > 0 && sums.cost_micros > 0
      ? rounded((sums.conversions_value * 1_000_000) / sums.cost_micros, 2)
      : null
})

const Change = Schema.NullOr(Schema.String)

/** A period beside the one before. A change is told only between figures that exist. */
export const Compared = Schema.Struct({
  now: Told,
  before: Told,
  change: Schema.Struct({
    spend: Change,
    impressions: Change,
    clicks: Change,
    conversions: Change,
    cpa: Change,
    cpc: Change,
    rate: Change
  }),
  /** How much more, or less where negative. */
  more: Schema.Struct({ spend: Schema.Number, conversions: Schema.Number })
})
export type Compared = typeof Compared.Type

const quotient = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
/** A quotient that is nothing now is no fall of 100%: nobody can say what it would be. */
const changeOfQuotient = (now: number, before: number): string | null =>
  now > 0 ? changeOf(now, before) : null

export const comparedOf = (now: Sums, before: Sums): Compared => ({
  now: toldOf(now),
  before: toldOf(before),
  change: {
    spend: changeOf(now.cost_micros, before.cost_micros),
    impressions: changeOf(now.impressions, before.impressions),
    clicks: changeOf(now.clicks, before.clicks),
    conversions: changeOf(now.conversions, before.conversions),
    cpa: changeOfQuotient(
      quotient(now.cost_micros, now.conversions),
      quotient(before.cost_micros, before.conversions)
    ),
    cpc: changeOfQuotient(quotient(now.cost_micros, now.clicks), quotient(before.cost_micros, before.clicks)),
    rate: changeOfQuotient(quotient(now.conversions, now.clicks), quotient(before.conversions, before.clicks))
  },
  more: {
    spend: amountOf(now.cost_micros - before.cost_micros),
    conversions: rounded(now.conversions - before.conversions, 1)
  }
})

export const sumsOf = (days: Iterable<Sums>): Sums => {
  let sums = noSums
  for (const day of days) sums = add(sums, day)
  return sums
}

/** Days put together by something that they have in common, in the order in which it is first met. */
export const grouped = <Row extends Sums>(
  rows: Iterable<Row>,
  by: (row: Row) => string
): ReadonlyMap<string, Sums> => {
  const groups = new Map<string, Sums>()
  for (const row of rows) groups.set(by(row), add(groups.get(by(row)) ?? noSums, row))
  return groups
}

/** What all reports begin with: whose it is, which days, and how far the figures go. */
export const Head = Schema.Struct({
  organization: Schema.String,
  currency: Schema.String,
  period: Days,
  before: Days,
  /** The latest day with figures; null where nothing was ever counted. */
  latest: Schema.NullOr(Schema.String),
  /** The last day of the period with figures, or the latest day of all before it. Older reports have none. */
  data_until: Schema.optional(Schema.NullOr(Schema.String)),
  days: Schema.Number,
  /** How many days are compared with as many before them. */
  days_compared: Schema.optional(Schema.Number),
  days_with_data: Schema.Number,
  days_with_data_before: Schema.Number
})
export type Head = typeof Head.Type

export const daysOfPeriod = ({ days, windows }: Source): ReadonlyArray<DayRead> =>
  days.filter(({ date }) => isIn(windows.period, date))
export const daysBefore = ({ days, windows }: Source): ReadonlyArray<DayRead> =>
  days.filter(({ date }) => isIn(windows.before, date))

const distinctDays = (days: ReadonlyArray<DayRead>): number => new Set(days.map(({ date }) => date)).size

export const headOf = (source: Source): Head => ({
  organization: oneLine(source.organization.name),
  currency: source.organization.currency,
  period: source.windows.period,
  before: source.windows.before,
  latest: source.latest,
  data_until: dataUntil(source.windows.period, source.latest),
  days: lengthOf(source.windows.period),
  days_compared: lengthOf(source.windows.before),
  days_with_data: distinctDays(daysOfPeriod(source)),
  days_with_data_before: distinctDays(daysBefore(source))
})
