import type { ServedDay } from "../../campaigns/index.ts"
import { capMax, type MoneyRules, perCallRange } from "../../changes/guardrails/money.ts"
import { amountOf, costPerConversion, microsPerUnit, type Sums } from "../amounts.ts"
import { referenceCpa } from "../detect/reference.ts"
import { lowerBudgetCutoffs, raiseBudgetCutoffs } from "../detect/thresholds.ts"
import { moneyFormatter, shortMoneyFormatter } from "../markdown/format.ts"
import type { NewRecommendation } from "../recommendations/save.ts"

export interface BudgetView {
  readonly currency: string
  /** Daily, in whole units; 0 for none. */
  readonly budget: number
  readonly targetCpa: number | null
  /** Whether its conversions are no longer counted, so that nothing is known about their cost. */
  readonly conversionsStopped: boolean
  /** Days of the last 30 on which it served, latest first. Other days are no evidence. */
  readonly served: ReadonlyArray<ServedDay>
  readonly last30: Sums
  readonly evidence: Sums
  readonly rules: MoneyRules
}

const budgetRecommendation = (
  currency: string,
  from: number,
  to: number,
  why: string
): NewRecommendation => ({
  type: "budget",
  summary: `${to > from ? "Raise" : "Lower"} the daily budget from ${shortMoneyFormatter(currency)(from)} to ${shortMoneyFormatter(currency)(to)}: ${why}`,
  saving: null,
  findings: [{ current_budget: from, suggested_budget: to, reason: why }],
  operations: [{ op: "set_budget", from, to }]
})

/** Returns the cost per conversion if the budget runs out and that cost justifies a raise, else null. */
const priceWorthRaising = (view: BudgetView): number | null => {
  const { budget, conversionsStopped, last30, served } = view
  if (conversionsStopped) return null
  const spentOut = served.filter(
    ({ ago, cost_micros }) =>
      ago < raiseBudgetCutoffs.of && cost_micros >= raiseBudgetCutoffs.minSpent * budget * microsPerUnit
  )
  const [cpa, reference] = [costPerConversion(last30), referenceCpa(view)]
  if (spentOut.length < raiseBudgetCutoffs.days || cpa === null || reference === null) return null
  return cpa <= reference ? cpa : null
}

/**
 * Recommends a raise where a profitable budget runs out, or a cut where it is never used. Stays within the
 * per-call limit and the cap.
 */
export const budgetAdvice = (view: BudgetView): NewRecommendation | null => {
  const { budget, currency, rules, served } = view
  const range = perCallRange({ from: budget, launched: true }, rules.changeLimitPercent)
  if (range === null) return null
  const capLimit = capMax({ from: budget, goesLive: false }, rules.maxSpend, rules.committed - budget)
  const cpa = priceWorthRaising(view)
  if (cpa !== null) {
    const to = Math.min(Math.round(budget * raiseBudgetCutoffs.factor), range.max, capLimit ?? range.max)
    const why = `it was spent on ${raiseBudgetCutoffs.days} of the last ${raiseBudgetCutoffs.of} days, at ${moneyFormatter(currency)(amountOf(cpa))} a conversion`
    return to > budget ? budgetRecommendation(currency, budget, to, why) : null
  }
  const days = served.slice(0, lowerBudgetCutoffs.of)
  if (days.length < lowerBudgetCutoffs.of || days[0]!.ago >= lowerBudgetCutoffs.recentDays) return null
  const largest = Math.max(...days.map(({ cost_micros }) => cost_micros)) / microsPerUnit
  if (largest > lowerBudgetCutoffs.maxSpent * budget) return null
  const to = Math.max(Math.ceil(largest * lowerBudgetCutoffs.aboveLargest), range.min)
  return to < budget
    ? budgetRecommendation(
        currency,
        budget,
        to,
        `no day of the last ${lowerBudgetCutoffs.of} on which it served came to more than half of it`
      )
    : null
}
