import { bindStatement, statement } from "../storage/index.ts"

/** A change that others made in the ad platform, as the sync recorded it. */
export interface StoredExternalChange {
  readonly at: string
  readonly campaign: number | null
  readonly by: string | null
  readonly what: string
}

/** More rows would not help the reader of a report. */
const maxReported = 200

/** Days are in UTC, as in the list of actions. */
const outside = statement(`
select at, campaign_id as campaign, by, what,
  count(*) filter (where at >= $3::date::timestamp at time zone 'UTC') over () as total
from platform_changes
where organization_id = $1 and at >= $2::date::timestamp at time zone 'UTC'
  and at < ($4::date + 1)::timestamp at time zone 'UTC'
order by at desc, id limit ${maxReported}`)

/** Reads the changes since a day, newest first, each with the number of all in the period. */
export const readExternalChanges = (
  organization: number,
  since: string,
  { from, to }: { readonly from: string; readonly to: string }
) =>
  bindStatement<StoredExternalChange & { readonly total: number }>(outside, [organization, since, from, to])

const newest = statement(`
select at, campaign_id as campaign, by, what from platform_changes
where organization_id = $1 and at >= $2::timestamptz and ($3::bigint is null or campaign_id = $3)
order by at desc, id limit $4`)

/** Reads the newest changes since a moment, of one campaign or of all. */
export const readNewestExternalChanges = (
  organization: number,
  since: string,
  campaign: number | null,
  limit: number
) => bindStatement<StoredExternalChange>(newest, [organization, since, campaign, limit])
