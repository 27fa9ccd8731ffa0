import { type Interval, poissonInterval } from "../../statistics.ts"
import { amountOf, roundTo, type Traffic } from "../amounts.ts"
import { pluralize, shortMoneyFormatter } from "../markdown.ts"

/* What figures say about the true cost per conversion and the true conversion rate, and how findings state it. */

type Costs = Pick<Traffic, "conversions" | "cost_micros">

/** Returns the interval of the true cost per conversion, in micros; without conversions it has no upper end. */
export const cpaInterval = ({ conversions, cost_micros }: Costs, confidence: number): Interval => {
  const { high, low } = poissonInterval(conversions, confidence)
  return { low: cost_micros / high, high: low === 0 ? Number.POSITIVE_INFINITY : cost_micros / low }
}

/** Returns the interval of the true conversions per click. */
export const rateInterval = (
  { clicks, conversions }: Pick<Traffic, "clicks" | "conversions">,
  confidence: number
): Interval => {
  const { high, low } = poissonInterval(conversions, confidence)
  return { low: low / clicks, high: high / clicks }
}

/** Formats an amount in micros, in whole units where cents say nothing. */
const roundedMoney = (micros: number, currency: string): string => {
  const amount = amountOf(micros)
  return shortMoneyFormatter(currency)(amount >= 10 ? Math.round(amount) : amount)
}

/** For example "27 conversions for $812: the true CPA is between $22 and $41". */
export const describeCpa = (costs: Costs, { high, low }: Interval, currency: string): string => {
  const [conversions, cost] = [roundTo(costs.conversions, 1), roundedMoney(costs.cost_micros, currency)]
  const range = Number.isFinite(high)
    ? `between ${roundedMoney(low, currency)} and ${roundedMoney(high, currency)}`
    : `above ${roundedMoney(low, currency)}`
  return `${pluralize(conversions, "conversion")} for ${cost}: the true CPA is ${range}`
}

/** For example "8.1%". */
export const describeRate = (rate: number): string => `${(rate * 100).toFixed(1)}%`

/**
 * Returns the conversions that more money buys at the true cost per conversion. `most`: no more than the platform shows
 * less for the budget, if that is known.
 */
export const extraConversions = (
  micros: number,
  { high, low }: Interval,
  most: number | null = null
): { readonly low: number; readonly high: number } => {
  const at = (cpa: number) => Math.min(most ?? Number.POSITIVE_INFINITY, micros / cpa)
  return { low: Math.floor(at(high)), high: Math.ceil(at(low)) }
}

/** Returns the conversions that are missed if this share of impressions is lost to the budget; null if it is unknown. */
export const missedByBudget = (conversions: number, lost: number | null): number | null =>
  lost === null || lost >= 1 ? null : (conversions * lost) / (1 - lost)
