import { blocking, type Exclusion } from "./blocks.ts"

export interface Figures {
  readonly clicks: number
  readonly cost: number
  readonly conversions: number
}

export interface SearchedTerm extends Figures {
  readonly term: string
}

const nothing: Figures = { clicks: 0, cost: 0, conversions: 0 }
const sum = (rows: ReadonlyArray<Figures>): Figures =>
  rows.reduce(
    (all, row) => ({
      clicks: all.clicks + row.clicks,
      cost: all.cost + row.cost,
      conversions: all.conversions + row.conversions
    }),
    nothing
  )

const share = (part: number, whole: number): number =>
  whole > 0 ? Math.min(1, Math.round((part / whole) * 10_000) / 10_000) : 0

/**
 * What share of what was searched would go with these exclusions. Searches that are excluded already go with the
 * old ones and do not count; the platform hides rare searches, so the whole is the sum of those that it tells.
 */
export const wouldLose = (
  fresh: ReadonlyArray<Exclusion>,
  present: ReadonlyArray<Exclusion>,
  searched: ReadonlyArray<SearchedTerm>
): Figures => {
  const [goes, isGone] = [blocking(fresh), blocking(present)]
  const lost = sum(searched.filter(({ term }) => goes(term) && !isGone(term)))
  const all = sum(searched)
  return {
    clicks: share(lost.clicks, all.clicks),
    cost: share(lost.cost, all.cost),
    conversions: share(lost.conversions, all.conversions)
  }
}
