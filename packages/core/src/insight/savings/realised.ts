import { amountOf } from "../amounts.ts"

/** The days after which the result of a recommendation is measured. */
export const measurementSpans = [14, 30] as const
export type MeasurementSpan = (typeof measurementSpans)[number]

/** The cost of the stopped keywords and searches over some days. */
export interface CostPeriod {
  readonly cost_micros: number
  /** The number of these days on which the campaign served. */
  readonly served: number
}

/**
 * Returns the monthly saving from equal spans before and after, comparable with the estimate. It divides by
 * days with service, so that a pause is no saving. Null if the campaign served on less than half of the days
 * before or after. Negative if the stopped items cost more afterwards.
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
