import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type BudgetMove, committedMonthly, moneyProblem } from "../../src/changes/guardrails/money.ts"
import { count } from "../support/counts.ts"

const daily = fc.integer({ min: 0, max: 100_000 })

/**
 * A launched campaign has a budget; another may have none. The committed amount is never below the budget.
 */
const anyMove = fc
  .record({
    from: fc.option(daily),
    // Mostly small steps: each may be allowed alone while several together are not.
    by: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: -300, max: 300 }) },
      fc.integer({ min: -100_000, max: 100_000 })
    ),
    unpushed: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 })),
    left: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3000 })),
    launched: fc.boolean(),
    goesLive: fc.boolean()
  })
  .map(({ by, from, goesLive, launched, left, unpushed }): Omit<BudgetMove, "campaign"> => {
    const now = launched ? Math.max(1, from ?? 1) : from
    const to = goesLive ? now : Math.max(0, (now ?? 0) + by)
    return { from: now, to, committed: (now ?? 0) + unpushed, left, launched, goesLive }
  })

const anyWrite = fc
  .record({
    moves: fc.array(anyMove, { minLength: 1, maxLength: 5 }),
    others: daily,
    otherTotals: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9000 })),
    headroom: fc.integer({ min: -3000, max: 30_000 }),
    capped: fc.boolean(),
    changeLimitPercent: fc.integer({ min: 0, max: 30_000 }).map((n) => n / 100),
    perCall: fc.boolean()
  })
  .map(({ capped, changeLimitPercent, headroom, moves, otherTotals, others, perCall }) => {
    const committed = {
      daily: moves.reduce((sum, move) => sum + move.committed, others),
      totals: moves.reduce((sum, move) => sum + move.left, otherTotals)
    }
    return {
      moves: moves.map((move, n): BudgetMove => ({ campaign: n + 1, ...move })),
      // Around the committed sum, so that both sides of the cap occur often.
      rules: {
        maxSpend: capped ? Math.max(0, committedMonthly(committed) + headroom) : null,
        changeLimitPercent,
        committed
      },
      perCall
    }
  })

const runs = { numRuns: count("moneyRuns") }

