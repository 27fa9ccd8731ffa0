import { capMaximum, type MoneyRules, perCallRange } from "../../changes/guardrails/money.ts"
import { amountOf, type Sums } from "../amounts.ts"
import { costPerConversion } from "../detect/cut-offs.ts"
import type { Recommended } from "../recommendations/save.ts"

export interface BudgetView {
  /** Daily, in whole units; 0 for none. */
  readonly budget: number
  readonly targetCpa: number | null
  /** Cost of each of the last 14 days in micros, the latest first; days without data are zeros. */
  readonly days: ReadonlyArray<number>
  readonly last30: Sums
  readonly rules: MoneyRules
}

const million = 1_000_000
/** Spent out on so many of the last days. */
const raise = { share: 0.95, days: 5, of: 7, by: 1.2 } as const
/** At most so much of it spent on each of the last days; kept above the largest of them. */
const lower = { share: 0.5, of: 14, above: 1.2 } as const

const recommended = (from: number, to: number, why: string): Recommended => ({
  type: "budget",
  summary: `${to > from ? "Raise" : "Lower"} the daily budget from ${from} to ${to}: ${why}`,
  saving: null,
  findings: [{ current_budget: from, suggested_budget: to, reason: why }],
  operations: [{ op: "set_budget", from, to }]
})

const worthRaising = ({ budget, days, last30, targetCpa }: BudgetView): boolean => {
  const spentOut = days.slice(0, raise.of).filter((cost) => cost >= raise.share * budget * million)
  const cpa = costPerConversion(last30)
  // Without a target its own CPA is what it is held to, which it always meets: then that it converts is enough.
  return spentOut.length >= raise.days && cpa !== null && (targetCpa === null || cpa <= targetCpa * million)
}

/** A budget that runs out where it pays, or that nothing comes near. Within what one call may move, and the cap. */
export const budgetAdvice = (view: BudgetView): Recommended | null => {
  const { budget, days, last30, rules } = view
  const range = perCallRange({ from: budget, launched: true }, rules.changeLimitPercent)
  if (budget <= 0 || days.length < lower.of || range === null) return null
  const most = capMaximum({ from: budget, goesLive: false }, rules.maxSpend, rules.committed - budget)
  if (worthRaising(view)) {
    const to = Math.min(Math.round(budget * raise.by), range.max, most ?? range.max)
    const why = `it was spent on ${raise.days} of the last ${raise.of} days, at ${amountOf(costPerConversion(last30) ?? 0)} a conversion`
    return to > budget ? recommended(budget, to, why) : null
  }
  const largest = Math.max(...days.slice(0, lower.of)) / million
  if (largest > lower.share * budget) return null
  const to = Math.max(Math.ceil(largest * lower.above), range.min)
  return to < budget
    ? recommended(budget, to, `no day of the last ${lower.of} came to more than half of it`)
    : null
}
