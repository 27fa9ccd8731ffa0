import { describe, expect, it } from "vitest"
import { chanceOf, type SpendDay, spendDays, unusualSpend } from "../../src/campaigns/usual-spend.ts"
import { count } from "../support/counts.ts"
import { randomFrom } from "../support/random.ts"

/*
 * Campaigns with the ordinary noise of the emulator's traffic: a number of clicks that varies by weekday, season, trend and
 * more than by chance, prices that vary, and a budget that some campaigns use up.
 */
const makeRandom = (seed: number) => {
  const uniform = randomFrom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  /** Mean 1 (Marsaglia and Tsang). */
  const gamma = (shape: number): number => {
    const d = shape - 1 / 3
    for (;;) {
      const x = normal()
      const v = (1 + x / Math.sqrt(9 * d)) ** 3
      if (v > 0 && Math.log(1 - uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return (d * v) / shape
    }
  }
  const poisson = (mean: number): number => {
    if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
    let [count, product] = [-1, 1]
    for (; product > Math.exp(-mean); count++) product *= uniform()
    return count
  }
  return { uniform, normal, gamma, poisson }
}

interface Kind {
  readonly clicks: number
  /** Smaller values make days vary more. */
  readonly shape: number
  /** As a share of what the campaign could spend; 0 without a limit. */
  readonly budget: number
  readonly rests: boolean
}

const weekdays = [1.134, 1.038, 1.038, 1.038, 1.038, 0.812, 0.903]
const price = 5

const makeDays = (kind: Kind, length: number, seed: number): ReadonlyArray<SpendDay> => {
  const random = makeRandom(seed)
  const [slope, phase] = [(random.uniform() - 0.5) * 0.2, random.uniform() * 6.28]
  const budget = kind.budget * kind.clicks * price
  const unspent: Array<number> = []
  return Array.from({ length }, (_, day) => {
    if (kind.rests && day % 7 > 4) return { impressions: 0, cost: 0 }
    const season = Math.exp((slope * day) / 365) * (1 + 0.06 * Math.sin((6.28 * day) / 91 + phase))
    const clicks = random.poisson(kind.clicks * weekdays[day % 7]! * season * random.gamma(kind.shape))
    let cost = 0
    for (let click = 0; click < clicks; click++) cost += price * Math.exp(0.35 * random.normal() - 0.06)
    if (budget > 0) {
      const saved = unspent.slice(-6).reduce((sum, one) => sum + one, 0)
      const pace = Math.min(1.2, Math.max(0.8, 1 + 0.06 * random.normal()))
      cost = Math.min(cost, pace * budget + 0.35 * Math.max(0, saved), 2 * budget)
      unspent.push(budget - cost)
    }
    return { impressions: 20 + clicks, cost }
  })
}

const alone = { chance: chanceOf(1), ran: -1 }
const steady: Kind = { clicks: 40, shape: 20, budget: 0, rests: false }

describe("the spend of a campaign", () => {
  it("is found unusual by chance on at most 1 of 200 campaign-days, whatever its volume, noise and budget", () => {
    let [all, allDays] = [0, 0]
    for (const budget of [0, 0.7, 1])
      for (const shape of [6, 20, 200])
        for (const clicks of [8, 40])
          for (const rests of [false, true]) {
            let [found, days] = [0, 0]
            for (let campaign = 0; campaign < count("spendingCampaigns"); campaign++) {
              const made = makeDays({ clicks, shape, budget, rests }, spendDays + 200, campaign + clicks)
              let before = false
              for (let until = spendDays; until < made.length; until++, days++) {
                const unusual = unusualSpend(made.slice(until - spendDays, until), alone) !== null
                if (unusual && !before) found++
                before = unusual
              }
            }
            // A cell has 800 days or more: chance alone moves its rate.
            expect(found / days).toBeLessThanOrEqual(1 / 100)
            all += found
            allDays += days
          }
    expect(all / allDays).toBeLessThanOrEqual(1 / 200)
  })

  /** The share of campaigns found when the last days cost so many times as much. */
  const shareFound = (times: number, last: number, options = alone): number => {
    const found = Array.from({ length: 60 }, (_, campaign) => {
      const days = makeDays(steady, spendDays, 1000 + campaign)
      const changed = days.map((day, index) =>
        index >= days.length - last ? { ...day, cost: day.cost * times } : day
      )
      return unusualSpend(changed, options)?.direction === (times > 1 ? "above" : "below")
    })
    return found.filter(Boolean).length / found.length
  }

  it("is found outside in both directions: a jump within a day, a lasting change within a week", () => {
    expect(shareFound(5, 1)).toBeGreaterThan(0.85)
    expect(shareFound(2, 7)).toBeGreaterThan(0.85)
    expect(shareFound(0.5, 7)).toBeGreaterThan(0.85)
    expect(shareFound(1.1, 7)).toBeLessThan(0.1)
  })

  it("is found later where many campaigns are judged together, so that they do not alarm by chance", () => {
    expect(chanceOf(1)).toBe(chanceOf(10))
    expect(chanceOf(2000)).toBeCloseTo(1 / 60_000, 8)
    expect(shareFound(3, 1, { ...alone, chance: chanceOf(2000) })).toBeLessThan(shareFound(3, 1))
  })

  const regular = (last: ReadonlyArray<number>): ReadonlyArray<SpendDay> =>
    [
      ...Array.from({ length: spendDays - last.length }, (_, day) => 100 + 20 * Math.sin(day * 1.7)),
      ...last
    ].map((cost) => ({ impressions: 1000, cost }))

  it("says since when, the latest day outside, and the usual interval", () => {
    const found = unusualSpend(regular([310, 305]), alone)!
    expect(found).toMatchObject({
      direction: "above",
      span: 1,
      since: spendDays - 2,
      day: spendDays - 1,
      cost: 305
    })
    expect(found.usual.low).toBeGreaterThan(40)
    expect(found.usual.high).toBeLessThan(180)
    expect(found.usual.low).toBeLessThan(found.usual.high)
  })

  it("is over after two calm days, not after one", () => {
    expect(unusualSpend(regular([310, 100]), alone)).toMatchObject({
      since: spendDays - 2,
      day: spendDays - 2
    })
    expect(unusualSpend(regular([310, 100, 100]), alone)).toBeNull()
  })

  it("is not above where it makes up for days without impressions", () => {
    const silence = new Array<number>(4).fill(0)
    const made = regular([...silence, 200, 190]).map((day) =>
      day.cost === 0 ? { impressions: 0, cost: 0 } : day
    )
    expect(unusualSpend(regular([200, 190]), alone)).toMatchObject({ direction: "above" })
    expect(unusualSpend(made, alone)).toBeNull()
  })

  it("has a new usual after weeks on another level", () => {
    expect(unusualSpend(regular(new Array<number>(5).fill(260)), alone)).not.toBeNull()
    expect(unusualSpend(regular(new Array<number>(45).fill(260)), alone)).toBeNull()
  })

  it("is not judged without impressions, in days before it ran, or with a short past", () => {
    const quiet = regular([100]).map((day, index) =>
      index < spendDays - 1 ? day : { impressions: 0, cost: 0 }
    )
    expect(unusualSpend(quiet, alone)).toBeNull()
    expect(unusualSpend(regular([310]), { ...alone, ran: spendDays - 1 })).toBeNull()
    const young = regular([310]).map((day, index) =>
      index > spendDays - 20 ? day : { impressions: 0, cost: 0 }
    )
    expect(unusualSpend(young, alone)).toBeNull()
  })
})
