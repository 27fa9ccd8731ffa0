import type { LaunchFacts } from "./facts.ts"

/** The cap counts thirty days of every daily budget, drafts and paused campaigns included. */
const daysInCap = 30

/** The most that the campaign may have a day under the monthly cap, or null without one. */
export const launchMaximum = ({ maxSpend, others }: LaunchFacts): number | null =>
  maxSpend === null ? null : Math.max(0, Math.floor(maxSpend / daysInCap - others))

export const budgetOverCap = (facts: LaunchFacts): string | null => {
  const { budget, currency, maxSpend } = facts
  const most = launchMaximum(facts)
  return most !== null && budget !== null && budget > most
    ? `With ${budget} ${currency} a day for this campaign all daily budgets times 30 pass the monthly cap of ${maxSpend} ${currency}. It may have at most ${most} a day: lower its budget or another's, then launch it.`
    : null
}
