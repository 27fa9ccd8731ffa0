import { BudgetCapExceeded, type LimitFigures } from "../../contract/index.ts"

/** The cap counts thirty days of every daily budget, drafts and paused campaigns included. */
export const daysInCap = 30

/** How much all daily budgets together may still rise under the monthly cap, in whole units; null without a cap. */
export const dailyHeadroom = (maxSpend: number | null, committed: number): number | null =>
  maxSpend === null ? null : Math.max(0, Math.floor(maxSpend / daysInCap - committed))

/** What an edit does to a campaign's daily budget. */
export interface BudgetMove {
  /** Null for one that is yet to be made: each such move is another campaign's. */
  readonly campaign: number | null
  /** Null when the campaign has none. */
  readonly from: number | null
  readonly to: number | null
  /** What the campaign counts for in the organization's committed budgets now. */
  readonly committed: number
  /** Whether it was ever live: then it keeps a budget of at least 1, by every path. */
  readonly launched: boolean
  /** Whether it starts to spend what it has: then even a budget that stays must fit under the cap. */
  readonly goesLive: boolean
}

export interface MoneyRules {
  /** Null when the organization has set none. */
  readonly maxSpend: number | null
  readonly changeLimitPercent: number
  /** What all daily budgets commit now, these campaigns' included. */
  readonly committed: number
}

interface Range {
  readonly min: number
  readonly max: number
}

/** Percentages have two decimals at most; in whole numbers no float can push a border by one. */
const percentOf = (amount: number, percent: number): number =>
  Math.max(0, (amount * Math.round(percent * 100)) / 10_000)

/** Whether it has a budget that a percentage can be taken of. */
const hasBudget = (amount: number | null): amount is number => amount !== null && amount > 0

/**
 * How far one call may move a daily budget: by a percentage of what it is now, in whole units. Only a campaign that
 * was never launched and has no budget yet is not limited.
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
 * The most a campaign's daily budget may be under the monthly cap, or null without one. A budget that is already
 * over (the cap was lowered) may stay or come down, but not rise: taking money away must always work. Going live
 * is no such case: it starts spending.
 */
export const capMax = (
  move: Pick<BudgetMove, "from" | "goesLive">,
  maxSpend: number | null,
  others: number
): number | null =>
  maxSpend === null
    ? null
    : Math.max(move.goesLive ? 0 : (move.from ?? 0), Math.floor(maxSpend / daysInCap - others), 0)

/** The figures of a breach, as refusals and previews carry them: each pair that was exceeded. */
export const limitFigures = (limits: BudgetCapExceeded | null): LimitFigures => {
  if (limits === null) return {}
  const { allowed_max, allowed_max_daily, allowed_min, monthly_cap } = limits
  return {
    ...(allowed_min === undefined ? {} : { allowed_min, allowed_max: allowed_max! }),
    ...(monthly_cap === undefined ? {} : { monthly_cap, allowed_max_daily: allowed_max_daily! })
  }
}

/**
 * Whether a move may be made beside `others`. A breach carries the pair of each exceeded limit. Every amount that all
 * of its pairs allow is itself accepted: where only the per-call limit is exceeded, its range is cut to the cap.
 */
export const moveProblem = (
  move: BudgetMove,
  rules: Omit<MoneyRules, "committed">,
  others: number,
  perCall: boolean
): BudgetCapExceeded | null => {
  const to = move.to ?? 0
  const capLimit = capMax(move, rules.maxSpend, others)
  const changes = move.to !== move.from
  const limit = perCallRange(move, rules.changeLimitPercent)
  const range = perCall ? limit : move.launched ? { min: 1, max: Number.POSITIVE_INFINITY } : null
  const overCap = capLimit !== null && to > capLimit
  const overCall = changes && range !== null && (to < range.min || to > range.max)
  if (!overCap && !overCall) return null
  return new BudgetCapExceeded({
    ...(overCall ? perCallPair(move, range, overCap ? null : capLimit) : {}),
    ...(overCap ? { monthly_cap: rules.maxSpend!, allowed_max_daily: capLimit } : {})
  })
}

/** The range of the per-call limit, cut to the cap where the cap's own pair does not stand beside it. */
const perCallPair = ({ from }: BudgetMove, { max, min }: Range, capLimit: number | null) => {
  const highest = Math.min(max, capLimit ?? max)
  return {
    allowed_min: min,
    allowed_max: Number.isFinite(highest) ? highest : Math.max(min, from ?? 0)
  }
}

/**
 * Several moves of one campaign are judged each as if it alone were made, from where the campaign stands before the
 * first of them: a way in small steps leads no further than one step, and it does not matter which of them is made
 * last.
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

/** What tells the campaigns of moves apart: one that is yet to be made is only in its own move. */
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
 * Looks at all moves of a write together: what one of them adds is not there for another campaign, and what one takes
 * away is not there either until the platform has taken it.
 */
export const moneyProblem = (
  moves: ReadonlyArray<BudgetMove>,
  rules: MoneyRules,
  { perCall }: { readonly perCall: boolean }
): BudgetCapExceeded | null => {
  const rebased = fromInitialBudgets(moves)
  const added = largest(rebased, ({ committed, to }) => (to ?? 0) - committed)
  const rise = [...added.values()].reduce((sum, one) => sum + one.figure, 0)
  for (const move of rebased) {
    const others = rules.committed - move.committed + rise - added.get(campaignKey(move))!.figure
    const problem = moveProblem(move, rules, others, perCall)
    if (problem !== null) return problem
  }
  return null
}

/** A budget that a write would give a campaign, or one that it would make. */
interface RaisedBudget {
  readonly campaign: number | null
  readonly budget: number
}

/** The budget that each campaign would have whose budget rises: what a write reserves while it waits for approval. */
export const raisedBudgets = (moves: ReadonlyArray<BudgetMove>): ReadonlyArray<RaisedBudget> => {
  const raised = fromInitialBudgets(moves).filter(({ from, to }) => (to ?? 0) > (from ?? 0))
  return [...largest(raised, ({ to }) => to ?? 0).values()].map(({ campaign, figure }) => ({
    campaign,
    budget: figure
  }))
}
