import { amountOf } from "../../contract/index.ts"
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
export const sumTraffic = (rows: ReadonlyArray<Traffic>): Traffic =>
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

/** Traffic of the last 30 days that a change would stop: the shares, and the amounts. */
export interface Loss extends Traffic {
  readonly clicks_30d: number
  /** To the cent. */
  readonly cost_30d: number
  readonly conversions_30d: number
}

/** Returns the loss of a part of the campaign's traffic. Costs are in micros. */
export const lossOf = (part: Traffic, campaign: Traffic): Loss => ({
  clicks: share(part.clicks, campaign.clicks),
  cost: share(part.cost, campaign.cost),
  conversions: share(part.conversions, campaign.conversions),
  clicks_30d: part.clicks,
  cost_30d: amountOf(part.cost),
  conversions_30d: Math.round(part.conversions * 10_000) / 10_000
})

/** Adds up the losses of several edits of one campaign. */
export const addLosses = (losses: ReadonlyArray<Loss>): Loss => {
  const total = (figure: keyof Loss) =>
    Math.round(losses.reduce((sum, loss) => sum + loss[figure], 0) * 10_000) / 10_000
  return {
    clicks: Math.min(1, total("clicks")),
    cost: Math.min(1, total("cost")),
    conversions: Math.min(1, total("conversions")),
    clicks_30d: total("clicks_30d"),
    cost_30d: total("cost_30d"),
    conversions_30d: total("conversions_30d")
  }
}

/** Searches that exclusions would block, and what is lost with them. */
interface BlockedSearches {
  readonly lost: Loss
  readonly stopped: ReadonlyArray<string>
}

/**
 * Returns the past searches that these exclusions would block. Searches that are already excluded do not count. The
 * shares are of the campaign's own traffic: the platform hides rare searches, so the reported ones are only a part of it.
 */
export const wouldLose = (
  fresh: ReadonlyArray<Exclusion>,
  present: ReadonlyArray<Exclusion>,
  searched: ReadonlyArray<SearchedTerm>,
  campaign: Traffic
): BlockedSearches => {
  const [blocksNow, blockedBefore] = [makeBlocker(fresh), makeBlocker(present)]
  const stopped = searched.filter(({ term }) => blocksNow(term) && !blockedBefore(term))
  return { lost: lossOf(sumTraffic(stopped), campaign), stopped: stopped.map(({ term }) => term) }
}
