/*
 * Random numbers of tests. Every run has one seed: a failure prints it, and TEST_SEED repeats the run. fast-check gets
 * it in set-up.ts. Does not depend on the test runner, so child processes can use it.
 */

/** The seed of this run, which vitest.config.ts chooses. */
export const runSeed = Number(process.env["TEST_SEED"])

/** Returns uniform numbers in [0, 1), the same ones for the same seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns the random numbers of this run, and prints the seed that repeats them. */
export const randomOfRun = (): (() => number) => {
  console.log(`TEST_SEED=${runSeed}`)
  return randomFrom(runSeed)
}
