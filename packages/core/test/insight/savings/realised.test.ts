import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type CostPeriod, realisedSaving } from "../../../src/insight/savings/realised.ts"

const million = 1_000_000
const costPeriod = (cost: number, served: number): CostPeriod => ({ cost_micros: cost * million, served })

describe("what a recommendation really saves", () => {
  it("is what its searches cost before, less what they cost after, for a month", () => {
    expect(realisedSaving(14, costPeriod(140, 14), costPeriod(0, 14))).toBe(300)
    expect(realisedSaving(30, costPeriod(300, 30), costPeriod(30, 30))).toBe(270)
    expect(realisedSaving(14, costPeriod(14, 14), costPeriod(28, 14))).toBe(-30)
  })

  it("is not told of a campaign that was hardly shown", () => {
    expect(realisedSaving(14, costPeriod(140, 14), costPeriod(0, 6))).toBeNull()
    expect(realisedSaving(14, costPeriod(140, 6), costPeriod(0, 14))).toBeNull()
    expect(realisedSaving(14, costPeriod(140, 7), costPeriod(0, 7))).toBe(600)
  })

  it("is not more for a campaign that was paused on some days", () => {
    fc.assert(
      fc.property(fc.integer({ min: 15, max: 30 }), fc.nat(1000), (days, daily) => {
        // It goes on costing the same on each day that it is shown: nothing was saved.
        expect(realisedSaving(30, costPeriod(daily * 30, 30), costPeriod(daily * days, days))).toBeCloseTo(
          0,
          6
        )
      })
    )
  })
})
