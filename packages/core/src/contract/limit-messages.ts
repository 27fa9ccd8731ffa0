import type { LimitFigures } from "./errors.ts"

const isOverCap = ({ monthly_cap }: LimitFigures): boolean => monthly_cap !== undefined
const isOverCall = ({ allowed_min }: LimitFigures): boolean => allowed_min !== undefined

const perCall = ({ allowed_max, allowed_min }: LimitFigures): string =>
  `One call may move this budget only to between ${allowed_min} and ${allowed_max}.`
const cap = ({ allowed_max_daily, monthly_cap }: LimitFigures): string =>
  `All daily budgets times 30 must stay within the monthly cap of ${monthly_cap}. This campaign may have at most ${allowed_max_daily} a day.`

/** What to send instead: one amount or range that every exceeded limit accepts. */
const remedy = (figures: LimitFigures): string => {
  const { allowed_max, allowed_max_daily, allowed_min } = figures
  if (!isOverCall(figures)) return ""
  if (!isOverCap(figures)) return " Send a budget in that range."
  return ` Send a budget between ${allowed_min} and ${Math.min(allowed_max!, allowed_max_daily!)}.`
}

/** The message of a rejected budget change: each exceeded limit, then what to send instead. */
export const limitMessage = (figures: LimitFigures): string =>
  [isOverCall(figures) ? perCall(figures) : "", isOverCap(figures) ? cap(figures) : ""]
    .filter((sentence) => sentence !== "")
    .join(" ") + remedy(figures)

/**
 * The message of a rejected undo. Undo sends no budget, so it states why the old value cannot be restored.
 */
export const refusedUndoMessage = (figures: LimitFigures, restores: string): string =>
  isOverCap(figures)
    ? `This action cannot be undone now: the undo would restore ${restores}. ${cap(figures)} Lower the budget of another campaign with {campaigns.update}, or have an owner raise the cap under {page.settings_limits}, then undo again.`
    : `This action cannot be undone: the undo would restore ${restores}, and a launched campaign keeps a daily budget of at least ${figures.allowed_min}. To stop its spend, pause it with {campaigns.set_state}.`
