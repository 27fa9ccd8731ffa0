import type { Json } from "../protocol/json.ts"

/** Sums over facts, from which all metrics are computed. */
export interface Totals {
  impressions: number
  clicks: number
  costMicros: number
  conversions: number
  value: number
  /** Lost impressions, known only for whole campaigns. */
  lostToBudget: number
  lostToRank: number
}

/** A group of facts. An id is 0 if the report does not group by it. */
export interface FactRow extends Totals {
  readonly campaignId: number
  readonly adGroupId: number
  readonly criterionId: number
  readonly adId: number
  readonly day: number
  readonly term: string
  /** Known only if the report has them as segments. */
  readonly device?: string
  readonly hour?: number
}

export const noTotals = (): Totals => ({
  impressions: 0,
  clicks: 0,
  costMicros: 0,
  conversions: 0,
  value: 0,
  lostToBudget: 0,
  lostToRank: 0
})

export const addTotals = (into: Totals, more: Totals): void => {
  into.impressions += more.impressions
  into.clicks += more.clicks
  into.costMicros += more.costMicros
  into.conversions += more.conversions
  into.value += more.value
}

const ratio = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole)
const round = (value: number): number => Math.round(value * 1e6) / 1e6

/** Like Google, omits an average without a denominator. */
const formulas: Readonly<Record<string, (totals: Totals) => Json | undefined>> = {
  impressions: ({ impressions }) => String(impressions),
  clicks: ({ clicks }) => String(clicks),
  costMicros: ({ costMicros }) => String(costMicros),
  conversions: ({ conversions }) => round(conversions),
  conversionsValue: ({ value }) => round(value),
  allConversions: ({ conversions }) => round(conversions),
  allConversionsValue: ({ value }) => round(value),
  ctr: ({ clicks, impressions }) => ratio(clicks, impressions),
  averageCpc: ({ costMicros, clicks }) => ratio(costMicros, clicks),
  averageCpm: ({ costMicros, impressions }) => ratio(costMicros * 1000, impressions),
  averageCost: ({ costMicros, clicks }) => ratio(costMicros, clicks),
  costPerConversion: ({ costMicros, conversions }) => ratio(costMicros, conversions),
  costPerAllConversions: ({ costMicros, conversions }) => ratio(costMicros, conversions),
  conversionsFromInteractionsRate: ({ conversions, clicks }) => ratio(conversions, clicks),
  valuePerConversion: ({ value, conversions }) => ratio(value, conversions),
  interactions: ({ clicks }) => String(clicks),
  interactionRate: ({ clicks, impressions }) => ratio(clicks, impressions),
  searchImpressionShare: (totals) => ratio(totals.impressions, eligible(totals)),
  searchBudgetLostImpressionShare: (totals) => ratio(totals.lostToBudget, eligible(totals)),
  searchRankLostImpressionShare: (totals) => ratio(totals.lostToRank, eligible(totals))
}

const eligible = ({ impressions, lostToBudget, lostToRank }: Totals): number =>
  impressions + lostToBudget + lostToRank

export const metric = (name: string, totals: Totals): Json | undefined => formulas[name]?.(totals)
