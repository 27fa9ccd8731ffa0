import { amountOf } from "../amounts.ts"

/** After how many days it is looked at what a recommendation came to. */
export const measurementSpans = [14, 30] as const
export type MeasurementSpan = (typeof measurementSpans)[number]

/** What the keywords and searches that a recommendation stopped cost over some days. */
export interface CostPeriod {
  readonly cost_micros: number
  /** On how many of these days the campaign was shown at all. */
  readonly served: number
}

/**
 * What a month costs less, as so many days before and after showed it: comparable with the estimate. By the day that the
 * campaign was shown on, so that one that was paused meanwhile does not pass for a saving; null where it was shown on
 * less than half of the days, before or after. Below zero where what was stopped went on to cost more.
 */
export const realisedSaving = (
  span: MeasurementSpan,
  before: CostPeriod,
  after: CostPeriod
): number | null => {
  const daily = ({ cost_micros, served }: CostPeriod) => (served * 2 < span ? null : cost_micros / served)
  const [dailyBefore, dailyAfter] = [daily(before), daily(after)]
  return dailyBefore === null || dailyAfter === null ? null : amountOf(30 * (dailyBefore - dailyAfter))
}
