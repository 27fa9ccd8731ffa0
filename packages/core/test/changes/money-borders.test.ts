import { describe, expect, it } from "vitest"
import {
  type BudgetMove,
  capMax,
  dailyHeadroom,
  limitFigures,
  moneyProblem,
  moveProblem,
  perCallRange,
  raisedBudgets
} from "../../src/changes/guardrails/money.ts"
import { BudgetCapExceeded } from "../../src/contract/index.ts"

/* Figures on both sides of every limit of the money rules, computed by hand. */

const launched = (from: number | null, to: number | null, more: Partial<BudgetMove> = {}): BudgetMove => ({
  campaign: 1,
  from,
  to,
  committed: from ?? 0,
  left: 0,
  launched: true,
  goesLive: false,
  ...more
})

it.each([
  [null, 40, null],
  [3000, 40, 60],
  [3029, 40, 60],
  [3030, 40, 61],
  [3000, 100, 0],
  [3000, 101, 0],
  [0, 0, 0]
])("a cap of %s with %i committed per day leaves %s per day", (maxSpend, committed, room) => {
  expect(dailyHeadroom(maxSpend, { daily: committed, totals: 0 })).toBe(room)
})

describe("one call can move", () => {
  it.each([
    ["a quarter of 100", 100, true, 25, { min: 75, max: 125 }],
    ["whole units only", 99, true, 25, { min: 75, max: 123 }],
    ["hundredths of a percent", 100, true, 12.34, { min: 88, max: 112 }],
    ["a percentage that floats would round", 100, true, 1.15, { min: 99, max: 101 }],
    ["a draft to 0 with a limit of 100 percent", 100, false, 100, { min: 0, max: 200 }],
    ["a draft to 0 with a limit above 100 percent", 100, false, 150, { min: 0, max: 250 }],
    ["a launched campaign to 1", 100, true, 100, { min: 1, max: 200 }],
    ["nothing of 1", 1, true, 10, { min: 1, max: 1 }],
    ["a launched campaign without a budget to 1", null, true, 25, { min: 1, max: 1 }],
    ["a launched campaign from 0 to 1", 0, true, 25, { min: 1, max: 1 }],
    ["a draft without a budget to any amount", null, false, 25, null],
    ["a draft from 0 to any amount", 0, false, 25, null]
  ] as const)("%s", (_, from, isLaunched, percent, range) => {
    expect(perCallRange({ from, launched: isLaunched }, percent)).toEqual(range)
  })
})

describe("under a cap of 3,000 a month a campaign can have", () => {
  it.each([
    ["what is left", { from: 50, goesLive: false }, 40, 60],
    ["its current budget if less headroom is left", { from: 50, goesLive: false }, 80, 50],
    ["at most the headroom when it goes live", { from: 50, goesLive: true }, 80, 20],
    ["nothing when it goes live without headroom", { from: 50, goesLive: true }, 120, 0],
    ["nothing without a budget and without headroom", { from: null, goesLive: false }, 120, 0]
  ])("%s", (_, move, others, most) => {
    expect(capMax(move, 3000, { daily: others, totals: 0 })).toBe(most)
    expect(capMax(move, null, { daily: others, totals: 0 })).toBeNull()
  })
})

it("an error carries only the exceeded limits", () => {
  const call = { allowed_min: 75, allowed_max: 125 }
  const cap = { monthly_cap: 3000, allowed_max_daily: 60 }
  expect(limitFigures(null)).toStrictEqual({})
  const figuresIn = (figures: object) => limitFigures(new BudgetCapExceeded({ ...figures, currency: "USD" }))
  expect(figuresIn(call)).toStrictEqual(call)
  expect(figuresIn(cap)).toStrictEqual(cap)
  expect(figuresIn({ ...call, ...cap })).toStrictEqual({ ...call, ...cap })
})

