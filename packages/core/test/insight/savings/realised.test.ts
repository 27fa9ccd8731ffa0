import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type CostPeriod, realisedSaving } from "../../../src/insight/savings/measure.ts"

const million = 1_000_000
const costPeriod = (cost: number, served: number): CostPeriod => ({ cost_micros: cost * million, served })

describe("the realised saving", () => {
  it("is the monthly difference of cost before and after", () => {
    expect(realisedSaving(14, costPeriod(140, 14), costPeriod(0, 14))).toBe(300)
    expect(realisedSaving(30, costPeriod(300, 30), costPeriod(30, 30))).toBe(270)
    expect(realisedSaving(14, costPeriod(14, 14), costPeriod(28, 14))).toBe(-30)
  })

  it("is null for a campaign that hardly served", () => {
    expect(realisedSaving(14, costPeriod(140, 14), costPeriod(0, 6))).toBeNull()
    expect(realisedSaving(14, costPeriod(140, 6), costPeriod(0, 14))).toBeNull()
    expect(realisedSaving(14, costPeriod(140, 7), costPeriod(0, 7))).toBe(600)
  })

  it("is not increased by days on which the campaign was paused", () => {
    fc.assert(
      fc.property(fc.integer({ min: 15, max: 30 }), fc.nat(1000), (days, daily) => {
        // It costs the same on each served day, so nothing was saved.
        expect(realisedSaving(30, costPeriod(daily * 30, 30), costPeriod(daily * days, days))).toBeCloseTo(
          0,
          6
        )
      })
    )
  })
})
