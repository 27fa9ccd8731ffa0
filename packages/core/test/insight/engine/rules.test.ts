import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { moneyProblem } from "../../../src/changes/guardrails/money.ts"
import {
  type BrandLeakView,
  type BudgetView,
  brandLeak,
  budgetAdvice
} from "../../../src/insight/engine/rules.ts"
import { budgetMonth, sums } from "../detect/support.ts"

const million = 1_000_000

describe("brand_leak", () => {
  const view = (over: Partial<BrandLeakView> = {}): BrandLeakView => ({
    currency: "USD",
    brand: ["northwind"],
    negatives: [],
    terms: [
      { term: "northwind boiler repair", cost_micros: 20 * million, conversions: 2 },
      { term: "Northwind heating", cost_micros: 30.5 * million, conversions: 1 },
      { term: "boiler repair", cost_micros: 90 * million, conversions: 2 },
      { term: "northwinds", cost_micros: 5 * million, conversions: 2 },
      { term: "northwind free", cost_micros: 0, conversions: 2 }
    ],
    spent_micros: 5000 * million,
    ...over
  })

  it("excludes brand searches exactly, most expensive first", () => {
    expect(brandLeak(view())).toMatchObject({
      type: "brand_leak",
      saving: 50.5,
      saves: { stops: [{ conversions: 1 }, { conversions: 2 }] },
      findings: [{ conversions_30d: 1 }, { conversions_30d: 2 }],
      operations: [
        { op: "add_negative_keyword", text: "Northwind heating", match: "exact" },
        { op: "add_negative_keyword", text: "northwind boiler repair", match: "exact" }
      ]
    })
  })

  it("skips existing exclusions, and finds nothing without a brand campaign", () => {
    expect(brandLeak(view({ negatives: [{ text: "northwind", match: "phrase" }] }))).toBeNull()
    expect(brandLeak(view({ brand: [] }))).toBeNull()
  })
})

describe("budget", () => {
  const rules = { maxSpend: null, changeLimitPercent: 25, committed: { daily: 100, totals: 0 } }
  const view = (cost: number | ReadonlyArray<number>, over: Partial<BudgetView> = {}): BudgetView => ({
    currency: "USD",
    budget: 100,
    targetCpa: null,
    conversionsStopped: false,
    served: (typeof cost === "number" ? Array<number>(14).fill(cost) : cost).map((one, ago) => ({
      ago,
      cost_micros: one * million
    })),
    last30: budgetMonth(sums(600, 3000, 60)),
    evidence: sums(1800, 9000, 180),
    rules,
    ...over
  })
  const to = (given: BudgetView) => {
    const [operation] = budgetAdvice(given)?.operations ?? []
    return operation?.op === "set_budget" ? operation.to : null
  }

  it("rises by a fifth if five of seven days were spent and it pays off", () => {
    expect(to(view(95))).toBe(120)
    expect(to(view([95, 95, 95, 95, 95, 60, 60, ...Array<number>(7).fill(60)]))).toBe(120)
    expect(to(view([95, 95, 95, 95, 94, 60, 60, ...Array<number>(7).fill(60)]))).toBeNull()
    expect(to(view(95, { targetCpa: 49 }))).toBeNull()
    expect(to(view(95, { last30: budgetMonth(sums(600, 3000)) }))).toBeNull()
  })

  it("rises at most to the per-call limit and the cap", () => {
    expect(to(view(95, { rules: { ...rules, changeLimitPercent: 10 } }))).toBe(110)
    expect(to(view(95, { rules: { ...rules, maxSpend: 3150 } }))).toBe(105)
    expect(to(view(95, { rules: { ...rules, maxSpend: 3000 } }))).toBeNull()
  })

  it("falls if no day of fourteen spent half of it", () => {
    expect(to(view(50))).toBe(75)
    expect(to(view([51, ...Array<number>(13).fill(1)]))).toBeNull()
    expect(to(view(10, { budget: 1 }))).toBeNull()
  })

  it("does not count a day without service as a day without spend", () => {
    const servedOn = (...agos: ReadonlyArray<number>) =>
      to(view(0, { served: agos.map((ago) => ({ ago, cost_micros: 10 * million })) }))
    const days = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)
    expect(servedOn()).toBeNull()
    expect(servedOn(...days(0, 13))).toBeNull()
    expect(servedOn(...days(0, 14))).toBe(75)
    expect(servedOn(0, ...days(10, 13))).toBe(75)
    // It has just restarted, so its earlier spend is no evidence.
    expect(servedOn(...days(2, 14))).toBe(75)
    expect(servedOn(...days(3, 14))).toBeNull()
    expect(to(view(Array<number>(4).fill(95)))).toBeNull()
  })

  it("never proposes what the money rules refuse", () => {
    fc.assert(
      fc.property(
        fc.record({
          budget: fc.integer({ min: 1, max: 500 }),
          cost: fc.integer({ min: 0, max: 600 }),
          percent: fc.integer({ min: 1, max: 100 }),
          others: fc.nat(1000),
          maxSpend: fc.option(fc.nat(50_000))
        }),
        ({ budget, cost, maxSpend, others, percent }) => {
          const money = {
            maxSpend,
            changeLimitPercent: percent,
            committed: { daily: budget + others, totals: 0 }
          }
          const proposed = to(view(cost, { budget, rules: money }))
          if (proposed === null) return
          const move = {
            campaign: 1,
            from: budget,
            to: proposed,
            committed: budget,
            left: 0,
            launched: true,
            goesLive: false
          }
          expect(moneyProblem([move], money, { perCall: true })).toBeNull()
        }
      ),
      { numRuns: 500 }
    )
  })
})
