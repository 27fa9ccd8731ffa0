import { describe, expect, it } from "vitest"
import { type BudgetMove, moneyChecks } from "../../src/changes/guardrails/money.ts"

const move = (fields: Partial<BudgetMove>): BudgetMove => ({
  campaign: 1,
  from: 100,
  to: 115,
  committed: 100,
  left: 0,
  launched: true,
  goesLive: false,
  ...fields
})
const rules = { maxSpend: 12_000, changeLimitPercent: 25, committed: { daily: 270, totals: 0 } }

describe("the money rules as figures for people", () => {
  it("explains a rise within both limits", () => {
    expect(moneyChecks([move({})], rules, { perCall: true })).toEqual({
      steps: [{ passes: true, campaign: 1, from: 100, to: 115, min: 75, max: 125, percent: 25 }],
      cap: { passes: true, before: 8100, after: 8550, cap: 12_000 },
      monthlyRise: 450
    })
  })

  it("counts a pending write's own reservation once", () => {
    const reserved = moneyChecks(
      [move({ committed: 115 })],
      { ...rules, committed: { daily: 285, totals: 0 } },
      { perCall: true }
    )
    expect(reserved.cap).toEqual({ passes: true, before: 8100, after: 8550, cap: 12_000 })
  })

  it.each([
    [125, true],
    [126, false],
    [75, true],
    [74, false]
  ])("applies the limit of one call at its borders: %i", (to, passes) => {
    expect(moneyChecks([move({ to })], rules, { perCall: true }).steps[0]?.passes).toBe(passes)
  })

  it.each([
    [400 * 30, 285, true],
    [284 * 30, 285, false]
  ])("applies the cap as the rules do: cap %i", (maxSpend, _, passes) => {
    const { cap } = moneyChecks(
      [move({})],
      { ...rules, maxSpend, changeLimitPercent: 1000 },
      { perCall: true }
    )
    expect(cap?.passes).toBe(passes)
  })

  it("has no figures for what moves no budget, and no cap where there is none", () => {
    expect(moneyChecks([], rules, { perCall: true })).toEqual({ steps: [], cap: null, monthlyRise: 0 })
    expect(moneyChecks([move({})], { ...rules, maxSpend: null }, { perCall: true }).cap).toBeNull()
  })

  it("counts a campaign that goes live with its whole budget, which the cap counted before", () => {
    const resume = moneyChecks([move({ to: 100, goesLive: true })], rules, { perCall: true })
    expect(resume).toEqual({
      steps: [],
      cap: { passes: true, before: 8100, after: 8100, cap: 12_000 },
      monthlyRise: 3000
    })
  })

  it("does not apply the limit of one call to an undo, and reports a fall", () => {
    const undo = moneyChecks([move({ to: 10 })], rules, { perCall: false })
    expect(undo.steps).toEqual([])
    expect(undo.monthlyRise).toBe(-2700)
  })
})