describe("without the per-call limit", () => {
  const free = { maxSpend: null, changeLimitPercent: 25 }
  const problem = (from: number | null, to: number, maxSpend: number | null = null) =>
    limitFigures(moveProblem(launched(from, to), { ...free, maxSpend }, { daily: 0, totals: 0 }, false))

  it("requires a launched campaign to keep at least 1, and reports the allowed range", () => {
    expect(problem(50, 1)).toEqual({})
    expect(problem(50, 5000)).toEqual({})
    expect(problem(50, 0)).toEqual({ allowed_min: 1, allowed_max: 50 })
    expect(problem(null, 0)).toEqual({ allowed_min: 1, allowed_max: 1 })
    expect(problem(50, 0, 3000)).toEqual({ allowed_min: 1, allowed_max: 100 })
  })
})

describe("the moves of one write", () => {
  const judge = (
    moves: ReadonlyArray<BudgetMove>,
    maxSpend: number | null,
    committed: number,
    perCall = false
  ) =>
    limitFigures(
      moneyProblem(
        moves,
        { maxSpend, changeLimitPercent: 25, committed: { daily: committed, totals: 0 } },
        { perCall }
      )
    )

  it("two steps of one campaign reach no further than one", () => {
    expect(judge([launched(100, 120), launched(120, 125)], null, 100, true)).toEqual({})
    expect(judge([launched(100, 120), launched(120, 126)], null, 100, true)).toEqual({
      allowed_min: 75,
      allowed_max: 125
    })
  })

  it("of one campaign count from the lowest commitment before them", () => {
    const moves = [launched(100, 110), launched(110, 151, { committed: 150 })]
    expect(judge(moves, 4500, 100)).toEqual({ monthly_cap: 4500, allowed_max_daily: 150 })
    expect(judge(moves, 4530, 100)).toEqual({})
  })

  it.each([
    [true, false],
    [false, true]
  ])("of one campaign that any of them marks as launched (%s, %s) keep a budget", (first, second) => {
    const moves = [launched(50, 40, { launched: first }), launched(40, 0, { launched: second })]
    expect(judge(moves, null, 50)).toMatchObject({ allowed_min: 1 })
  })

  it.each([
    [true, false],
    [false, true]
  ])(
    "of one campaign that one of them sets live (%s, %s) must fit under the cap completely",
    (first, second) => {
      const moves = [
        launched(100, 90, { goesLive: first }),
        launched(90, 100, { goesLive: second, committed: 100 })
      ]
      expect(judge(moves, 3000, 150)).toEqual({ monthly_cap: 3000, allowed_max_daily: 50 })
    }
  )

  it("a decrease of one campaign does not free headroom for another", () => {
    const moves = (to: number) => [launched(100, 90), launched(50, to, { campaign: 2 })]
    expect(judge(moves(60), 4800, 150)).toEqual({})
    expect(judge(moves(61), 4800, 150)).toEqual({ monthly_cap: 4800, allowed_max_daily: 60 })
  })

  it("moves of new campaigns count as different campaigns", () => {
    const made = (to: number) => launched(null, to, { campaign: null, launched: false })
    expect(judge([made(50), made(50)], 3000, 0)).toEqual({})
    expect(judge([made(50), made(51)], 3000, 0)).toEqual({ monthly_cap: 3000, allowed_max_daily: 49 })
  })
})

describe("a pending write reserves", () => {
  it.each([
    ["a raised budget", [launched(50, 51)], [{ campaign: 1, budget: 51 }]],
    ["nothing for an unchanged budget", [launched(50, 50)], []],
    ["nothing for a lower budget", [launched(50, 49)], []],
    ["nothing without a budget", [launched(null, null)], []],
    ["the first budget of a campaign", [launched(null, 1)], [{ campaign: 1, budget: 1 }]],
    ["the largest of several steps", [launched(50, 70), launched(70, 60)], [{ campaign: 1, budget: 70 }]],
    [
      "each budget of new campaigns",
      [launched(null, 5, { campaign: null }), launched(null, 5, { campaign: null })],
      [
        { campaign: null, budget: 5 },
        { campaign: null, budget: 5 }
      ]
    ]
  ])("%s", (_, moves, reserved) => {
    expect(raisedBudgets(moves)).toEqual(reserved)
  })
})
