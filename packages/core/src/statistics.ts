/*
 * The regularized incomplete gamma and beta functions: the distribution functions behind exact intervals of counts and
 * shares. Both are accurate to about twelve digits for counts up to millions.
 */

const precision = 1e-15
const tiny = 1e-300

/** Lanczos' coefficients for g = 7. */
const [firstCoefficient, ...coefficients] = [
  0.999_999_999_999_809_9, 676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_1,
  -176.615_029_162_140_6, 12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_572e-6,
  1.505_632_735_149_311_6e-7
] as const

/** The natural logarithm of the gamma function, for x above 0. */
const logGamma = (x: number): number => {
  const base = x + 6.5
  const sum = coefficients.reduce<number>(
    (total, coefficient, index) => total + coefficient / (x + index),
    firstCoefficient
  )
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum)
}

/** Evaluates a continued fraction by Lentz's method. `term` returns the n-th numerator and denominator, from 1. */
const continuedFraction = (
  first: number,
  term: (n: number) => readonly [numerator: number, denominator: number]
): number => {
  let value = first === 0 ? tiny : first
  let c = value
  let d = 0
  for (let n = 1; n < 1_000_000; n++) {
    const [numerator, denominator] = term(n)
    d = denominator + numerator * d
    d = 1 / (d === 0 ? tiny : d)
    c = denominator + numerator / c
    c = c === 0 ? tiny : c
    value *= c * d
    if (Math.abs(c * d - 1) < precision) break
  }
  return value
}

/**
 * The probability that a gamma variable of shape `a` is at most `x`; that is, that a Poisson count with mean `x` is at
 * least `a`.
 */
const regularizedGamma = (a: number, x: number): number => {
  if (x <= 0) return 0
  if (!Number.isFinite(x)) return 1
  const factor = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let [sum, term] = [1 / a, 1 / a]
    for (let n = 1; term > sum * precision; n++) {
      term *= x / (a + n)
      sum += term
    }
    return Math.min(1, factor * sum)
  }
  const upper = factor / continuedFraction(x + 1 - a, (n) => [-n * (n - a), x + 2 * n + 1 - a])
  return Math.max(0, 1 - upper)
}

/** The fraction converges fast only left of the mean. */
const betaLeft = (a: number, b: number, x: number): number => {
  const factor = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x) - Math.log(a)
  )
  const fraction = continuedFraction(1, (n) => {
    const m = Math.floor(n / 2)
    const numerator =
      n % 2 === 0
        ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    return [numerator, 1]
  })
  return factor / fraction
}

/**
 * The probability that a beta variable of shapes `a` and `b` is at most `x`; that is, that of a + b - 1 trials with
 * probability `x` at least `a` succeed.
 */
const regularizedBeta = (a: number, b: number, x: number): number => {
  if (x <= 0) return 0
  if (x >= 1) return 1
  return x < (a + 1) / (a + b + 2) ? betaLeft(a, b, x) : 1 - betaLeft(b, a, 1 - x)
}

/** Finds where a rising function reaches a value, between two bounds. */
const solve = (rising: (x: number) => number, value: number, low: number, high: number): number => {
  let [from, to] = [low, high]
  for (let step = 0; step < 200 && to - from > precision * Math.abs(to); step++) {
    const middle = (from + to) / 2
    if (middle === from || middle === to) break
    if (rising(middle) < value) from = middle
    else to = middle
  }
  return (from + to) / 2
}

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

/** The probability that a count with this mean is at most as large as this one, or at least as large, whichever is less. */
export const chanceOfCount = (count: number, mean: number): number =>
  Math.min(1 - regularizedGamma(count + 1, mean), count === 0 ? 1 : regularizedGamma(count, mean))

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
