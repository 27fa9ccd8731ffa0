import { type Exclusion, makeBlocker } from "./blocks.ts"

export interface Traffic {
  readonly clicks: number
  readonly cost: number
  readonly conversions: number
}

export interface SearchedTerm extends Traffic {
  readonly term: string
}

const noTraffic: Traffic = { clicks: 0, cost: 0, conversions: 0 }
const sum = (rows: ReadonlyArray<Traffic>): Traffic =>
  rows.reduce(
    (all, row) => ({
      clicks: all.clicks + row.clicks,
      cost: all.cost + row.cost,
      conversions: all.conversions + row.conversions
    }),
    noTraffic
  )

const share = (part: number, whole: number): number =>
  whole > 0 ? Math.min(1, Math.round((part / whole) * 10_000) / 10_000) : 0

/**
 * Returns the share of past searches that these exclusions would block. Searches that are already excluded do
 * not count. The platform hides rare searches, so the total is the sum of the reported ones.
 */
export const wouldLose = (
  fresh: ReadonlyArray<Exclusion>,
  present: ReadonlyArray<Exclusion>,
  searched: ReadonlyArray<SearchedTerm>
): Traffic => {
  const [blocksNow, blockedBefore] = [makeBlocker(fresh), makeBlocker(present)]
  const lost = sum(searched.filter(({ term }) => blocksNow(term) && !blockedBefore(term)))
  const all = sum(searched)
  return {
    clicks: share(lost.clicks, all.clicks),
    cost: share(lost.cost, all.cost),
    conversions: share(lost.conversions, all.conversions)
  }
}
