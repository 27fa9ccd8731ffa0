import type { LimitFigures } from "../../contract/index.ts"

/** The cap counts thirty days of every daily budget, including those of drafts and paused campaigns. */
export const daysInCap = 30

/** What counts under the monthly cap of an organization. */
export interface Committed {
  /** The sum of all daily budgets. */
  readonly daily: number
  /** All that is left of total budgets: nothing stops the platform from spending it within thirty days. */
  readonly totals: number
}

export const committedMonthly = ({ daily, totals }: Committed): number => daily * daysInCap + totals

/** The platform can bill this many daily budgets in a calendar month, somewhat more than the cap counts. */
export const billedDays = 30.4

/** How much of a cap budgets commit: more than 90% is near. */
export type CapUse = "usual" | "near" | "over"
export const capUse = (committed: number, cap: number): CapUse => {
  if (committed > cap) return "over"
  return committed * 10 > cap * 9 ? "near" : "usual"
}

/** The largest sum of daily budgets under a cap, beside what is left of total budgets. */
const dailyUnderCap = (maxSpend: number, totals: number): number => (maxSpend - totals) / daysInCap

/**
 * Returns how much all daily budgets together may still rise under the monthly cap, in whole units; null
 * without a cap.
 */
export const dailyHeadroom = (maxSpend: number | null, { daily, totals }: Committed): number | null =>
  maxSpend === null ? null : Math.max(0, Math.floor(dailyUnderCap(maxSpend, totals) - daily))

/** The effect of an edit on a campaign's daily budget. */
export interface BudgetMove {
  /** Null for a campaign that the write would create: each such move is a different campaign. */
  readonly campaign: number | null
  /** Null if the campaign has no budget. */
  readonly from: number | null
  readonly to: number | null
  /** The campaign's share of the organization's committed daily budgets now. */
  readonly committed: number
  /** What is left of its total budget, which counts under the cap before and after; 0 with a daily budget. */
  readonly left: number
  /** Whether it was ever live. Such a campaign always keeps a budget of at least 1. */
  readonly launched: boolean
  /** Whether it starts to spend. Then even an unchanged budget must fit under the cap. */
  readonly goesLive: boolean
}

export interface MoneyRules {
  /** Null if the organization has no cap. */
  readonly maxSpend: number | null
  readonly changeLimitPercent: number
  /** What counts under the cap now, including the budgets of these campaigns. */
  readonly committed: Committed
}

interface Range {
  readonly min: number
  readonly max: number
}

/** Percentages have at most two decimals, so integer arithmetic avoids rounding errors at the limit. */
const percentOf = (amount: number, percent: number): number =>
  Math.max(0, (amount * Math.round(percent * 100)) / 10_000)

/** Whether the budget can be the base of a percentage. */
const hasBudget = (amount: number | null): amount is number => amount !== null && amount > 0

/**
 * Returns the range in which one call may set a daily budget: a percentage of the current one, in whole
 * units. Only a campaign without a budget that was never launched has no limit.
 */
export const perCallRange = (
  { from, launched }: Pick<BudgetMove, "from" | "launched">,
  percent: number
): Range | null => {
  if (!hasBudget(from)) return launched ? { min: 1, max: 1 } : null
  const min = Math.ceil(percentOf(from, 100 - percent))
  return { min: launched ? Math.max(1, min) : min, max: Math.floor(percentOf(from, 100 + percent)) }
}

/**
 * Returns the maximum daily budget of a campaign under the monthly cap; null without a cap. A budget that
 * already exceeds a lowered cap may stay or fall, but not rise: reducing spend must always work. Going live
 * starts spend, so it has no such exception.
 */
export const capMax = (
  move: Pick<BudgetMove, "from" | "goesLive">,
  maxSpend: number | null,
  others: Committed
): number | null =>
  maxSpend === null
    ? null
    : Math.max(
        move.goesLive ? 0 : (move.from ?? 0),
        Math.floor(dailyUnderCap(maxSpend, others.totals) - others.daily),
        0
      )

/** Whether a campaign would start to spend a total budget although all budgets together pass the cap. */
export const startsAboveCap = (
  { goesLive, left }: Pick<BudgetMove, "goesLive" | "left">,
  maxSpend: number | null,
  others: Committed
): boolean => goesLive && left > 0 && maxSpend !== null && committedMonthly(others) > maxSpend

/** Returns only the figures of an exceeded limit, for errors and previews: a pair for each exceeded limit. */
export const limitFigures = (limits: LimitFigures | null): LimitFigures => {
  if (limits === null) return {}
  const { allowed_max, allowed_max_daily, allowed_min, monthly_cap } = limits
  return {
    ...(allowed_min === undefined ? {} : { allowed_min, allowed_max: allowed_max! }),
    ...(monthly_cap === undefined ? {} : { monthly_cap, allowed_max_daily: allowed_max_daily! })
  }
}

/**
 * Checks a move beside `others`. The result has the pair of each exceeded limit. Every amount within all
 * its pairs is accepted: if only the per-call limit is exceeded, its range ends at the cap.
 */
export const moveProblem = (
  move: BudgetMove,
  rules: Omit<MoneyRules, "committed">,
  others: Committed,
  perCall: boolean
): LimitFigures | null => {
  const to = move.to ?? 0
  const capLimit = capMax(move, rules.maxSpend, others)
  const changes = move.to !== move.from
  const limit = perCallRange(move, rules.changeLimitPercent)
  const range = perCall ? limit : move.launched ? { min: 1, max: Number.POSITIVE_INFINITY } : null
  const overCap = capLimit !== null && (to > capLimit || startsAboveCap(move, rules.maxSpend, others))
  const overCall = changes && range !== null && (to < range.min || to > range.max)
  if (!overCap && !overCall) return null
  return {
    ...(overCall ? perCallPair(move, range, overCap ? null : capLimit) : {}),
    ...(overCap ? { monthly_cap: rules.maxSpend!, allowed_max_daily: capLimit } : {})
  }
}

