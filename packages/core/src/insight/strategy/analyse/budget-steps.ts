import { addedUp } from "../../amounts.ts"
import type { StrategyFacts } from "../facts.ts"
import type { Standing } from "./standing.ts"
import type { BudgetMove, Placed } from "./steps.ts"
import type { WasteView } from "./waste.ts"

/** The recommendation that somebody can apply, where the engine left one. */
export const pendingOf = ({ pending }: StrategyFacts, type: string, campaign: string): string | null =>
  pending.find((one) => one.type === type && one.campaign === campaign)?.id ?? null

/** Budgets that the engine's own rule would move; a raise waits where the campaign itself can free more than it adds. */
export const budgetMoves = (facts: StrategyFacts, { campaigns }: Standing, waste: WasteView) => {
  const cpas = new Map(campaigns.map(({ cpa, slug }) => [slug, cpa]))
  const wasted = new Map(waste.campaigns.map(({ atLeast, campaign }) => [campaign, atLeast]))
  return facts.audits.flatMap(({ budget, campaign }): ReadonlyArray<BudgetMove> => {
    if (budget === null) return []
    const cpa = cpas.get(campaign) ?? null
    const freed = wasted.get(campaign) ?? 0
    const more = (budget.to - budget.from) * 30
    const waits = more > 0 && freed >= more
    const conversions = more > 0 && !waits && cpa !== null && cpa > 0 ? Math.floor(more / cpa) : null
    const recommendation = pendingOf(facts, "budget", campaign)
    return [{ campaign, ...budget, cpa, conversions, freed, waits, recommendation }]
  })
}

export const budgetSteps = (moves: ReadonlyArray<BudgetMove>): ReadonlyArray<Placed> =>
  [true, false].flatMap((raises): ReadonlyArray<Placed> => {
    const items = moves
      .filter(({ from, to }) => to > from === raises)
      .toSorted((a, b) => Number(a.waits) - Number(b.waits) || (b.conversions ?? 0) - (a.conversions ?? 0))
    if (items.every(({ waits }) => waits)) return []
    const conversions = addedUp(items.map((one) => one.conversions ?? 0))
    return [
      { is: "budget", goal: raises ? "grow" : "tidy", place: 0, saving: null, raises, conversions, items }
    ]
  })
