import { conversionLagDays } from "../conversion-tracking.ts"
import { lastWindowDay, type Sums } from "./sums.ts"

/*
 * The days that a campaign is judged by: their conversions have arrived, and were counted.
 */

/** The first and the last day with a click, within the days of evidence, as offsets from the latest day with data. */
export interface ActiveDays {
  readonly from: number
  readonly to: number
}

/** A campaign's day of evidence. */
export interface EvidenceDay extends Pick<Sums, "clicks" | "conversions"> {
  /** Days before the latest day with data. */
  readonly ago: number
}

/**
 * SQL: the latest day with data of the organization $1, with the lag of a campaign's conversions in days and its silences:
 * the days on which conversions were not counted.
 */
export const evidenceBasis = (campaign: string): string => `(
  select latest, coalesce(s.conversion_lag_days, ${conversionLagDays}) as lag,
    coalesce(s.silences, '{}') + coalesce(o.silences, '{}') as silences
  from ${lastWindowDay} d
  left join campaign_signals s on s.organization_id = $1 and s.campaign_id = ${campaign}
  left join organization_signals o on o.organization_id = $1
) basis`

/** SQL: whether the conversions of a day have arrived and were counted. */
export const isSettled = "date <= latest - lag and not date <@ silences"

/** SQL: whether a day is one of the $3 days of evidence. */
export const isEvidence = `date > latest - $3::int and ${isSettled}`

/** SQL: the active days as columns. */
export const activeDays = `coalesce(max(latest - date) filter (where clicks > 0 and ${isEvidence}), 0)::int as active_from,
   coalesce(min(latest - date) filter (where clicks > 0 and ${isEvidence}), 0)::int as active_to`
