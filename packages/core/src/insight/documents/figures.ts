import type { ComparedTerm, DayFigures } from "../../campaigns/index.ts"
import { plusDays } from "../../contract/index.ts"
import {
  amountOf,
  cpaOrNull,
  cpcOrNull,
  microsPerUnit,
  roasOrNull,
  roundTo,
  type Sums,
  sumAll,
  sumBy
} from "../amounts.ts"
import { raiseBudgetCutoffs } from "../detect/view.ts"
import { formatShortDay, joinWithAnd, type MoneyFormat, oneLine, pluralize } from "../markdown.ts"
import {
  dataUntil,
  fillMissingDays,
  mondayOf,
  type Period,
  percentChange,
  weeksOf
} from "../performance/period.ts"
import { isCompared, isInPeriod } from "./periods.ts"
import type { Source } from "./source.ts"

/*
 * The figures of documents, computed from exact sums and rounded once, before any text is written. Sections
 * render only these, and a test checks every figure of a document against its facts.
 */

export const percentText = (part: number, whole: number): string | null =>
  whole > 0 ? `${roundTo((part / whole) * 100, 1)}%` : null

/**
 * Returns the shares of parts in their sum, rounded so that they add up to 100%: the largest remainders are
 * rounded up. Null without a sum.
 */
export const shareTexts = (parts: ReadonlyArray<number>): ReadonlyArray<string | null> => {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  if (whole <= 0) return parts.map(() => null)
  const exact = parts.map((part) => (part / whole) * 1000)
  const missing = 1000 - exact.reduce((sum, share) => sum + Math.floor(share), 0)
  const raised = new Set(
    exact
      .map((share, index) => ({ index, rest: share - Math.floor(share) }))
      .toSorted((a, b) => b.rest - a.rest)
      .slice(0, missing)
      .map(({ index }) => index)
  )
  return exact.map((share, index) => `${(Math.floor(share) + (raised.has(index) ? 1 : 0)) / 10}%`)
}

/** Reported figures: amounts to the cent, conversions to a tenth. Null is unknown. */
export const periodFigures = (sums: Sums) => ({
  spend: amountOf(sums.cost_micros),
  impressions: sums.impressions,
  clicks: sums.clicks,
  conversions: roundTo(sums.conversions, 1),
  cpa: cpaOrNull(sums),
  cpc: cpcOrNull(sums),
  /** Clicks per impression, and conversions per click. */
  ctr: percentText(sums.clicks, sums.impressions),
  rate: percentText(sums.conversions, sums.clicks),
  /** Conversion value per unit spent, if conversions have a value. */
  roas: roasOrNull(sums)
})
export type PeriodFigures = ReturnType<typeof periodFigures>

const divide = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
/** A missing quotient is no fall of 100%: its value is unknown. */
const quotientChange = (now: number, before: number): string | null =>
  now > 0 ? percentChange(now, before) : null

/** The exact sums of a period and of the one before. */
export interface ComparedSums {
  readonly now: Sums
  readonly before: Sums
}

/** A period with the one before. A change is reported only between existing figures. */
export const compareFigures = ({ before, now }: ComparedSums) => ({
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
  /** The absolute change; negative for a decrease. */
  more: {
    spend: amountOf(now.cost_micros - before.cost_micros),
    conversions: roundTo(now.conversions - before.conversions, 1)
  }
})
export type ComparedFigures = ReturnType<typeof compareFigures>

/** Figures of a week that starts on a Monday. */
export interface WeekFact {
  readonly week: string
  readonly spend: number
  readonly conversions: number
  /** Whether fewer than seven of its days have data. */
  readonly partial: boolean
}

/** Returns the weeks of a period since the first day with figures: before it nothing is known. */
export const weekFacts = (
  { days, first, latest, windows }: Source,
  { from, to }: Period
): ReadonlyArray<WeekFact> => {
  const byDay = sumBy(days, ({ date }) => date)
  return weeksOf(
    fillMissingDays({ from, to }, byDay).filter(([day]) => first !== null && day >= first),
    { first, latest: dataUntil(windows.period, latest) }
  ).map(({ monday, partial, sums }) => ({
    week: monday,
    spend: amountOf(sums.cost_micros),
    conversions: roundTo(sums.conversions, 1),
    partial
  }))
}

/** Returns the last weeks up to the one in which the period ends. */
export const trendFacts = (source: Source, weeks: number): ReadonlyArray<WeekFact> => {
  const { to } = source.windows.period
  return weekFacts(source, { from: plusDays(mondayOf(to), 7 - 7 * weeks), to })
}

/* The figures of what was read: in total, by campaign, by search. */

export const daysOfPeriod = ({ days, windows }: Source): ReadonlyArray<DayFigures> =>
  days.filter(({ date }) => isInPeriod(windows.period, date))
export const daysOfPreviousPeriod = ({ days, windows }: Source): ReadonlyArray<DayFigures> =>
  days.filter(({ date }) => isCompared(windows, date))

/** Sums some days of the period, and those that are compared with it. */
export const sumDays = ({ windows }: Source, days: ReadonlyArray<DayFigures>): ComparedSums => ({
  now: sumAll(days.filter(({ date }) => isInPeriod(windows.period, date))),
  before: sumAll(days.filter(({ date }) => isCompared(windows, date)))
})

/** Compares the totals of the period with those before. */
export const compareTotals = (source: Source): ComparedFigures => compareFigures(sumDays(source, source.days))

/** Compares the period with the one before, by a property of campaigns; `spent` is the cost of the period. */
export const compareBy = (source: Source, keyOf: (campaign: string) => string) => {
  const days = [...daysOfPeriod(source), ...daysOfPreviousPeriod(source)]
  return [...Map.groupBy(days, ({ campaign }) => keyOf(campaign))].map(([key, some]) => {
    const sums = sumDays(source, some)
    return { key, spent: sums.now.cost_micros, figures: compareFigures(sums) }
  })
}

/** Compares the totals of some searches. */
export const compareTerms = (terms: ReadonlyArray<ComparedTerm>): ComparedFigures =>
  compareFigures({
    now: sumAll(terms.map(({ now }) => now)),
    before: sumAll(terms.map(({ before }) => before))
  })

/** Returns the display names of campaigns. */
export const campaignNamer = (campaigns: ReadonlyArray<{ readonly slug: string; readonly name: string }>) => {
  const names = new Map(campaigns.map(({ name, slug }) => [slug, oneLine(name, 60)]))
  return (slug: string | null): string => (slug === null ? "" : (names.get(slug) ?? slug))
}

export interface CampaignRow extends ComparedFigures {
  readonly name: string
  readonly state: string
}

/** Returns campaigns with figures in the period or before it, most expensive first. */
export const campaignFacts = (source: Source): ReadonlyArray<CampaignRow> => {
  const name = campaignNamer(source.campaigns)
  const state = new Map(source.campaigns.map((campaign) => [campaign.slug, campaign.state]))
  return compareBy(source, (campaign) => campaign)
    .map(({ figures, key }) => ({ name: name(key), state: state.get(key) ?? "removed", ...figures }))
    .toSorted(
      (a, b) => b.now.spend - a.now.spend || b.before.spend - a.before.spend || a.name.localeCompare(b.name)
    )
}

/** From this share of the daily budget on, the budget limited the day. */
export const spentOutShare = raiseBudgetCutoffs.minSpent
/** Returns the number of days on which the budget ran out. */
export const daysSpentOut = (budget: number, days: ReadonlyArray<DayFigures>): number =>
  days.filter(({ cost_micros }) => cost_micros >= spentOutShare * budget * microsPerUnit).length

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
