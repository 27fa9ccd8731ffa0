import { describe, expect, it } from "vitest"
import { type TestedCampaign, testReason } from "../../src/pages/reason-test.ts"

const campaign: TestedCampaign = { budget: 60, target: 35.5, lostToBudget: 0.23, lostToRank: 0.18 }
const day = (n: number) => `2026-11-${String(n).padStart(2, "0")}`
const figures = (spends: ReadonlyArray<number>, conversions: number) => ({
  period: { from: day(1), to: day(spends.length) },
  until: day(spends.length),
  now: {
    spend: spends.reduce((sum, one) => sum + one, 0),
    conversions,
    cpa: 0,
    clicks: 0,
    impressions: 0,
    ctr: 0
  },
  days: spends.map((spend, n) => ({ date: day(n + 1), spend, conversions: 0 }))
})
const even = (spend: number) => Array.from({ length: 20 }, () => spend)

describe("the test of a reason", () => {
  it("has the exact interval of the CPA, and compares it with the target", () => {
    const { againstTarget, cpa } = testReason(campaign, figures(even(89.37), 71), 300)!
    expect([cpa!.low.toFixed(2), cpa!.high.toFixed(2)]).toEqual(["20.66", "30.96"])
    expect(againstTarget).toBe("below")
    const against = (target: number | null) =>
      testReason({ ...campaign, target }, figures(even(89.37), 71), 300)!.againstTarget
    expect([against(30.95), against(20.67), against(20.65), against(null)]).toEqual([
      "around",
      "around",
      "above",
      null
    ])
  })

  it("promises conversions only where the budget limits the campaign and something converted", () => {
    const possible = (lostToBudget: number | null, conversions = 71, rise = 300) =>
      testReason({ ...campaign, lostToBudget }, figures(even(50), conversions), rise)!.possible
    const { high, low } = possible(0.05)!
    expect([Math.floor(low), Math.round(high)]).toEqual([17, 26])
    expect(possible(0.049)).toBeNull()
    expect(possible(0.23, 0)).toBeNull()
    expect(possible(0.23, 71, 0)).toBeNull()
    expect(possible(null)).toBeNull()
  })

  it("without the platform's share counts the last days on which the budget was used up", () => {
    const limited = (full: number) =>
      testReason(
        { ...campaign, lostToBudget: null },
        figures(
          [...even(10).slice(0, 13), ...Array.from({ length: 7 }, (_, n) => (n < full ? 57 : 56.9))],
          20
        ),
        300
      )!.limited
    expect([limited(4), limited(5)]).toEqual([false, true])
  })

  it("shows the last two weeks, and nothing without figures", () => {
    expect(testReason(campaign, figures(even(60), 5), 0)!.days).toHaveLength(14)
    expect(testReason(campaign, figures(even(60), 5), 0)!.usedUpDays).toBe(14)
    expect(testReason(campaign, figures(even(0), 0), 300)).toBeNull()
    expect(testReason(campaign, { ...figures(even(60), 5), until: null }, 300)).toBeNull()
  })
})
