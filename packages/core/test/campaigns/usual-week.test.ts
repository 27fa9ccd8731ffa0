import { describe, expect, it } from "vitest"
import { quietSince, usualClicks, usualConversions } from "../../src/campaigns/delivery.ts"
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
  /** Days of a campaign: 8 weeks from a Monday on, and some more. */
  const daysOf = (shown: (day: number) => boolean, quiet: number): ReadonlyArray<number> =>
    Array.from({ length: 56 + quiet }, (_, day) => (day < 56 && shown(day) ? 100 : 0))
  const daily = () => true
  const workdays = (day: number) => day % 7 < 5

  it("is found after two quiet days of a campaign that was shown every day, not after one", () => {
    expect(quietSince(daysOf(daily, 1), 0)).toBeNull()
    expect(quietSince(daysOf(daily, 2), 0)).toBe(56)
    expect(quietSince(daysOf(daily, 9), 0)).toBe(56)
  })

  it("counts usual days alone: a campaign that rests at weekends is quiet on Monday and Tuesday", () => {
    expect(quietSince(daysOf(workdays, 0), 0)).toBeNull()
    // 56 is a Monday: shown until Friday before, quiet since.
    expect(quietSince(daysOf(workdays, 1), 0)).toBeNull()
    expect(quietSince(daysOf(workdays, 2), 0)).toBe(56)
    // Quiet since Friday: the second usual day is Monday.
    const sinceFriday = daysOf((day) => workdays(day) && day < 53, 1)
    expect(quietSince(sinceFriday.slice(0, 56), 0)).toBeNull()
    expect(quietSince(sinceFriday.slice(0, 56).concat(0), 0)).toBe(53)
  })

  it("needs more quiet days of a campaign that is often quiet", () => {
    const random = randomFrom(5)
    const needed = (share: number): number => {
      const shown = Array.from({ length: 55 }, () => random() < share)
      const known = (day: number) => day === 55 || shown[day]!
      return Array.from({ length: 60 }, (_, quiet) => quiet).find(
        (quiet) => quietSince(daysOf(known, quiet), 0) !== null
      )!
    }
    expect(needed(1)).toBe(2)
    expect(needed(0.9)).toBeGreaterThan(2)
    expect(needed(0.6)).toBeGreaterThan(needed(0.9))
  })

  it("forgives one silence of the past: a campaign that was stopped before is found as fast again", () => {
    const stoppedBefore = (day: number) => day < 30 || day > 34
    expect(quietSince(daysOf(stoppedBefore, 1), 0)).toBeNull()
    expect(quietSince(daysOf(stoppedBefore, 2), 0)).toBe(56)
  })

  it("does not judge a campaign of a few days, and one that was never shown", () => {
    const young = [...new Array<number>(50).fill(0), 100, 100, 100, 0, 0]
    expect(quietSince(young, 0)).toBeNull()
    expect(quietSince(new Array<number>(60).fill(0), 0)).toBeNull()
  })

  it("does not count the days before the campaign ran", () => {
    expect(quietSince(daysOf(daily, 5), 60)).toBeNull()
    expect(quietSince(daysOf(daily, 6), 60)).toBe(60)
  })

  it("is found by chance on at most 1 of 200 days of a campaign, however regularly it is shown", () => {
    const random = randomFrom(23)
    for (const share of [0.5, 0.8, 0.9, 0.97, 1]) {
      let [found, days] = [0, 0]
      for (let campaign = 0; campaign < 25; campaign++) {
        const all = Array.from({ length: 277 }, () => (random() < share ? 20 : 0))
        let before = false
        for (let until = 77; until < all.length; until++, days++) {
          const stopped = quietSince(all.slice(until - 77, until), 0) !== null
          if (stopped && !before) found++
          before = stopped
        }
      }
      expect(found / days).toBeLessThanOrEqual(1 / 200)
    }
  })
})
