export interface BudgetRange {
  readonly min: number
  readonly max: number
}

/**
 * How far one call may move a daily budget: by a percentage of what it is now, in whole units. A campaign
 * without a budget, or at 0, has nothing to take a percentage of and is not limited.
 */
export const perCallRange = (current: number | null, percent: number): BudgetRange | null =>
  current === null || current === 0
    ? null
    : {
        min: Math.ceil(hundredths(current, 100 - percent)),
        max: Math.floor(hundredths(current, 100 + percent))
      }

/** Percentages have two decimals at most; in whole numbers no float can push a border by one. */
const hundredths = (amount: number, percent: number): number =>
  Math.max(0, (amount * Math.round(percent * 100)) / 10_000)
