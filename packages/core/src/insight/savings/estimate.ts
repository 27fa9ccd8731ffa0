import { Schema } from "effect"
import { amountOf } from "../amounts.ts"

/*
 * What a recommendation saves: the cost of the last 30 days that it would have prevented, counted once. Every estimate and
 * every sum of estimates is made here. It is cost that bought nothing, not money back: a campaign limited by its budget
 * spends it elsewhere.
 */

/** Every estimate covers so many days. */
export const estimateDays = 30

/** A keyword or a search that a recommendation stops, with what it cost for nothing. In micros. */
const StoppedCost = Schema.Union(
  Schema.Struct({ keyword: Schema.Int, micros: Schema.Number }),
  Schema.Struct({ search: Schema.String, micros: Schema.Number })
)
export type StoppedCost = typeof StoppedCost.Type

/** What an estimate is made of, as it is stored with its recommendation. */
export const SavingBasis = Schema.Struct({
  /** What the campaign spent in the same days: nothing saves more. */
  spent_micros: Schema.Number,
  stops: Schema.Array(StoppedCost)
})
export type SavingBasis = typeof SavingBasis.Type

const sumOfLargest = (stops: ReadonlyArray<readonly [key: string | number, micros: number]>): number => {
  const each = new Map<string | number, number>()
  for (const [key, micros] of stops) each.set(key, Math.max(each.get(key) ?? 0, micros))
  return [...each.values()].reduce((sum, micros) => sum + micros, 0)
}

/**
 * What some stops of one campaign save together, in micros. Each keyword and each search counts once. A search and the
 * keyword that answered it are the same money, and nobody knows which answered which: so the two are not added up, and
 * the larger of them counts.
 */
export const savedMicros = ({ spent_micros, stops }: SavingBasis): number =>
  Math.min(
    spent_micros,
    Math.max(
      sumOfLargest(stops.flatMap((one) => ("keyword" in one ? [[one.keyword, one.micros] as const] : []))),
      sumOfLargest(stops.flatMap((one) => ("search" in one ? [[one.search, one.micros] as const] : [])))
    )
  )

/** An amount, or null where it rounds to nothing: 0.00 is not a saving. */
const amountOrNull = (micros: number): number | null => amountOf(micros) || null

export const savingOf = (saves: SavingBasis): number | null => amountOrNull(savedMicros(saves))

/** A recommendation's campaign, and what its estimate is made of; null where it has none. */
export interface EstimatedSaving {
  readonly campaign: string
  readonly saves: SavingBasis | null
}

/** What several recommendations save together: per campaign, what more than one of them stops counts once. */
export const combinedSaving = (all: ReadonlyArray<EstimatedSaving>): number | null => {
  const campaigns = Map.groupBy(all, ({ campaign }) => campaign)
  const micros = [...campaigns.values()].map((ofCampaign) =>
    savedMicros({
      spent_micros: Math.max(...ofCampaign.map(({ saves }) => saves?.spent_micros ?? 0)),
      stops: ofCampaign.flatMap(({ saves }) => saves?.stops ?? [])
    })
  )
  return amountOrNull(micros.reduce((sum, one) => sum + one, 0))
}

const searchStoppingTypes: ReadonlySet<string> = new Set(["negative_keywords", "brand_leak"])

/** The same for amounts that were measured: per campaign the larger of what keywords and what searches saved. */
export const combinedMeasuredSaving = (
  all: ReadonlyArray<{ readonly campaign: string; readonly type: string; readonly amount: number }>
): number => {
  const campaigns = Map.groupBy(all, ({ campaign }) => campaign)
  const cents = (some: typeof all) =>
    some.length === 0 ? null : some.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  const each = [...campaigns.values()].map((ofCampaign) => {
    const sides = [
      cents(ofCampaign.filter(({ type }) => searchStoppingTypes.has(type))),
      cents(ofCampaign.filter(({ type }) => !searchStoppingTypes.has(type)))
    ].filter((side) => side !== null)
    return Math.max(...sides)
  })
  return each.reduce((sum, one) => sum + one, 0) / 100
}
