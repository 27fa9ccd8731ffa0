import { type BudgetMove, daysInCap, type MoneyRules, moneyProblem, perCallRange } from "./money.ts"

/** A budget beside the range that one call may set. */
export interface StepCheck {
  readonly passes: boolean
  readonly campaign: number | null
  readonly from: number | null
  readonly to: number | null
  readonly min: number
  readonly max: number
  readonly percent: number
}

/** What daily budgets commit in a month, before and after, beside the cap. */
export interface CapCheck {
  readonly passes: boolean
  readonly before: number
  readonly after: number
  readonly cap: number
}

/** The verdict of each money rule with the figures that decided it, for people. */
export interface MoneyChecks {
  readonly steps: ReadonlyArray<StepCheck>
  /** Null without a cap or without a budget that moves. */
  readonly cap: CapCheck | null
  /**
   * How much more can be spent in a month; negative if budgets fall. A campaign that goes live counts with its whole
   * budget.
   */
  readonly monthlyRise: number
}

const changesBudget = ({ from, to }: BudgetMove): boolean => from !== to

/**
 * Explains the rules that `moneyProblem` applies. It decides nothing itself: the verdict of the cap is that of
 * `moneyProblem`, and a step's that of its range.
 */
export const moneyChecks = (
  moves: ReadonlyArray<BudgetMove>,
  rules: MoneyRules,
  { perCall }: { readonly perCall: boolean }
): MoneyChecks => {
  const rise = moves.reduce((sum, { from, to }) => sum + ((to ?? 0) - (from ?? 0)), 0)
  const steps = moves.filter(changesBudget).flatMap((move): ReadonlyArray<StepCheck> => {
    const range = perCall ? perCallRange(move, rules.changeLimitPercent) : null
    if (range === null) return []
    const { campaign, from, to } = move
    const passes = (to ?? 0) >= range.min && (to ?? 0) <= range.max
    return [{ passes, campaign, from, to, ...range, percent: rules.changeLimitPercent }]
  })
  const added = moves.reduce((sum, { committed, to }) => sum + Math.max(0, (to ?? 0) - committed), 0)
  const after = rules.committed + added
  const cap =
    rules.maxSpend === null || moves.length === 0
      ? null
      : {
          passes: moneyProblem(moves, rules, { perCall: false })?.monthly_cap === undefined,
          // A pending write reserves its own rise, so the committed sum already contains it.
          before: (after - Math.max(0, rise)) * daysInCap,
          after: after * daysInCap,
          cap: rules.maxSpend
        }
  const started = moves.reduce((sum, { from, goesLive }) => sum + (goesLive ? (from ?? 0) : 0), 0)
  return { steps, cap, monthlyRise: (rise + started) * daysInCap }
}
