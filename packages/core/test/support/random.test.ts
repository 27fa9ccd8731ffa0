import fc from "fast-check"
import { expect, it } from "vitest"
import { randomFrom, runSeed } from "./random.ts"

it("properties and random tests use the seed of the run", () => {
  expect(runSeed).toBe(Number(process.env["TEST_SEED"]))
  expect(Number.isSafeInteger(runSeed)).toBe(true)
  const values = fc.array(fc.integer())
  expect(fc.sample(values, 20)).toEqual(fc.sample(values, { numRuns: 20, seed: runSeed }))
  // A failure prints the seed, so that TEST_SEED can repeat it.
  const failure = fc.check(fc.property(fc.integer(), () => false))
  expect(fc.defaultReportMessage(failure)).toContain(`seed: ${runSeed}`)
})

it("random numbers are the same for the same seed, and others for another", () => {
  const numbers = (seed: number) => Array.from({ length: 50 }, randomFrom(seed))
  expect(numbers(7)).toEqual(numbers(7))
  expect(numbers(7)).not.toEqual(numbers(8))
  expect(numbers(7).every((one) => one >= 0 && one < 1)).toBe(true)
})
