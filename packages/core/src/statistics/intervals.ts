import { regularizedBeta, regularizedGamma, solve } from "./incomplete-functions.ts"

/*
 * Exact intervals of counts and shares. Counts may be fractions, as shared conversions are; the functions then continue
 * those of whole counts. A confidence of 0.9 means that the truth is outside on either side with at most 5%.
 */

export interface Interval {
  readonly low: number
  /** Infinity if nothing bounds it. */
  readonly high: number
}

/** A number of events, and how long or how often they had the chance to happen: days, clicks, cost. */
export interface Rate {
  readonly count: number
  readonly exposure: number
}

const tailOf = (confidence: number): number => (1 - confidence) / 2

/** The interval of the mean that a count comes from (Garwood). */
export const poissonInterval = (count: number, confidence: number): Interval => {
  const tail = tailOf(confidence)
  const farAbove = count + 20 * Math.sqrt(count + 1) + 100
  return {
    low: count === 0 ? 0 : solve((mean) => regularizedGamma(count, mean), tail, 0, farAbove),
    high: solve((mean) => regularizedGamma(count + 1, mean), 1 - tail, 0, farAbove)
  }
}

/** The interval of a probability of which `successes` of `trials` are known (Clopper and Pearson). */
export const binomialInterval = (successes: number, trials: number, confidence: number): Interval => {
  const tail = tailOf(confidence)
  const failures = trials - successes
  return {
    low: successes === 0 ? 0 : solve((share) => regularizedBeta(successes, failures + 1, share), tail, 0, 1),
    high:
      failures === 0 ? 1 : solve((share) => regularizedBeta(successes + 1, failures, share), 1 - tail, 0, 1)
  }
}

/**
 * The interval of how many times as high one rate is as another. Given the sum of both counts, the first is binomial, so
 * its share has an exact interval.
 */
export const rateRatioInterval = (one: Rate, other: Rate, confidence: number): Interval => {
  const share = binomialInterval(one.count, one.count + other.count, confidence)
  const times = other.exposure / one.exposure
  const ratio = (part: number): number => (part >= 1 ? Number.POSITIVE_INFINITY : (part / (1 - part)) * times)
  return { low: ratio(share.low), high: ratio(share.high) }
}

/**
 * The probability of a count as small as this one if it has the rate of the past: the conditional test of two Poisson
 * counts, one-sided.
 */
export const chanceOfAtMost = (now: Rate, past: Rate): number => {
  if (past.count === 0) return 1
  const shareOfPast = past.exposure / (now.exposure + past.exposure)
  return regularizedBeta(past.count, now.count + 1, shareOfPast)
}

/** The same for a count as large as this one. */
export const chanceOfAtLeast = (now: Rate, past: Rate): number => {
  if (now.count === 0) return 1
  return regularizedBeta(now.count, past.count + 1, now.exposure / (now.exposure + past.exposure))
}

/**
 * The counts that are usual for an exposure, at the rate of the past: a count is outside exactly if one of the two
 * chances above is below half of what the confidence leaves.
 */
export const usualCounts = (past: Rate, exposure: number, confidence: number): Interval => {
  const tail = tailOf(confidence)
  const expected = (past.count * exposure) / past.exposure
  const farAbove = 4 * expected + 100 + (100 * exposure) / past.exposure
  const low = solve((count) => chanceOfAtMost({ count, exposure }, past), tail, -1, farAbove)
  return {
    low: Math.max(0, low),
    high: solve((count) => -chanceOfAtLeast({ count, exposure }, past), -tail, 0, farAbove)
  }
}
