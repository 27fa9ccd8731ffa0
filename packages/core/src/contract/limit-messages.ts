import type { BudgetCapExceeded, LimitFigures } from "./errors.ts"
import { shortMoneyFormatter } from "./values/money.ts"

type Limits = Omit<BudgetCapExceeded, "_tag" | keyof Error>

const isOverCap = ({ monthly_cap }: LimitFigures): boolean => monthly_cap !== undefined
const isOverCall = ({ allowed_min }: LimitFigures): boolean => allowed_min !== undefined

const perCall = ({ allowed_max, allowed_min, currency }: Limits): string => {
  const money = shortMoneyFormatter(currency)
  return `One call may move this budget only to between ${money(allowed_min!)} and ${money(allowed_max!)}.`
}
const cap = ({ allowed_max_daily, currency, monthly_cap }: Limits): string => {
  const money = shortMoneyFormatter(currency)
  return `All daily budgets times 30 must stay within the monthly cap of ${money(monthly_cap!)}. This campaign may have at most ${money(allowed_max_daily!)} a day.`
}

/** What to send instead: one amount or range that every exceeded limit accepts. */
const remedy = (figures: Limits): string => {
  const { allowed_max, allowed_max_daily, allowed_min, currency } = figures
  if (!isOverCall(figures)) return ""
  if (!isOverCap(figures)) return " Send a budget in that range."
  const money = shortMoneyFormatter(currency)
  return ` Send a budget between ${money(allowed_min!)} and ${money(Math.min(allowed_max!, allowed_max_daily!))}.`
}

/** The message of a rejected budget change: each exceeded limit, then what to send instead. */
export const limitMessage = (figures: Limits): string =>
  [isOverCall(figures) ? perCall(figures) : "", isOverCap(figures) ? cap(figures) : ""]
    .filter((sentence) => sentence !== "")
    .join(" ") + remedy(figures)

/**
 * The message of a rejected undo. Undo sends no budget, so it states why the old value cannot be restored.
 */
export const refusedUndoMessage = (figures: Limits, restores: string): string =>
  isOverCap(figures)
    ? `This action cannot be undone now: the undo would restore ${restores}. ${cap(figures)} Lower the budget of another campaign with {campaigns.update}, or have an owner raise the cap under {page.settings_limits}, then undo again.`
    : `This action cannot be undone: the undo would restore ${restores}, and a launched campaign keeps a daily budget of at least ${shortMoneyFormatter(figures.currency)(figures.allowed_min!)}. To stop its spend, pause it with {campaigns.set_state}.`
