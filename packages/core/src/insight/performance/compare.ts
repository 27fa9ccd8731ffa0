import type { Sums } from "../amounts.ts"

/** How much more or less than before, with one decimal at most; nothing to say where there was nothing before. */
export const percentChange = (now: number, before: number): string | null => {
  if (before <= 0) return null
  const percent = Math.round((now / before - 1) * 1000) / 10
  return `${percent < 0 ? "-" : "+"}${Math.abs(percent)}%`
}

const exactCpa = ({ conversions, cost_micros }: Sums): number | null =>
  conversions > 0 ? cost_micros / conversions : null

/** A period beside the one before it. A cost per conversion is compared only where both have one. */
export const comparePeriods = (now: Sums, before: Sums) => {
  const [cpa, cpaBefore] = [exactCpa(now), exactCpa(before)]
  return {
    spend: percentChange(now.cost_micros, before.cost_micros),
    conversions: percentChange(now.conversions, before.conversions),
    cpa: cpa === null || cpaBefore === null ? null : percentChange(cpa, cpaBefore)
  }
}
