import { describe, expect, it } from "vitest"
import { binomialInterval } from "../../../../src/statistics.ts"
import { count } from "../../../support/counts.ts"
import { formatMonths, measureMonths } from "./daily-runs.ts"
import { formatResults, measureAll, someCells } from "./measure.ts"

const seed = 20_261_116

describe("in simulated campaigns", () => {
  const results = measureAll(someCells, count("simulatedCampaigns"), seed)
  const [equal, barren, varied] = results
  console.log(`seed ${seed}\n${formatResults(results)}`)

  it("negative_keywords excludes a term in at most 5 percent of campaigns whose terms convert alike", () => {
    expect(equal!.worst).toBeLessThanOrEqual(0.05)
  })

  it("finds at least 80 percent of the terms that never convert, with five conversions expected", () => {
    expect(barren!.cells.reduce((sum, one) => sum + one.barren, 0)).toBeGreaterThan(100)
    expect(barren!.recall).toBeGreaterThanOrEqual(0.8)
  })

  it("excludes a term with half the campaign's rate in at most 5 percent of varied campaigns", () => {
    expect(varied!.harmed).toBeLessThanOrEqual(0.05)
    expect(varied!.worst).toBeLessThanOrEqual(0.1)
  })
})

describe("in a month of daily runs over healthy campaigns", () => {
  const months = measureMonths(count("simulatedMonths"), seed)
  console.log(`seed ${seed}\n${formatMonths(months)}`)

  /** Few campaigns say little, so a test fails only if the true rate is above the limit beyond luck. */
  const atLeast = (wrong: number, campaigns: number) =>
    binomialInterval(Math.round(wrong * campaigns), campaigns, 0.99).low

  it.each(months)("$rule is wrong about at most 5 percent: $name", ({ campaigns, cells, worst, wrong }) => {
    expect(atLeast(wrong, campaigns * cells)).toBeLessThanOrEqual(0.05)
    expect(atLeast(worst, campaigns)).toBeLessThanOrEqual(0.1)
  })
})
