import { type Sums, zeroSums } from "../campaigns/index.ts"
import { amountOf } from "../contract/index.ts"

/* Figures over some days: their sums, and the amounts, shares and averages that are shown. */

export { amountOf, type Sums, zeroSums }

/** Clicks, cost and conversions, where nothing else is needed. */
export type Traffic = Pick<Sums, "clicks" | "cost_micros" | "conversions">

export const addSums = (one: Sums, other: Sums): Sums => ({
  impressions: one.impressions + other.impressions,
  clicks: one.clicks + other.clicks,
  cost_micros: one.cost_micros + other.cost_micros,
  conversions: one.conversions + other.conversions,
  conversions_value: one.conversions_value + other.conversions_value
})

export const sumAll = (rows: Iterable<Sums>): Sums => {
  let sums = zeroSums
  for (const row of rows) sums = addSums(sums, row)
  return sums
}

/** Sums rows by a common key, in the order of first occurrence. */
export const sumBy = <Row extends Sums>(
  rows: Iterable<Row>,
  keyOf: (row: Row) => string
): ReadonlyMap<string, Sums> => {
  const groups = new Map<string, Sums>()
  for (const row of rows) groups.set(keyOf(row), addSums(groups.get(keyOf(row)) ?? zeroSums, row))
  return groups
}

/** Adds up one figure of all rows. */
export const totalBy = <Row>(rows: ReadonlyArray<Row>, figureOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + figureOf(row), 0)

export const microsPerUnit = 1_000_000

export const roundTo = (value: number, decimals: number): number => {
  const unit = 10 ** decimals
  return Math.round(value * unit) / unit
}

/** Adds up amounts or counts, to the cent. */
export const sumAmounts = (values: ReadonlyArray<number>): number =>
  roundTo(
    totalBy(values, (value) => value),
    2
  )

/** Returns a share as a fraction with four decimals. */
export const shareOf = (part: number, whole: number): number => (whole > 0 ? roundTo(part / whole, 4) : 0)

/** Rounds conversions to four decimals, so that sums have no more. */
export const roundConversions = (conversions: number): number => roundTo(conversions, 4)

/** Returns the exact cost per conversion in micros; null without conversions. */
export const costPerConversion = ({
  conversions,
  cost_micros
}: Pick<Sums, "conversions" | "cost_micros">): number | null =>
  conversions > 0 ? cost_micros / conversions : null

/** Returns the cost per conversion as an amount; null without conversions. */
export const cpaOrNull = ({ conversions, cost_micros }: Sums): number | null =>
  conversions > 0 ? amountOf(cost_micros / conversions) : null

/** Returns the cost per click as an amount; null without clicks. */
export const cpcOrNull = ({ clicks, cost_micros }: Sums): number | null =>
  clicks > 0 ? amountOf(cost_micros / clicks) : null

export const roasOf = ({ conversions_value, cost_micros }: Sums): number =>
  cost_micros > 0 ? roundTo((conversions_value * microsPerUnit) / cost_micros, 2) : 0

/** Returns the value per unit spent; null if conversions have no value. */
export const roasOrNull = (sums: Sums): number | null =>
  sums.conversions_value > 0 && sums.cost_micros > 0 ? roasOf(sums) : null

/** The figures of every grouped row; the cost per conversion is zero without conversions. */
export const rowFigures = (sums: Sums) => ({
  spend: amountOf(sums.cost_micros),
  conversions: roundConversions(sums.conversions),
  cpa: cpaOrNull(sums) ?? 0
})

export const performanceSummary = (sums: Sums) => ({
  spend: amountOf(sums.cost_micros),
  impressions: sums.impressions,
  clicks: sums.clicks,
  ctr: shareOf(sums.clicks, sums.impressions),
  conversions: roundConversions(sums.conversions),
  cpa: cpaOrNull(sums) ?? 0,
  roas: roasOf(sums)
})
