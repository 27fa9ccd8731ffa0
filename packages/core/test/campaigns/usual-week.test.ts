import { describe, expect, it } from "vitest"
import { deliveryStoppedSince, usualClicks, usualConversions } from "../../src/campaigns/delivery.ts"
import { randomFrom } from "../support/random.ts"

const week = (clicks: number, conversions: number) => ({ clicks, conversions })
const even = Array.from({ length: 8 }, () => week(300, 60))

describe("the usual conversions of a week", () => {
  it("are those of its clicks, at the rate of the weeks before", () => {
    const { high, low } = usualConversions(week(300, 0), even)!
    expect([Math.ceil(low), Math.floor(high)]).toEqual([47, 74])
    const half = usualConversions(week(150, 0), even)!
    expect([Math.ceil(half.low), Math.floor(half.high)]).toEqual([21, 40])
  })

  it("do not include a fall by three quarters", () => {
    expect(usualConversions(week(300, 15), even)!.low).toBeGreaterThan(15)
  })

  it("vary more where the weeks before varied more than by chance", () => {
    const uneven = even.map((one, index) => ({ ...one, conversions: index % 2 === 0 ? 30 : 90 }))
    expect(usualConversions(week(300, 0), uneven)!.low).toBeLessThan(
      usualConversions(week(300, 0), even)!.low
    )
  })

  it("are not known with few weeks, few conversions or no clicks", () => {
    expect(usualConversions(week(300, 0), even.slice(0, 3))).toBeNull()
    expect(usualConversions(week(300, 0), even.slice(0, 4))).not.toBeNull()
    expect(usualConversions(week(0, 0), even)).toBeNull()
    const rare = (each: number) => Array.from({ length: 9 }, () => week(300, each))
    expect(usualConversions(week(300, 0), rare(1))).toBeNull()
    expect(usualConversions(week(300, 0), [...rare(1), week(300, 1)])).not.toBeNull()
  })

  it("are left by at most 8% of healthy businesses, steady or not", () => {
    const random = randomFrom(11)
    /** A Poisson count, as the number of exponential waits that fit. */
    const poisson = (mean: number): number => {
      let [count, waited] = [-1, 0]
      while (waited < mean) {
        waited -= Math.log(1 - random())
        count++
      }
      return count
    }
    for (const spread of [0, 0.15]) {
      let fell = 0
      const rounds = 600
      for (let round = 0; round < rounds; round++) {
        const make = () => {
          const clicks = poisson(300)
          return week(clicks, poisson(clicks * 0.1 * (1 + spread * (2 * random() - 1))))
        }
        const now = make()
        const usual = usualConversions(
          now,
          Array.from({ length: 8 }, () => make())
        )!
        if (now.conversions < usual.low) fell++
      }
      expect(fell / rounds).toBeLessThan(0.08)
      expect(fell / rounds).toBeGreaterThan(0.005)
    }
  })
})

it("the usual clicks of a week are those of the weeks before", () => {
  const { high, low } = usualClicks(even)!
  expect(low).toBeLessThan(300)
  expect(low).toBeGreaterThan(260)
  expect(high).toBeGreaterThan(300)
  expect(usualClicks([])).toBeNull()
})

describe("delivery that stopped", () => {
  const daily = { shown: "2026-11-10", days: 28, runs_since: "2026-06-01" }

  it("is found after three quiet days of a campaign that was shown every day, not after two", () => {
    expect(deliveryStoppedSince(daily, "2026-11-12")).toBeNull()
    expect(deliveryStoppedSince(daily, "2026-11-13")).toBe("2026-11-11")
  })

  it("is not the weekend of a campaign that is shown on workdays", () => {
    expect(deliveryStoppedSince({ ...daily, days: 20 }, "2026-11-12")).toBeNull()
    expect(deliveryStoppedSince({ ...daily, days: 20 }, "2026-11-20")).toBe("2026-11-11")
  })

  it("does not count the days of a pause, and nothing of a campaign that does not run", () => {
    expect(deliveryStoppedSince({ ...daily, runs_since: "2026-11-19" }, "2026-11-20")).toBeNull()
    expect(deliveryStoppedSince({ ...daily, runs_since: "2026-11-18" }, "2026-11-20")).toBe("2026-11-18")
    expect(deliveryStoppedSince({ ...daily, runs_since: null }, "2026-12-20")).toBeNull()
  })
})
