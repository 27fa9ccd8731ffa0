import { amountOf, cpaOrNull, cpcOrNull, roasOrNull, roundTo, type Sums } from "../amounts.ts"
import { formatShortDay, joinWithAnd, type MoneyFormat, pluralize } from "../markdown.ts"
import { percentChange } from "../performance/period.ts"

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

/** A period with the one before. A change is reported only between existing figures. */
export const compareFigures = (now: Sums, before: Sums) => ({
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

export const weekFact = (week: string, sums: Sums, partial: boolean): WeekFact => ({
  week,
  spend: amountOf(sums.cost_micros),
  conversions: roundTo(sums.conversions, 1),
  partial
})

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
