import type { ServedDay } from "../../campaigns/index.ts"
import { capMax, type MoneyRules, perCallRange } from "../../changes/guardrails/money.ts"
import { amountOf, costPerConversion, microsPerUnit, type Sums } from "../amounts.ts"
import type { NewRecommendation } from "../recommendations/save.ts"

export interface BudgetView {
  /** Daily, in whole units; 0 for none. */
  readonly budget: number
  readonly targetCpa: number | null
  /** Days of the last 30 on which it served, latest first. Other days are no evidence. */
  readonly served: ReadonlyArray<ServedDay>
  readonly last30: Sums
  readonly rules: MoneyRules
}

/** The budget was used up on this many of the last days. */
const raiseRule = { share: 0.95, days: 5, of: 7, by: 1.2 } as const
/**
 * At most this share was spent on each of the last served days; the new budget stays above the largest of
 * them. A campaign that did not serve within `recent` days has just restarted, so its earlier spend is no
 * evidence.
 */
const lowerRule = { share: 0.5, of: 14, above: 1.2, recent: 3 } as const

const budgetRecommendation = (from: number, to: number, why: string): NewRecommendation => ({
  type: "budget",
  summary: `${to > from ? "Raise" : "Lower"} the daily budget from ${from} to ${to}: ${why}`,
  saving: null,
  findings: [{ current_budget: from, suggested_budget: to, reason: why }],
  operations: [{ op: "set_budget", from, to }]
})

/** Returns the cost per conversion if the budget runs out and that cost justifies a raise, else null. */
const priceWorthRaising = ({ budget, last30, served, targetCpa }: BudgetView): number | null => {
  const spentOut = served.filter(
    ({ ago, cost_micros }) => ago < raiseRule.of && cost_micros >= raiseRule.share * budget * microsPerUnit
  )
  const cpa = costPerConversion(last30)
  if (spentOut.length < raiseRule.days || cpa === null) return null
  // Without a target, a campaign is compared with its own CPA, so converting at all suffices.
  return targetCpa === null || cpa <= targetCpa * microsPerUnit ? cpa : null
}

/**
 * Recommends a raise where a profitable budget runs out, or a cut where it is never used. Stays within the
 * per-call limit and the cap.
 */
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
