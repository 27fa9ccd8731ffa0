/* Seeded random draws. The probability of zero is exact wherever it matters: absence is what is judged. */

export type Random = () => number

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Above this mean, a normal draw is as good. */
const largeMean = 40

export const poisson = (random: Random, mean: number): number => {
  if (mean > largeMean) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)))
  const limit = Math.exp(-mean)
  let count = -1
  for (let product = 1; product > limit; product *= random()) count++
  return Math.max(0, count)
}

/** Successes of n trials: jumps from one success to the next. */
export const binomial = (random: Random, trials: number, probability: number): number => {
  if (trials === 0 || probability <= 0) return 0
  if (probability >= 1) return trials
  const mean = trials * probability
  if (mean > largeMean && mean < trials - largeMean) {
    return Math.round(mean + Math.sqrt(mean * (1 - probability)) * normal(random))
  }
  let count = 0
  for (let at = 0; ; count++) {
    at += Math.floor(Math.log(1 - random()) / Math.log(1 - probability)) + 1
    if (at > trials) return count
  }
}

/** A gamma number with mean 1 and a coefficient of variation of 0.5: the mean of four exponential ones. */
export const gamma = (random: Random): number =>
  -Math.log((1 - random()) * (1 - random()) * (1 - random()) * (1 - random())) / 4

export const lognormal = (random: Random, sigma: number): number => Math.exp(sigma * normal(random))
