import { capMax, type MoneyRules, perCallRange } from "../../changes/guardrails/money.ts"
import { amountOf, type Sums } from "../amounts.ts"
import { costPerConversion } from "../detect/thresholds.ts"
import type { NewRecommendation } from "../recommendations/save.ts"

export interface ServedDay {
  /** Days before the organization's latest day with data. */
  readonly ago: number
  readonly cost_micros: number
}

export interface BudgetView {
  /** Daily, in whole units; 0 for none. */
  readonly budget: number
  readonly targetCpa: number | null
  /** Days of the last 30 on which it served, the latest first. The others are no evidence of anything. */
  readonly served: ReadonlyArray<ServedDay>
  readonly last30: Sums
  readonly rules: MoneyRules
}

const microsPerUnit = 1_000_000
/** Spent out on so many of the last days. */
const raiseRule = { share: 0.95, days: 5, of: 7, by: 1.2 } as const
/**
 * At most so much of it spent on each of the last days on which it served; kept above the largest of them. A campaign that
 * did not serve within `recent` days has just come back: what it spent before says nothing of today's budget.
 */
const lowerRule = { share: 0.5, of: 14, above: 1.2, recent: 3 } as const

const budgetRecommendation = (from: number, to: number, why: string): NewRecommendation => ({
  type: "budget",
  summary: `${to > from ? "Raise" : "Lower"} the daily budget from ${from} to ${to}: ${why}`,
  saving: null,
  findings: [{ current_budget: from, suggested_budget: to, reason: why }],
  operations: [{ op: "set_budget", from, to }]
})

/** What a conversion costs where the budget runs out and that price is good enough for more of it; null elsewhere. */
const priceWorthRaising = ({ budget, last30, served, targetCpa }: BudgetView): number | null => {
  const spentOut = served.filter(
    ({ ago, cost_micros }) => ago < raiseRule.of && cost_micros >= raiseRule.share * budget * microsPerUnit
  )
  const cpa = costPerConversion(last30)
  if (spentOut.length < raiseRule.days || cpa === null) return null
  // Without a target its own CPA is what it is held to, which it always meets: then that it converts is enough.
  return targetCpa === null || cpa <= targetCpa * microsPerUnit ? cpa : null
}

/** A budget that runs out where it pays, or that nothing comes near. Within what one call may move, and the cap. */
export const budgetAdvice = (view: BudgetView): NewRecommendation | null => {
  const { budget, rules, served } = view
  const range = perCallRange({ from: budget, launched: true }, rules.changeLimitPercent)
  if (range === null) return null
  const capLimit = capMax({ from: budget, goesLive: false }, rules.maxSpend, rules.committed - budget)
  const cpa = priceWorthRaising(view)
  if (cpa !== null) {
    const to = Math.min(Math.round(budget * raiseRule.by), range.max, capLimit ?? range.max)
    const why = `it was spent on ${raiseRule.days} of the last ${raiseRule.of} days, at ${amountOf(cpa)} a conversion`
    return to > budget ? budgetRecommendation(budget, to, why) : null
  }
  const days = served.slice(0, lowerRule.of)
  if (days.length < lowerRule.of || days[0]!.ago >= lowerRule.recent) return null
  const largest = Math.max(...days.map(({ cost_micros }) => cost_micros)) / microsPerUnit
  if (largest > lowerRule.share * budget) return null
  const to = Math.max(Math.ceil(largest * lowerRule.above), range.min)
  return to < budget
    ? budgetRecommendation(
        budget,
        to,
        `no day of the last ${lowerRule.of} on which it served came to more than half of it`
      )
    : null
}
