import { detectors, isApplicable } from "../../../contract/index.ts"
import { sumAmounts } from "../../amounts.ts"
import { goals } from "../../detect/definition.ts"
import { definitions } from "../../detect/detectors/index.ts"
import { lostShare, servingBySlug } from "../../reports/facts/serving.ts"
import type { StrategyFacts } from "../facts.ts"
import type { DemandView } from "./demand.ts"
import type { AccountPerformance } from "./performance.ts"
import { servingSteps } from "./serving.ts"
import type { BudgetMove, PlanStep, RankedStep } from "./steps.ts"
import type { WasteView } from "./waste.ts"

/**
 * Returns the budgets that the engine's rule would move. A raise is postponed if the campaign itself can save
 * more than it adds.
 */
const budgetMoves = (facts: StrategyFacts, { campaigns }: AccountPerformance, waste: WasteView) => {
  const cpas = new Map(campaigns.map(({ now, slug }) => [slug, now.cpa]))
  const serving = servingBySlug(facts.source)
  const wasted = new Map(waste.campaigns.map(({ atLeast, campaign }) => [campaign, atLeast]))
  return facts.audits.flatMap(({ budget, campaign }): ReadonlyArray<BudgetMove> => {
    if (budget === null) return []
    const cpa = cpas.get(campaign) ?? null
    const savedMonthly = wasted.get(campaign) ?? 0
    const more = (budget.to - budget.from) * 30
    const canWait = more > 0 && savedMonthly >= more
    const conversions = more > 0 && !canWait && cpa !== null && cpa > 0 ? Math.floor(more / cpa) : null
    const lost = lostShare(serving.get(campaign)?.lost_to_budget)
    return [{ campaign, ...budget, cpa, conversions, savedMonthly, canWait, lost }]
  })
}

const budgetSteps = (moves: ReadonlyArray<BudgetMove>): ReadonlyArray<RankedStep> =>
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

const detectorSteps = ({ audits }: StrategyFacts): ReadonlyArray<RankedStep> =>
  detectors.flatMap((detector): ReadonlyArray<RankedStep> => {
    const { step } = definitions[detector]
    const items = audits
      .flatMap(({ campaign, results }) =>
        results.filter((one) => one.detector === detector).map((one) => ({ campaign, result: one }))
      )
      // An expensive keyword that pays off needs no step.
      .filter(({ result }) => result.operations > 0 || !isApplicable(detector))
      .toSorted((a, b) => (b.result.saving ?? 0) - (a.result.saving ?? 0) || b.result.count - a.result.count)
    if (step === null || items.length === 0) return []
    const savings = items.flatMap(({ result }) => result.saving ?? [])
    return [
      {
        kind: "detector",
        goal: step.goal,
        rank: step.rank,
        detector,
        items,
        operations: sumAmounts(
          items.map(({ result }) => (isApplicable(detector) ? result.operations : result.count))
        ),
        saving: savings.length === 0 ? null : sumAmounts(savings)
      }
    ]
  })

const leakSteps = ({ audits }: StrategyFacts): ReadonlyArray<RankedStep> => {
  const items = audits
    .flatMap(({ campaign, leak }) => (leak === null ? [] : [{ campaign, ...leak }]))
    .toSorted((a, b) => b.cost - a.cost)
  if (items.length === 0) return []
  const [saving, terms] = [
    sumAmounts(items.map(({ cost }) => cost)),
    sumAmounts(items.map((one) => one.terms))
  ]
  return [{ kind: "leak", goal: "stop", rank: 1, saving, terms, items }]
}

/** The most frequent uncovered themes: more at once is too much work. */
const maxThemes = 3
const themeSteps = (demand: DemandView | null): ReadonlyArray<RankedStep> =>
  (demand?.themes ?? [])
    .filter(
      ({ product, searches, unreached }) => product !== null && searches > 0 && unreached * 2 >= searches
    )
    .toSorted((a, b) => b.unreached - a.unreached)
    .slice(0, maxThemes)
    .map((theme, rank) => ({ kind: "theme", goal: "win", rank, saving: null, theme }))

/** While conversions are not counted, this comes before everything else. */
const trackingSteps = ({ causes }: AccountPerformance): ReadonlyArray<RankedStep> =>
  causes.tracking.some(({ ongoing }) => ongoing)
    ? [{ kind: "tracking", goal: goals[0], rank: -1, saving: null }]
    : []

/** Returns the engine's recommendations for new campaigns. */
const recommendedSteps = ({ source }: StrategyFacts): ReadonlyArray<RankedStep> =>
  source.pending
    .filter(({ type }) => type === "location" || type === "icp")
    .map(({ campaign, summary }) => ({
      kind: "recommendation",
      goal: "win",
      rank: maxThemes,
      saving: null,
      campaign,
      summary: summary ?? ""
    }))

export interface StrategyPlan {
  readonly steps: ReadonlyArray<PlanStep>
  /** The monthly sum of the raised budgets, and what they commit beside the cap. */
  readonly moreEachMonth: number
  readonly moreConversions: number
  readonly committedAfter: number
}

/** Builds the plan: ordered by goal, then by saving. */
export const buildPlan = (
  facts: StrategyFacts,
  performance: AccountPerformance,
  waste: WasteView,
  demand: DemandView | null
): StrategyPlan => {
  const moves = budgetMoves(facts, performance, waste)
  const steps = [
    ...trackingSteps(performance),
    ...detectorSteps(facts),
    ...leakSteps(facts),
    ...budgetSteps(moves),
    ...servingSteps(facts),
    ...themeSteps(demand),
    ...recommendedSteps(facts)
  ].toSorted(
    (a, b) =>
      goals.indexOf(a.goal) - goals.indexOf(b.goal) || a.rank - b.rank || (b.saving ?? 0) - (a.saving ?? 0)
  )
  const raises = moves.filter(({ from, to, canWait }) => to > from && !canWait)
  const moreEachMonth = sumAmounts(raises.map(({ from, to }) => (to - from) * 30))
  return {
    steps,
    moreEachMonth,
    moreConversions: sumAmounts(raises.map(({ conversions }) => conversions ?? 0)),
    committedAfter: facts.organization.committedMonthly + moreEachMonth
  }
}
