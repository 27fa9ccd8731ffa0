import { describe, expect, it } from "vitest"
import { type BudgetView, budgetAdvice } from "../../../src/insight/engine/rules.ts"
import { budgetMonth, sums } from "../detect/support.ts"

/*
 * Both sides of each limit of the budget rule. A conversion costs 50, and one call may move a budget by a
 * quarter.
 */

const rules = { maxSpend: null, changeLimitPercent: 25, committed: { daily: 100, totals: 0 } }
const served = (costs: ReadonlyArray<number>) =>
  costs.map((cost, ago) => ({ ago, cost_micros: cost * 1_000_000 }))
const view = (over: Partial<BudgetView>): BudgetView => ({
  currency: "USD",
  budget: 100,
  targetCpa: null,
  conversionsStopped: false,
  served: served(Array<number>(14).fill(50)),
  last30: budgetMonth(sums(600, 3000, 60)),
  evidence: sums(1800, 9000, 180),
  rules,
  ...over
})
const to = (over: Partial<BudgetView>) => {
  const [operation] = budgetAdvice(view(over))?.operations ?? []
  return operation?.op === "set_budget" ? operation.to : null
}
const everyDay = (cost: number, days = 14) => served(Array<number>(days).fill(cost))

describe("a recommended raise", () => {
  it("states the days and the cost per conversion", () => {
    const reason =
      "it was spent on 7 of the last 7 days and lost 20% of its impressions to it; 60 conversions for $3,000: the true CPA is between $39 and $66; in the 90 days before it was at least $86.41"
    expect(budgetAdvice(view({ served: everyDay(95) }))).toEqual({
      type: "budget",
      summary: `Raise the daily budget from $100 to $120: ${reason}`,
      saving: null,
      findings: [
        {
          current_budget: 100,
          suggested_budget: 120,
          reason,
          // The platform showed a fifth less for the budget, so at most a quarter of 60 more conversions are there.
          extra_cost: 600,
          extra_conversions_low: 9,
          extra_conversions_high: 15
        }
      ],
      operations: [{ op: "set_budget", from: 100, to: 120 }],
      evidence: {
        measure: "cpa",
        reference: 86.41,
        of: "before",
        confidence: 0.95,
        items: [expect.objectContaining({ text: null, conversions: 60, cost_micros: 3_000_000_000 })]
      }
    })
  })

  it("counts the last seven days only", () => {
    const spentOutOn = (...agos: ReadonlyArray<number>) =>
      to({ served: agos.map((ago) => ({ ago, cost_micros: 95_000_000 })) })
    expect(spentOutOn(0, 1, 2, 3, 6)).toBe(120)
    expect(spentOutOn(0, 1, 2, 3, 7)).toBeNull()
  })

  it("requires a cost per conversion at or below the target", () => {
    expect(to({ served: everyDay(95), targetCpa: 50 })).toBe(120)
    expect(to({ served: everyDay(95), targetCpa: 49.99 })).toBeNull()
  })

  it("requires, without a target, a cost per conversion below that of the 90 days before", () => {
    const before = (cost: number) =>
      to({
        served: everyDay(95),
        last30: budgetMonth(sums(600, 3000, 60), { before: sums(1800, cost, 180) })
      })
    expect(before(9000)).toBeNull()
    expect(before(13_000)).toBeNull()
    expect(before(14_000)).toBe(120)
  })

  it("requires impressions that were lost to the budget, if that is known", () => {
    const losing = (lost_to_budget: number | null) =>
      to({
        served: everyDay(95),
        targetCpa: 50,
        last30: budgetMonth(sums(600, 3000, 60), { lost_to_budget })
      })
    expect([losing(null), losing(0.01), losing(0)]).toEqual([120, 120, null])
  })

  it("requires ten conversions in the days of evidence, or five with a target", () => {
    const raised = (conversions: number, targetCpa: number | null) =>
      to({ served: everyDay(95), targetCpa, evidence: sums(100, conversions * 50, conversions) })
    expect([raised(10, null), raised(9.9, null)]).toEqual([120, null])
    expect([raised(5, 50), raised(4.9, 50)]).toEqual([120, null])
  })

  it("is omitted if nothing would change", () => {
    expect(to({ served: everyDay(95), budget: 0 })).toBeNull()
    expect(to({ served: everyDay(1), budget: 1 })).toBeNull()
    expect(to({ served: everyDay(95), rules: { ...rules, maxSpend: 2000 } })).toBeNull()
  })
})

describe("a recommended cut", () => {
  const anyMove = { ...rules, changeLimitPercent: 100 }

  it("states the days", () => {
    const reason = "no day of the last 14 on which it served came to more than half of it"
    expect(budgetAdvice(view({}))).toEqual({
      type: "budget",
      summary: `Lower the daily budget from $100 to $75: ${reason}`,
      saving: null,
      findings: [{ current_budget: 100, suggested_budget: 75, reason }],
      operations: [{ op: "set_budget", from: 100, to: 75 }]
    })
  })

  it("stays a fifth above the largest day, rounded up", () => {
    expect(to({ rules: anyMove, served: everyDay(20.5) })).toBe(25)
    expect(to({ rules: anyMove, served: everyDay(50) })).toBe(60)
  })

  it("uses the last fourteen days on which the campaign served", () => {
    expect(to({ served: served([...Array<number>(14).fill(50), 90]) })).toBe(75)
    expect(to({ served: served([...Array<number>(13).fill(50), 90]) })).toBeNull()
  })

  it("never goes below 1, and is omitted if nothing would change", () => {
    expect(to({ rules: anyMove, served: everyDay(0) })).toBe(1)
    expect(to({ rules: anyMove, served: everyDay(0), budget: 1 })).toBeNull()
  })
})
