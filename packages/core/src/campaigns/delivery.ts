import { plusDays } from "../contract/index.ts"
import { binomialInterval } from "../statistics.ts"

/** On how many of the days up to the last one with an impression a campaign was shown. */
export interface DeliveryHistory {
  /** The last day with an impression. */
  readonly shown: string
  /** Days with an impression among the last `deliveryDays` up to it. */
  readonly days: number
  /** The day since when the syncs see the campaign run; null if it does not run. */
  readonly runs_since: string | null
}

export const deliveryDays = 28

/** Luck explains the silence once in a hundred campaigns, as often as they are quiet at most. */
const maxLuck = 0.01

/**
 * The first day without impressions of a campaign that runs, if luck does not explain so many; else null. `until` is the
 * latest day with figures. Days before the campaign ran count for nothing.
 */
export const deliveryStoppedSince = (
  { days, runs_since, shown }: DeliveryHistory,
  until: string
): string | null => {
  if (runs_since === null) return null
  const first = runs_since > shown ? runs_since : plusDays(shown, 1)
  const quiet = Math.round((Date.parse(until) - Date.parse(first)) / 86_400_000) + 1
  const quietShare = binomialInterval(deliveryDays - days, deliveryDays, 0.9).high
  return quiet > 0 && quietShare ** quiet <= maxLuck ? first : null
}
