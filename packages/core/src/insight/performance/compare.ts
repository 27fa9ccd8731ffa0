import { costPerConversion, type Sums } from "../amounts.ts"

/** Returns the change in percent, with at most one decimal; null if the earlier value is zero. */
export const percentChange = (now: number, before: number): string | null => {
  if (before <= 0) return null
  const percent = Math.round((now / before - 1) * 1000) / 10
  return `${percent < 0 ? "-" : "+"}${Math.abs(percent)}%`
}

/** Compares a period with the one before. The cost per conversion is compared only if both have one. */
export const comparePeriods = (now: Sums, before: Sums) => {
  const [cpa, cpaBefore] = [costPerConversion(now), costPerConversion(before)]
  return {
    spend: percentChange(now.cost_micros, before.cost_micros),
    conversions: percentChange(now.conversions, before.conversions),
    cpa: cpa === null || cpaBefore === null ? null : percentChange(cpa, cpaBefore)
  }
}