describe("the moves of one write", () => {
  it("never raise the committed sum above the cap together", () => {
    fc.assert(
      fc.property(anyWrite, ({ moves, perCall, rules }) => {
        if (moneyProblem(moves, rules, { perCall }) !== null) return
        const rise = moves.reduce((sum, { committed, to }) => sum + Math.max(0, (to ?? 0) - committed), 0)
        if (rules.maxSpend === null) return
        const { daily, totals } = rules.committed
        const monthly = (perDay: number) => committedMonthly({ daily: perDay, totals })
        if (rise > 0) expect(monthly(daily + rise)).toBeLessThanOrEqual(rules.maxSpend)
        for (const { committed, goesLive, left, to } of moves) {
          if (!goesLive || ((to ?? 0) === 0 && left === 0)) continue
          expect(monthly(daily + rise - committed + (to ?? 0))).toBeLessThanOrEqual(rules.maxSpend)
        }
      }),
      runs
    )
  })

  it("leave every launched campaign with a budget, and move none further than one call allows", () => {
    fc.assert(
      fc.property(anyWrite, ({ moves, perCall, rules }) => {
        if (moneyProblem(moves, rules, { perCall }) !== null) return
        for (const { from, launched, to } of moves) {
          if (launched) expect(to).toBeGreaterThanOrEqual(1)
          if (!perCall || from === null || from === 0) continue
          const share = from * Math.round(rules.changeLimitPercent * 100)
          expect(Math.abs((to ?? 0) - from) * 10_000).toBeLessThanOrEqual(share)
        }
      }),
      runs
    )
  })

  it("are accepted with the values that their refusal allows", () => {
    fc.assert(
      fc.property(anyWrite, ({ moves: [move], perCall, rules }) => {
        // Going live moves no budget: an allowed budget must be set first.
        const changed = { ...move!, goesLive: false }
        const problem = moneyProblem([changed], rules, { perCall })
        if (problem === null) return
        const { allowed_max, allowed_max_daily, allowed_min } = problem
        const highest = Math.min(allowed_max ?? Infinity, allowed_max_daily ?? Infinity)
        const allowed = allowed_min === undefined ? [highest] : [allowed_min, highest]
        for (const to of allowed) expect(moneyProblem([{ ...changed, to }], rules, { perCall })).toBeNull()
      }),
      runs
    )
  })

  it("get no headroom from a decrease in the same write, before the platform has applied it", () => {
    fc.assert(
      fc.property(anyWrite, ({ moves, perCall, rules }) => {
        const [first, ...rest] = moves
        const kept = { ...first!, goesLive: false, to: first!.from }
        const lowered = { ...kept, to: Math.max(first!.launched ? 1 : 0, (first!.from ?? 0) - 1) }
        const unbound = { ...rules, changeLimitPercent: perCall ? 100 : rules.changeLimitPercent }
        const judge = (write: ReadonlyArray<BudgetMove>) => moneyProblem(write, unbound, { perCall })
        expect(judge([lowered, ...rest])).toEqual(judge([kept, ...rest]))
      }),
      runs
    )
  })

  it("in small steps reach no further than one step, and give other campaigns no more", () => {
    const shares = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(anyWrite, shares, fc.nat(), ({ moves, perCall, rules }, stops, which) => {
        const whole = moves[which % moves.length]!
        const [start, end] = [whole.from ?? 0, whole.to ?? 0]
        const between = stops
          .toSorted((a, b) => a - b)
          .map((n) => start + Math.round(((end - start) * n) / 100))
        const targets = [...between, whole.to]
        const parts = targets.map((to, n) => ({ ...whole, from: n === 0 ? whole.from : targets[n - 1]!, to }))
        const split = moves.flatMap((move) => (move === whole ? parts : [move]))
        if (moneyProblem(split, rules, { perCall }) !== null) return
        expect(moneyProblem(moves, rules, { perCall })).toBeNull()
      }),
      runs
    )
  })

  it("that set the same budget get the same verdict in any order, and none more than alone", () => {
    fc.assert(
      fc.property(anyWrite, fc.array(anyMove, { minLength: 1, maxLength: 3 }), (write, more) => {
        const [first, ...rest] = write.moves
        // Edits are planned from one snapshot: each starts from the campaign's current budget.
        const same = more.map(({ goesLive, to }) => ({ ...first!, goesLive, to }))
        const verdict = (moves: ReadonlyArray<BudgetMove>) =>
          moneyProblem(moves, write.rules, { perCall: write.perCall }) === null
        const passes = verdict([first!, ...rest, ...same])
        expect(verdict([...same.toReversed(), ...rest, first!])).toBe(passes)
        if (passes) for (const one of [first!, ...same]) expect(verdict([one, ...rest])).toBe(true)
      }),
      runs
    )
  })

  it("count as a launch with the raised budget if one raises it and another sets it live", () => {
    const raised = {
      campaign: 1,
      from: 100,
      to: 130,
      committed: 100,
      left: 0,
      launched: true,
      goesLive: false
    }
    const live = { ...raised, to: 100, goesLive: true }
    const rules = { maxSpend: 120 * 30, changeLimitPercent: 50, committed: { daily: 100, totals: 0 } }
    for (const moves of [
      [raised, live],
      [live, raised]
    ]) {
      expect(moneyProblem(moves, rules, { perCall: true })).toMatchObject({ allowed_max_daily: 120 })
    }
    // Already above the cap: it may stay there, but not go live.
    const over = { ...rules, maxSpend: 30 * 30 }
    const lower = { ...raised, to: 90 }
    expect(moneyProblem([lower], over, { perCall: true })).toBeNull()
    expect(moneyProblem([lower, live], over, { perCall: true })).toMatchObject({ allowed_max_daily: 30 })
  })
})
