import { Schema } from "effect"
import { amountOf, totalBy } from "../amounts.ts"

/*
 * The saving of a recommendation: the cost of the last 30 days that it would have prevented, counted once.
 * All estimates and their sums are computed here. A saving is cost without results, not a refund: a
 * budget-limited campaign spends it elsewhere.
 */

/** The days that every estimate covers. */
export const estimateDays = 30

/** A keyword or a search that a recommendation stops, with its wasted cost in micros. */
const StoppedCost = Schema.Union(
  Schema.Struct({ keyword: Schema.Int, micros: Schema.Number }),
  Schema.Struct({ search: Schema.String, micros: Schema.Number })
)
export type StoppedCost = typeof StoppedCost.Type

/** The basis of an estimate, as stored with its recommendation. */
export const SavingBasis = Schema.Struct({
  /** The campaign's cost in the same days, which limits the saving. */
  spent_micros: Schema.Number,
  stops: Schema.Array(StoppedCost)
})
export type SavingBasis = typeof SavingBasis.Type

const sumOfLargest = (stops: ReadonlyArray<readonly [key: string | number, micros: number]>): number => {
  const each = new Map<string | number, number>()
  for (const [key, micros] of stops) each.set(key, Math.max(each.get(key) ?? 0, micros))
  return totalBy([...each.values()], (micros) => micros)
}

/**
 * Returns the combined saving of stops in one campaign, in micros. Each keyword and search counts once. A
 * search and the keyword that matched it are the same cost, and the pairs are unknown. So the two sums are
 * not added: the larger one counts.
 */
export const savedMicros = ({ spent_micros, stops }: SavingBasis): number =>
  Math.min(
    spent_micros,
    Math.max(
      sumOfLargest(stops.flatMap((one) => ("keyword" in one ? [[one.keyword, one.micros] as const] : []))),
      sumOfLargest(stops.flatMap((one) => ("search" in one ? [[one.search, one.micros] as const] : [])))
    )
  )

/** Returns an amount, or null if it rounds to zero: 0.00 is no saving. */
const amountOrNull = (micros: number): number | null => amountOf(micros) || null

export const savingOf = (saves: SavingBasis): number | null => amountOrNull(savedMicros(saves))

/** A recommendation's campaign and the basis of its estimate; null without one. */
export interface EstimatedSaving {
  readonly campaign: string
  readonly saves: SavingBasis | null
}

/**
 * Returns the combined saving of several recommendations: per campaign, an item that several of them stop
 * counts once.
 */
export const combinedSaving = (all: ReadonlyArray<EstimatedSaving>): number | null => {
  const campaigns = Map.groupBy(all, ({ campaign }) => campaign)
  const micros = [...campaigns.values()].map((ofCampaign) =>
    savedMicros({
      spent_micros: Math.max(...ofCampaign.map(({ saves }) => saves?.spent_micros ?? 0)),
      stops: ofCampaign.flatMap(({ saves }) => saves?.stops ?? [])
    })
  )
  return amountOrNull(totalBy(micros, (one) => one))
}

/** Returns the combined measured saving: per campaign, the larger of the keywords' and the searches' sum. */
export const combinedMeasuredSaving = (
  all: ReadonlyArray<{
    readonly campaign: string
    readonly stops: "keywords" | "searches"
    readonly amount: number
  }>
): number => {
  const campaigns = Map.groupBy(all, ({ campaign }) => campaign)
  const cents = (some: typeof all) =>
    some.length === 0 ? null : totalBy(some, ({ amount }) => Math.round(amount * 100))
  const each = [...campaigns.values()].map((ofCampaign) => {
    const sides = [
      cents(ofCampaign.filter(({ stops }) => stops === "searches")),
      cents(ofCampaign.filter(({ stops }) => stops === "keywords"))
    ].filter((side) => side !== null)
    return Math.max(...sides)
  })
  return totalBy(each, (one) => one) / 100
}
