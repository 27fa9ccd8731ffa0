import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { moveProblem } from "../../src/changes/guardrails/money.ts"
import type { LimitFigures } from "../../src/contract/index.ts"
import { count } from "../support/counts.ts"

interface Facts {
  readonly current: number | null
  readonly changeLimitPercent: number
  readonly maxSpend: number | null
  readonly others: number
  readonly launched?: boolean
}

/** Returns the problem of a budget change by one call, beside the budgets of other campaigns. */
const budgetProblem = ({ current, launched = false, others, ...rules }: Facts, next: number) =>
  moveProblem(
    { campaign: 1, from: current, to: next, committed: current ?? 0, left: 0, launched, goesLive: false },
    rules,
    { daily: others, totals: 0 },
    true
  )

const facts: Facts = { current: 100, changeLimitPercent: 25, maxSpend: 12_000, others: 170 }

describe("a budget", () => {
  it.each([
    [75, null],
    [125, null],
    [74, { allowed_min: 75, allowed_max: 125 }],
    [126, { allowed_min: 75, allowed_max: 125 }]
  ])("of 100 with a limit of 25 percent can become %i: %j", (next, refusal) => {
    const problem = budgetProblem(facts, next)
    if (refusal === null) expect(problem).toBeNull()
    else expect(problem).toMatchObject(refusal)
  })

  it("stays within the monthly cap", () => {
    const tight = { ...facts, others: 290 }
    expect(budgetProblem(tight, 110)).toBeNull()
    expect(budgetProblem(tight, 111)).toMatchObject({ monthly_cap: 12_000, allowed_max_daily: 110 })
    expect(budgetProblem({ ...tight, current: null }, 5000)).toMatchObject({ allowed_max_daily: 110 })
  })

  it("that exceeds both limits reports both ranges", () => {
    const wide = { ...facts, others: 100 }
    const pairs = ({ allowed_max, allowed_max_daily, allowed_min, monthly_cap }: LimitFigures) => ({
      allowed_max,
      allowed_max_daily,
      allowed_min,
      monthly_cap
    })
    const perCall = { allowed_min: 75, allowed_max: 125 }
    expect(pairs(budgetProblem(wide, 301)!)).toEqual({
      ...perCall,
      monthly_cap: 12_000,
      allowed_max_daily: 300
    })
    expect(pairs(budgetProblem(wide, 300)!)).toEqual({
      ...perCall,
      monthly_cap: undefined,
      allowed_max_daily: undefined
    })
    // The cap is tighter: each pair still reports its own limit.
    const tight = { ...facts, others: 290 }
    expect(budgetProblem(tight, 126)).toMatchObject({ ...perCall, allowed_max_daily: 110 })
    // Below the range only one limit is exceeded, and its range has no amount that the cap refuses.
    expect(pairs(budgetProblem(tight, 74)!)).toEqual({
      allowed_min: 75,
      allowed_max: 110,
      monthly_cap: undefined,
      allowed_max_daily: undefined
    })
  })

  it("can always be lowered, even if the cap is lower than the sum", () => {
    const over = { ...facts, maxSpend: 1000 }
    expect(budgetProblem(over, 80)).toBeNull()
    expect(budgetProblem(over, 100)).toBeNull()
    expect(budgetProblem(over, 101)).toMatchObject({ allowed_max_daily: 100 })
  })

  it("has no per-call limit if the campaign has no budget yet, or no limit is set", () => {
    expect(budgetProblem({ ...facts, current: 0, maxSpend: null }, 99_999)).toBeNull()
    expect(budgetProblem({ ...facts, current: null, maxSpend: null }, 99_999)).toBeNull()
  })

  const anyFacts = fc.record({
    current: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
    changeLimitPercent: fc.integer({ min: 0, max: 20_000 }).map((n) => n / 100),
    maxSpend: fc.option(fc.integer({ min: 0, max: 100_000_000 }).map((n) => n / 100)),
    others: fc.integer({ min: 0, max: 100_000 })
  })

  it("is accepted at every value that a refusal reports as allowed", () => {
    fc.assert(
      fc.property(anyFacts, fc.integer({ min: 0, max: 2_000_000 }), (given, next) => {
        const problem = budgetProblem(given, next)
        if (problem === null) return
        const { allowed_max, allowed_max_daily, allowed_min } = problem
        const highest = Math.min(allowed_max ?? Infinity, allowed_max_daily ?? Infinity)
        const allowed = allowed_min === undefined ? [highest] : [allowed_min, highest]
        for (const amount of allowed) expect(budgetProblem(given, amount)).toBeNull()
      }),
      { numRuns: count("moneyRuns") }
    )
  })

  it("never raises the sum above the cap, nor moves further than one call allows", () => {
    fc.assert(
      fc.property(anyFacts, fc.integer({ min: 0, max: 2_000_000 }), (given, next) => {
        if (budgetProblem(given, next) !== null) return
        const current = given.current ?? 0
        if (given.maxSpend !== null && next > current) {
          expect((next + given.others) * 30).toBeLessThanOrEqual(given.maxSpend)
        }
        if (current > 0) {
          expect(Math.abs(next - current) * 10_000).toBeLessThanOrEqual(
            current * Math.round(given.changeLimitPercent * 100)
          )
        }
      }),
      { numRuns: count("moneyRuns") }
    )
  })
})
