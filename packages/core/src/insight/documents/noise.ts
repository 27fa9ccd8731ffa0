import type { DayFigures } from "../../campaigns/index.ts"
import { daysIn, plusDays } from "../../contract/index.ts"
import { type Rate, rateRatioInterval } from "../../statistics.ts"
import { type Sums, sumBy } from "../amounts.ts"
import type { Windows } from "./periods.ts"

/*
 * Whether figures differ by more than chance: only then does a document look for a cause. Intervals have a confidence of
 * 90%.
 */

const confidence = 0.9

/** Whether two rates differ: the interval of their ratio leaves out 1. `pairs`: one of so many that are compared. */
export const differ = (one: Rate, other: Rate, pairs = 1): boolean => {
  if (one.count + other.count === 0 || one.exposure === 0 || other.exposure === 0) return false
  const { high, low } = rateRatioInterval(one, other, 1 - (1 - confidence) / pairs)
  return low > 1 || high < 1
}

type Traffic = Pick<Sums, "clicks" | "conversions" | "cost_micros">

/** Conversions for their cost, and for their clicks. */
export const byCost = ({ conversions, cost_micros }: Pick<Traffic, "conversions" | "cost_micros">): Rate => ({
  count: conversions,
  exposure: cost_micros
})
export const byClicks = ({ clicks, conversions }: Pick<Traffic, "clicks" | "conversions">): Rate => ({
  count: conversions,
  exposure: clicks
})

/** How much the prices of clicks differ: their standard deviation in the logarithm. */
const spreadOfPrices = 0.5

/** Whether the cost per click differs. */
export const pricesDiffer = (one: Traffic, other: Traffic): boolean => {
  if (one.clicks === 0 || other.clicks === 0 || one.cost_micros === 0 || other.cost_micros === 0) return false
  const ratio = Math.log(one.cost_micros / one.clicks / (other.cost_micros / other.clicks))
  return Math.abs(ratio) > 1.645 * spreadOfPrices * Math.sqrt(1 / one.clicks + 1 / other.clicks)
}

/** The quantile of Student's distribution that an interval of 90% ends at (its expansion by the degrees of freedom). */
const quantile = (degrees: number): number => 1.645 + 1.524 / degrees + 1.42 / degrees ** 2

/** Fewer pairs of days do not show how much days differ. */
const minPairs = 3

/**
 * Whether the spend of a period differs from that before by more than its days differ among themselves, in pairs; null if
 * there are too few to know.
 */
export const spendDiffers = (
  days: ReadonlyArray<DayFigures>,
  { before, period }: Pick<Windows, "before" | "period">,
  until: string
): boolean | null => {
  if (before === null) return null
  const costs = sumBy(days, ({ date }) => date)
  const costOf = (day: string) => costs.get(day)?.cost_micros ?? 0
  const count = daysIn(period.from, until)
  if (count < minPairs) return null
  const differences = Array.from(
    { length: count },
    (_, n) => costOf(plusDays(period.from, n)) - costOf(plusDays(before.from, n))
  )
  const mean = differences.reduce((sum, one) => sum + one, 0) / count
  const variance = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (count - 1)
  return Math.abs(mean) > quantile(count - 1) * Math.sqrt(variance / count)
}
