import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { plusDays, reportTypes } from "../../../src/contract/index.ts"
import { lastPeriod, windowsOf } from "../../../src/insight/documents/kinds/index.ts"
import { periodLength, todayIn, withComparableDays } from "../../../src/insight/documents/periods.ts"
import { mondayOf } from "../../../src/insight/performance/period.ts"

describe("the last full period", () => {
  it.each([
    ["weekly", "2026-11-15", "2026-11-02", "2026-11-08"],
    ["weekly", "2026-11-16", "2026-11-09", "2026-11-15"],
    ["performance", "2026-03-01", "2026-02-01", "2026-02-28"],
    ["performance", "2026-01-31", "2025-12-01", "2025-12-31"],
    ["strategic", "2026-11-15", "2026-07-01", "2026-09-30"],
    ["strategic", "2026-01-01", "2025-10-01", "2025-12-31"],
    ["intelligence", "2026-11-15", "2026-10-12", "2026-11-08"],
    ["competitor", "2026-11-15", "2026-10-12", "2026-11-08"]
  ] as const)("%s, seen from %s, is %s to %s", (type, today, from, to) => {
    expect(lastPeriod(type, today)).toEqual({ from, to })
  })

  it("is over, follows the one before it, and ends where the next starts", () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((days) => plusDays("2000-01-01", days))
    fc.assert(
      fc.property(fc.constantFrom(...reportTypes), day, (type, today) => {
        const period = lastPeriod(type, today)
        expect(period.to < today).toBe(true)
        const { before, since } = windowsOf(type, period)
        expect(before.to).toBe(plusDays(period.from, -1))
        expect(periodLength(before)).toBe(periodLength(period))
        expect(since <= before.from).toBe(true)
        if (type === "weekly") expect([periodLength(period), mondayOf(period.from)]).toEqual([7, period.from])
      })
    )
  })

  it.each([
    ["all its days", "2026-01-04", "2026-03-01", { from: "2026-01-04", to: "2026-01-31" }],
    ["all but the last", "2026-01-04", "2026-02-27", { from: "2026-01-05", to: "2026-01-31" }],
    ["the first day alone", "2026-01-04", "2026-02-01", { from: "2026-01-31", to: "2026-01-31" }],
    ["no day yet", "2026-01-04", "2026-01-31", null],
    ["all its days, but not all of those before", "2026-01-05", "2026-03-01", null],
    ["no day at all", null, null, null]
  ])(
    "with data on %s is compared with the same number of days before, if all have data",
    (_, first, latest, before) => {
      const february = lastPeriod("performance", "2026-03-01")
      const { before: compared } = withComparableDays(windowsOf("performance", february), { first, latest })
      expect(compared).toEqual(before)
    }
  )

  it("ends on a day that is over in every account", () => {
    const now = Date.parse("2026-11-16T02:00:00Z")
    expect(todayIn([], now)).toBe("2026-11-16")
    expect(todayIn(["Europe/Zurich", "America/Los_Angeles"], now)).toBe("2026-11-15")
    expect(todayIn(["Pacific/Auckland"], now)).toBe("2026-11-16")
  })
})
