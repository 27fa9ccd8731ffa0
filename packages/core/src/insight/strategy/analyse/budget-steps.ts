import { sumAmounts } from "../../amounts.ts"
import type { StrategyFacts } from "../facts.ts"
import type { AccountPerformance } from "./performance.ts"
import type { BudgetMove, RankedStep } from "./steps.ts"
import type { WasteView } from "./waste.ts"

/** Returns the pending recommendation that a person can apply, if the engine saved one. */
export const pendingRecommendationId = (
  { pending }: StrategyFacts,
  type: string,
  campaign: string
): string | null => pending.find((one) => one.type === type && one.campaign === campaign)?.id ?? null

/**
 * Returns the budgets that the engine's rule would move. A raise is postponed if the campaign itself can save
 * more than it adds.
 */
export const budgetMoves = (facts: StrategyFacts, { campaigns }: AccountPerformance, waste: WasteView) => {
  const cpas = new Map(campaigns.map(({ cpa, slug }) => [slug, cpa]))
  const wasted = new Map(waste.campaigns.map(({ atLeast, campaign }) => [campaign, atLeast]))
  return facts.audits.flatMap(({ budget, campaign }): ReadonlyArray<BudgetMove> => {
    if (budget === null) return []
    const cpa = cpas.get(campaign) ?? null
    const savedMonthly = wasted.get(campaign) ?? 0
    const more = (budget.to - budget.from) * 30
    const canWait = more > 0 && savedMonthly >= more
    const conversions = more > 0 && !canWait && cpa !== null && cpa > 0 ? Math.floor(more / cpa) : null
    const recommendation = pendingRecommendationId(facts, "budget", campaign)
    return [{ campaign, ...budget, cpa, conversions, savedMonthly, canWait, recommendation }]
  })
}

export const budgetSteps = (moves: ReadonlyArray<BudgetMove>): ReadonlyArray<RankedStep> =>
  [true, false].flatMap((raises): ReadonlyArray<RankedStep> => {
    const items = moves
      .filter(({ from, to }) => to > from === raises)
      .toSorted(
        (a, b) => Number(a.canWait) - Number(b.canWait) || (b.conversions ?? 0) - (a.conversions ?? 0)
      )
    if (items.every(({ canWait }) => canWait)) return []
    const conversions = sumAmounts(items.map((one) => one.conversions ?? 0))
    return [
      { kind: "budget", goal: raises ? "grow" : "tidy", rank: 0, saving: null, raises, conversions, items }
    ]
  })
