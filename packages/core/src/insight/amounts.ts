/** Sums over some days. Money is in micros. */
export interface Sums {
  readonly impressions: number
  readonly clicks: number
  readonly cost_micros: number
  readonly conversions: number
  readonly conversions_value: number
}

export const zeroSums: Sums = {
  impressions: 0,
  clicks: 0,
  cost_micros: 0,
  conversions: 0,
  conversions_value: 0
}

export const roundTo = (value: number, decimals: number): number => {
  const unit = 10 ** decimals
  return Math.round(value * unit) / unit
}

/** Adds up amounts or counts, to the cent. */
export const sumAmounts = (values: ReadonlyArray<number>): number =>
  roundTo(
    values.reduce((all, one) => all + one, 0),
    2
  )

/** Returns a share as a fraction with four decimals. */
export const shareOf = (part: number, whole: number): number => (whole > 0 ? roundTo(part / whole, 4) : 0)

/** Converts micros to an amount, to the cent. */
export const amountOf = (micros: number): number => Math.round(micros / 10_000) / 100

/** Rounds conversions to four decimals, so that sums have no more. */
export const roundConversions = (conversions: number): number => roundTo(conversions, 4)

/** Zero without conversions. */
export const cpaOf = ({ conversions, cost_micros }: Sums): number =>
  conversions > 0 ? amountOf(cost_micros / conversions) : 0

export const addSums = (one: Sums, other: Sums): Sums => ({
  impressions: one.impressions + other.impressions,
  clicks: one.clicks + other.clicks,
  cost_micros: one.cost_micros + other.cost_micros,
  conversions: one.conversions + other.conversions,
  conversions_value: one.conversions_value + other.conversions_value
})

/** The figures of every grouped row. */
export const rowFigures = (sums: Sums) => ({
  spend: amountOf(sums.cost_micros),
  conversions: roundConversions(sums.conversions),
  cpa: cpaOf(sums)
})

export const performanceSummary = (sums: Sums) => ({
  spend: amountOf(sums.cost_micros),
  impressions: sums.impressions,
  clicks: sums.clicks,
  ctr: shareOf(sums.clicks, sums.impressions),
  conversions: roundConversions(sums.conversions),
  cpa: cpaOf(sums),
  roas: sums.cost_micros > 0 ? roundTo((sums.conversions_value * 1_000_000) / sums.cost_micros, 2) : 0
})
