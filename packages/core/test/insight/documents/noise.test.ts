import { describe, expect, it } from "vitest"
import { plusDays } from "../../../src/contract/index.ts"
import { byClicks, byCost, differ, pricesDiffer, spendDiffers } from "../../../src/insight/documents/noise.ts"
import { randomFrom } from "../../support/random.ts"
import { poisson } from "../detect/simulation/random.ts"
import { sums } from "../detect/support.ts"

describe("a difference of two periods", () => {
  it("in conversions is chance unless the interval of the ratio leaves out 1", () => {
    const [before, now] = [sums(400, 1000, 40), sums(400, 1000, 30)]
    expect([differ(byCost(now), byCost(before)), differ(byClicks(now), byClicks(before))]).toEqual([
      false,
      false
    ])
    const fewer = sums(400, 1000, 20)
    expect([differ(byCost(fewer), byCost(before)), differ(byClicks(fewer), byClicks(before))]).toEqual([
      true,
      true
    ])
    // The furthest apart of many pairs are further apart by chance.
    expect(differ(byCost(fewer), byCost(before), 21)).toBe(false)
    expect(differ(byCost(sums(0, 0)), byCost(before))).toBe(false)
  })

  it("in prices is chance within what single prices differ", () => {
    expect(pricesDiffer(sums(400, 1000), sums(400, 1050))).toBe(false)
    expect(pricesDiffer(sums(400, 1000), sums(400, 1200))).toBe(true)
    expect(pricesDiffer(sums(0, 0), sums(400, 1200))).toBe(false)
  })

  it("in spend is judged by how much its days differ, with at most one false alarm in ten", () => {
    const windows = {
      period: { from: "2026-11-09", to: "2026-11-15" },
      before: { from: "2026-11-02", to: "2026-11-08" }
    }
    const random = randomFrom(20_261_119)
    const weeks = (more: number) => {
      const days = Array.from({ length: 14 }, (_, n) => ({
        campaign: "boilers",
        date: plusDays("2026-11-02", n),
        ...sums(0, poisson(random, 50) * (n < 7 ? 1 : more))
      }))
      return spendDiffers(days, windows, windows.period.to)
    }
    const found = (more: number) =>
      Array.from({ length: 400 }, () => weeks(more)).filter((found) => found === true).length
    expect(found(1)).toBeLessThan(60)
    expect(found(1.5)).toBe(400)
    expect(spendDiffers([], { ...windows, before: null }, windows.period.to)).toBeNull()
    expect(spendDiffers([], windows, "2026-11-10")).toBeNull()
  })
})
