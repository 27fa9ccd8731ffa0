import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  binomialInterval,
  chanceOfAtLeast,
  chanceOfAtMost,
  poissonInterval,
  rateRatioInterval,
  usualCounts
} from "../src/statistics.ts"

const bounds = ({ high, low }: { readonly low: number; readonly high: number }, digits: number) =>
  [low, high].map((bound) => Number(bound.toFixed(digits)))

/** Probabilities by plain sums of their terms, which share nothing with the functions under test. */
const poissonTerm = (count: number, mean: number): number => {
  let term = Math.exp(-mean)
  for (let n = 1; n <= count; n++) term *= mean / n
  return term
}
const binomialTerm = (successes: number, trials: number, share: number): number => {
  let term = (1 - share) ** (trials - successes)
  for (let n = 1; n <= successes; n++) term *= ((trials - successes + n) / n) * share
  return term
}
const sum = (from: number, to: number, term: (n: number) => number): number => {
  let total = 0
  for (let n = from; n <= to; n++) total += term(n)
  return total
}

describe("published tables", () => {
  it("of the mean of a Poisson count (Garwood 1936)", () => {
    expect(bounds(poissonInterval(0, 0.95), 3)).toEqual([0, 3.689])
    expect(bounds(poissonInterval(1, 0.95), 3)).toEqual([0.025, 5.572])
    expect(bounds(poissonInterval(5, 0.95), 3)).toEqual([1.623, 11.668])
    expect(bounds(poissonInterval(10, 0.95), 3)).toEqual([4.795, 18.39])
    expect(bounds(poissonInterval(100, 0.95), 2)).toEqual([81.36, 121.63])
    expect(bounds(poissonInterval(0, 0.9), 3)).toEqual([0, 2.996])
    expect(bounds(poissonInterval(10, 0.9), 3)).toEqual([5.425, 16.962])
  })

  it("of a probability (Clopper and Pearson 1934)", () => {
    expect(bounds(binomialInterval(0, 10, 0.95), 4)).toEqual([0, 0.3085])
    expect(bounds(binomialInterval(1, 10, 0.95), 4)).toEqual([0.0025, 0.445])
    expect(bounds(binomialInterval(5, 10, 0.95), 4)).toEqual([0.1871, 0.8129])
    expect(bounds(binomialInterval(10, 100, 0.95), 4)).toEqual([0.049, 0.1762])
    expect(bounds(binomialInterval(10, 10, 0.9), 4)).toEqual([0.7411, 1])
  })

  it("of the ratio of two rates (the example of R's poisson.test)", () => {
    const ratio = rateRatioInterval({ count: 11, exposure: 800 }, { count: 21, exposure: 3011 }, 0.95)
    expect(bounds(ratio, 5)).toEqual([0.85843, 4.27727])
  })
})

describe("properties", () => {
  const confidences = fc.constantFrom(0.6, 0.8, 0.9, 0.95, 0.99)

  it("both bounds of a mean leave exactly the tail, by the sum of the terms", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 120 }), confidences, (count, confidence) => {
        const { high, low } = poissonInterval(count, confidence)
        const tail = (1 - confidence) / 2
        expect(sum(0, count, (n) => poissonTerm(n, high))).toBeCloseTo(tail, 8)
        if (count > 0) expect(1 - sum(0, count - 1, (n) => poissonTerm(n, low))).toBeCloseTo(tail, 8)
      })
    )
  })

  it("both bounds of a probability leave exactly the tail, by the sum of the terms", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 150 }),
        fc.integer({ min: 0, max: 150 }),
        confidences,
        (trials, some, confidence) => {
          const successes = some % (trials + 1)
          const { high, low } = binomialInterval(successes, trials, confidence)
          const tail = (1 - confidence) / 2
          if (successes < trials)
            expect(sum(0, successes, (n) => binomialTerm(n, trials, high))).toBeCloseTo(tail, 8)
          if (successes > 0)
            expect(sum(successes, trials, (n) => binomialTerm(n, trials, low))).toBeCloseTo(tail, 8)
        }
      )
    )
  })

  it("the chances of a count are the sums of the conditional binomial", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 90 }),
        fc.double({ min: 0.02, max: 50, noNaN: true }),
        (count, past, exposure) => {
          const [now, before] = [
            { count, exposure },
            { count: past, exposure: 1 }
          ]
          const share = exposure / (exposure + 1)
          const total = count + past
          expect(chanceOfAtMost(now, before)).toBeCloseTo(
            sum(0, count, (n) => binomialTerm(n, total, share)),
            8
          )
          expect(chanceOfAtLeast(now, before)).toBeCloseTo(
            sum(count, total, (n) => binomialTerm(n, total, share)),
            8
          )
        }
      )
    )
  })

  it("a count is outside the usual ones exactly if its chance is below the tail", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 80 }),
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom(0.05, 0.125, 1, 3),
        (count, past, exposure) => {
          const usual = usualCounts({ count: past, exposure: 1 }, exposure, 0.9)
          const [now, before] = [
            { count, exposure },
            { count: past, exposure: 1 }
          ]
          expect(count < usual.low).toBe(chanceOfAtMost(now, before) < 0.05)
          expect(count > usual.high).toBe(chanceOfAtLeast(now, before) < 0.05)
        }
      )
    )
  })

  it("a higher confidence contains a lower one, and the estimate, for fractions too", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 1e6, noNaN: true }), (count) => {
        const [wide, narrow] = [poissonInterval(count, 0.95), poissonInterval(count, 0.8)]
        expect(wide.low).toBeLessThan(narrow.low)
        expect(narrow.low).toBeLessThan(count)
        expect(narrow.high).toBeGreaterThan(count)
        expect(wide.high).toBeGreaterThan(narrow.high)
      })
    )
  })

  it("a ratio turned round has the turned interval", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (one, other) => {
        const [a, b] = [
          { count: one, exposure: 3 },
          { count: other, exposure: 7 }
        ]
        const [there, back] = [rateRatioInterval(a, b, 0.9), rateRatioInterval(b, a, 0.9)]
        expect(there.low * back.high).toBeCloseTo(1, 9)
        expect(there.high * back.low).toBeCloseTo(1, 9)
      })
    )
  })
})

it("says what is not bounded, and what nothing is known of", () => {
  expect(binomialInterval(0, 0, 0.9)).toEqual({ low: 0, high: 1 })
  expect(rateRatioInterval({ count: 3, exposure: 1 }, { count: 0, exposure: 1 }, 0.9).high).toBe(
    Number.POSITIVE_INFINITY
  )
  expect(chanceOfAtMost({ count: 0, exposure: 1 }, { count: 0, exposure: 8 })).toBe(1)
  expect(usualCounts({ count: 0, exposure: 8 }, 1, 0.9).low).toBe(0)
})