/** The range of the per-call limit, reduced to the cap unless the error also carries the cap's pair. */
const perCallPair = ({ from }: BudgetMove, { max, min }: Range, capLimit: number | null) => {
  const highest = Math.min(max, capLimit ?? max)
  return {
    allowed_min: min,
    allowed_max: Number.isFinite(highest) ? highest : Math.max(min, from ?? 0)
  }
}

/**
 * Checks each of several moves of one campaign from the budget before the first one. Small steps then reach
 * no further than one step, and the order does not matter.
 */
const fromInitialBudgets = (moves: ReadonlyArray<BudgetMove>): ReadonlyArray<BudgetMove> => {
  if (moves.length < 2) return moves
  const starts = new Map<unknown, BudgetMove>()
  for (const move of moves) {
    const start = starts.get(campaignKey(move)) ?? move
    starts.set(campaignKey(move), {
      ...start,
      committed: Math.min(start.committed, move.committed),
      launched: start.launched || move.launched,
      goesLive: start.goesLive || move.goesLive
    })
  }
  return moves.map((move) => {
    const start = starts.get(campaignKey(move))!
    return start.campaign === null ? move : { ...start, to: move.to }
  })
}

/** Identifies the campaign of a move; a campaign that does not exist yet is identified by its move. */
const campaignKey = (move: BudgetMove): unknown => move.campaign ?? move

/** The largest figure for each campaign. */
const largest = (moves: ReadonlyArray<BudgetMove>, figure: (move: BudgetMove) => number) => {
  const byCampaign = new Map<unknown, { readonly campaign: number | null; readonly figure: number }>()
  for (const move of moves) {
    const maximum = Math.max(byCampaign.get(campaignKey(move))?.figure ?? 0, figure(move))
    byCampaign.set(campaignKey(move), { campaign: move.campaign, figure: maximum })
  }
  return byCampaign
}

/**
 * Checks all moves of a write together. One campaign's increase reduces the headroom of the others. A
 * decrease frees headroom only after the platform has applied it.
 */
export const moneyProblem = (
  moves: ReadonlyArray<BudgetMove>,
  rules: MoneyRules,
  { perCall }: { readonly perCall: boolean }
): LimitFigures | null => {
  const rebased = fromInitialBudgets(moves)
  const added = largest(rebased, ({ committed, to }) => (to ?? 0) - committed)
  const rise = [...added.values()].reduce((sum, one) => sum + one.figure, 0)
  for (const move of rebased) {
    const daily = rules.committed.daily - move.committed + rise - added.get(campaignKey(move))!.figure
    const problem = moveProblem(move, rules, { ...rules.committed, daily }, perCall)
    if (problem !== null) return problem
  }
  return null
}

/** The budget that a write would set for an existing or new campaign. */
interface RaisedBudget {
  readonly campaign: number | null
  readonly budget: number
}

/** Returns the new budget of each campaign whose budget rises: the reservation of a pending write. */
export const raisedBudgets = (moves: ReadonlyArray<BudgetMove>): ReadonlyArray<RaisedBudget> => {
  const raised = fromInitialBudgets(moves).filter(({ from, to }) => (to ?? 0) > (from ?? 0))
  return [...largest(raised, ({ to }) => to ?? 0).values()].map(({ campaign, figure }) => ({
    campaign,
    budget: figure
  }))
}

/**
 * Whether moves raise what is or can be spent: a higher daily budget, a first one, or a campaign that goes live.
 * A fall elsewhere in the same write does not make up for it.
 */
export const raisesSpend = (moves: ReadonlyArray<BudgetMove>): boolean =>
  raisedBudgets(moves).length > 0 || moves.some(({ goesLive }) => goesLive)

/**
 * Returns how much more moves let an organization spend a day: the rise of each campaign's budget, or all of it
 * where a campaign goes live. A total budget can be spent in a day. Falls do not count against rises.
 */
export const dailyRise = (moves: ReadonlyArray<BudgetMove>): number =>
  [
    ...largest(fromInitialBudgets(moves), ({ from, goesLive, left, to }) =>
      Math.max(0, (to ?? 0) - (goesLive ? 0 : (from ?? 0)) + (goesLive ? left : 0))
    ).values()
  ].reduce((sum, { figure }) => sum + figure, 0)

/** A budget beside the range that one call may set. */
interface StepCheck {
  readonly passes: boolean
  readonly campaign: number | null
  readonly from: number | null
  readonly to: number | null
  readonly min: number
  readonly max: number
  readonly percent: number
}

/** What budgets commit in a month, before and after, beside the cap. */
interface CapCheck {
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
  const after = committedMonthly(rules.committed) + added * daysInCap
  const cap =
    rules.maxSpend === null || moves.length === 0
      ? null
      : {
          passes: moneyProblem(moves, rules, { perCall: false })?.monthly_cap === undefined,
          // A pending write reserves its own rise, so the committed sum already contains it.
          before: after - Math.max(0, rise) * daysInCap,
          after,
          cap: rules.maxSpend
        }
  const started = moves.filter(({ goesLive }) => goesLive)
  const startedDaily = started.reduce((sum, { from }) => sum + (from ?? 0), 0)
  const startedTotals = started.reduce((sum, { left }) => sum + left, 0)
  return { steps, cap, monthlyRise: (rise + startedDaily) * daysInCap + startedTotals }
}
