import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { monthAfter, passingPace } from "../../src/campaigns/month-pace.ts"

describe("the month of a pace", () => {
  it("is that of the day after the last counted one, with all of its days in the account's calendar", () => {
    expect(monthAfter("2026-11-18")).toEqual({ from: "2026-11-01", to: "2026-11-30", left: 12 })
    expect(monthAfter("2026-11-30")).toEqual({ from: "2026-12-01", to: "2026-12-31", left: 31 })
    expect(monthAfter("2028-02-27")).toEqual({ from: "2028-02-01", to: "2028-02-29", left: 2 })
  })
})

describe("a pace that passes the cap", () => {
  const november = { until: "2026-11-18", spent: 1800, rest: 1200 }

  it("has the projected amount and the day on which the cap is passed", () => {
    expect(passingPace(november, 2999, false)).toEqual({
      until: "2026-11-18",
      spent: 1800,
      projected: 3000,
      passes_on: "2026-11-30"
    })
    expect(passingPace(november, 1850, false)?.passes_on).toBe("2026-11-19")
    expect(passingPace(november, 1950, false)?.passes_on).toBe("2026-11-20")
  })

  it("does not pass a cap that it just reaches, and has no day once the cap has passed", () => {
    expect(passingPace(november, 3000, false)).toBeNull()
    expect(passingPace(november, 1799, false)?.passes_on).toBeNull()
    expect(passingPace({ ...november, spent: 0, rest: 0 }, 0, false)).toBeNull()
  })

  it("lasts until it is clearly below the cap, so that it does not begin again every day", () => {
    expect(passingPace(november, 3050, true)).toMatchObject({ projected: 3000, passes_on: null })
    expect(passingPace(november, 3050, false)).toBeNull()
    expect(passingPace(november, 3100, true)).toBeNull()
  })

  it("passes the cap on a day of the month at whose end the usual spend has brought it above", () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 })
    const day = fc
      .integer({ min: 0, max: 3000 })
      .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, amount, amount, amount, (until, spent, rest, cap) => {
        const pace = passingPace({ until, spent, rest }, cap, false)
        expect(pace !== null).toBe(spent + rest > cap)
        if (pace?.passes_on == null) return
        const { left, to } = monthAfter(until)
        expect(pace.passes_on > until && pace.passes_on <= to).toBe(true)
        const after = (Date.parse(pace.passes_on) - Date.parse(until)) / 86_400_000
        expect(spent + (rest / left) * after).toBeGreaterThanOrEqual(cap - 1e-6)
        expect(spent + (rest / left) * (after - 1)).toBeLessThanOrEqual(cap + 1e-6)
      })
    )
  })
})
