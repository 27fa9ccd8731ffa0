import { Schema } from "effect"
import { amountOf, roundTo, totalBy } from "../amounts.ts"

/*
 * The saving of a recommendation: the cost of the last 30 days that it would have prevented, counted once.
 * All estimates and their sums are computed here. A saving is no refund: a budget-limited campaign spends it
 * elsewhere.
 */

/** The days that every estimate covers. */
export const estimateDays = 30

/** The cost that a stop saves, in micros, and the conversions of the same days; earlier versions stored none. */
const saved = { micros: Schema.Number, conversions: Schema.optional(Schema.Number) }
/** A keyword or a search that a recommendation stops. */
const StoppedCost = Schema.Union(
  Schema.Struct({ keyword: Schema.Int, ...saved }),
  Schema.Struct({
    search: Schema.String,
    /** Absent for what an exclusion stops. */
    through: Schema.optional(Schema.Literal("ai_max")),
    ...saved
  })
)
export type StoppedCost = typeof StoppedCost.Type

/** The basis of an estimate, as stored with its recommendation. */
export const SavingBasis = Schema.Struct({
  /** The campaign's cost in the same days, which limits the saving. */
  spent_micros: Schema.Number,
  stops: Schema.Array(StoppedCost)
})
export type SavingBasis = typeof SavingBasis.Type

type Counted = (stop: StoppedCost) => number

const sumOfLargest = (
  stops: ReadonlyArray<readonly [key: string | number, stop: StoppedCost]>,
  count: Counted
): number => {
  const each = new Map<string | number, number>()
  for (const [key, stop] of stops) each.set(key, Math.max(each.get(key) ?? 0, count(stop)))
  return totalBy([...each.values()], (one) => one)
}

/** Adds up keywords and searches apart; each of them counts once. */
const sumsOf = (stops: ReadonlyArray<StoppedCost>, count: Counted) => ({
  keywords: sumOfLargest(
    stops.flatMap((one) => ("keyword" in one ? [[one.keyword, one] as const] : [])),
    count
  ),
  searches: sumOfLargest(
    stops.flatMap((one) => ("search" in one ? [[one.search, one] as const] : [])),
    count
  )
})

/**
 * Returns the combined saving of stops in one campaign, in micros. A search and the keyword that showed it are the
 * same cost, and the pairs are unknown. So the two sums are not added: the larger one counts.
 */
export const savedMicros = ({ spent_micros, stops }: SavingBasis): number => {
  const { keywords, searches } = sumsOf(stops, ({ micros }) => micros)
  return Math.min(spent_micros, Math.max(keywords, searches))
}

/** Whether the combined saving may be larger: it leaves out the smaller sum of keywords and searches. */
const isLowerBound = (saves: SavingBasis): boolean => {
  const { keywords, searches } = sumsOf(saves.stops, ({ micros }) => micros)
  return keywords > 0 && searches > 0 && savedMicros(saves) < saves.spent_micros
}

/** Returns the conversions that the stopped items brought in the same days; null if they are not known. */
export const boughtConversions = (stops: ReadonlyArray<StoppedCost>): number | null => {
  if (stops.some(({ conversions }) => conversions === undefined)) return null
  const { keywords, searches } = sumsOf(stops, ({ conversions = 0 }) => conversions)
  return roundTo(Math.max(keywords, searches), 2)
}

/** Returns an amount, or null if it rounds to zero: 0.00 is no saving. */
const amountOrNull = (micros: number): number | null => amountOf(micros) || null

export const savingOf = (saves: SavingBasis): number | null => amountOrNull(savedMicros(saves))

/** A recommendation's campaign and the basis of its estimate; null without one. */
interface EstimatedSaving {
  readonly campaign: string
  readonly saves: SavingBasis | null
}

/** The saving of several recommendations together. */
export interface CombinedSaving {
  readonly amount: number
  /** Whether it may be more: of a search and the keyword that showed it, only the larger sum counts. */
  readonly atLeast: boolean
  /** What the stopped items brought in the same days; null if it is not known. */
  readonly conversions: number | null
}

/**
 * Returns the combined saving of several recommendations: per campaign, an item that several of them stop
 * counts once.
 */
export const combinedSaving = (all: ReadonlyArray<EstimatedSaving>): CombinedSaving | null => {
  const campaigns = [...Map.groupBy(all, ({ campaign }) => campaign).values()].map((ofCampaign) => ({
    spent_micros: Math.max(...ofCampaign.map(({ saves }) => saves?.spent_micros ?? 0)),
    stops: ofCampaign.flatMap(({ saves }) => saves?.stops ?? [])
  }))
  const amount = amountOrNull(totalBy(campaigns, savedMicros))
  const bought = campaigns.map(({ stops }) => boughtConversions(stops))
  return amount === null
    ? null
    : {
        amount,
        atLeast: campaigns.some(isLowerBound),
        conversions: bought.includes(null)
          ? null
          : roundTo(
              totalBy(bought, (one) => one ?? 0),
              2
            )
      }
}

/** Returns the combined measured saving: per campaign, the larger of the keywords' and the searches' sum. */
export const combinedMeasuredSaving = (
  all: ReadonlyArray<{
    readonly campaign: string
    readonly stops: "keywords" | "searches"
    readonly amount: number
  }>
): Pick<CombinedSaving, "amount" | "atLeast"> => {
  const campaigns = Map.groupBy(all, ({ campaign }) => campaign)
  const sides = [...campaigns.values()].map((ofCampaign) =>
    [...Map.groupBy(ofCampaign, ({ stops }) => stops).values()].map((some) =>
      totalBy(some, ({ amount }) => Math.round(amount * 100))
    )
  )
  return {
    amount: totalBy(sides, (each) => Math.max(...each)) / 100,
    atLeast: sides.some((each) => each.length > 1)
  }
}
