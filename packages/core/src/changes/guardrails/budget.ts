import { type BudgetCapExceeded, MonthlyCapExceeded, PerCallLimitExceeded } from "../../contract/index.ts"
import { type CapFacts, capMaximum } from "./monthly-cap.ts"
import { perCallRange } from "./per-call-limit.ts"

export interface BudgetFacts extends Omit<CapFacts, "current"> {
  /** Null when the campaign has none. */
  readonly current: number | null
  readonly changeLimitPercent: number
}

/**
 * Whether a daily budget may become `next`. Every amount that a refusal allows is itself accepted: the
 * per-call range is cut to the cap, and the cap's maximum lies within the per-call range.
 */
export const budgetProblem = (facts: BudgetFacts, next: number): BudgetCapExceeded | null => {
  const most = capMaximum({ ...facts, current: facts.current ?? 0 })
  const range = perCallRange(facts.current, facts.changeLimitPercent)
  if (range !== null && (next < range.min || next > range.max)) {
    return new PerCallLimitExceeded({
      allowed_min: range.min,
      allowed_max: most === null ? range.max : Math.min(range.max, most)
    })
  }
  return most !== null && next > most
    ? new MonthlyCapExceeded({ monthly_cap: facts.maxSpend!, allowed_max_daily: most })
    : null
}
