import { Effect } from "effect"
import type { PreviousSettings } from "../platform/model/index.ts"
import { bindStatement, runSql, statement } from "../storage/index.ts"

/** A change that others made in the ad platform, as the sync recorded it. */
export interface StoredExternalChange {
  /** The platform's id of the change, unique in its ad account. */
  readonly id: string
  readonly at: string
  readonly campaign: number | null
  readonly by: string | null
  readonly what: string
}

/** A change of a campaign with the settings before it that an edit of ours can restore. */
export interface RevertedChange {
  readonly what: string
  /** Whether a person has accepted it, or the campaign follows the platform: the values here are those after it. */
  readonly accepted: boolean
  readonly previous: PreviousSettings | null
  /** The keyword that was changed, if the campaign still has it. */
  readonly keyword: number | null
}

export const findExternalChange = (organization: number, campaign: number, id: string) =>
  Effect.map(
    runSql<RevertedChange>`
      select p.what, p.at <= c.last_synced_at as accepted, p.detail -> 'previous' as previous, k.id as keyword
      from platform_changes p join campaigns c on c.organization_id = p.organization_id and c.id = p.campaign_id
      left join keywords k on k.organization_id = p.organization_id and k.platform_resource_name = p.resource
        and k.campaign_id = c.id and k.removed_at is null
      where p.organization_id = ${organization} and p.campaign_id = ${campaign} and p.id = ${id}`,
    ([row]) => row ?? null
  )

/** Reads the newest changes of a campaign, for someone who names one that it lacks. */
export const findNewestOf = (organization: number, campaign: number) =>
  runSql<Pick<StoredExternalChange, "id" | "what">>`
    select id, what from platform_changes where organization_id = ${organization} and campaign_id = ${campaign}
    order by at desc, id limit 5`

const waiting = statement(`
select p.campaign_id as campaign, count(*)::int as changes
from platform_changes p join campaigns c on c.organization_id = p.organization_id and c.id = p.campaign_id
where p.organization_id = $1 and c.removed_at is null and p.at > c.last_synced_at
group by p.campaign_id order by p.campaign_id`)

/** Reads the campaigns with changes that nobody accepted yet, and their number. */
export const readWaitingExternalChanges = (organization: number) =>
  bindStatement<{ readonly campaign: number; readonly changes: number }>(waiting, [organization])

/** More rows would not help the reader of a report. */
const maxReported = 200

/** Days are in UTC, as in the list of actions. */
const outside = statement(`
select id, at, campaign_id as campaign, by, what,
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
select p.id, p.at, p.campaign_id as campaign, p.by, p.what, coalesce(p.at <= c.last_synced_at, true) as accepted
from platform_changes p left join campaigns c on c.organization_id = p.organization_id and c.id = p.campaign_id
where p.organization_id = $1 and p.at >= $2::timestamptz and ($3::bigint is null or p.campaign_id = $3)
order by p.at desc, p.id limit $4`)

/** Reads the newest changes since a moment, of one campaign or of all, and whether they were accepted. */
export const readNewestExternalChanges = (
  organization: number,
  since: string,
  campaign: number | null,
  limit: number
) =>
  bindStatement<StoredExternalChange & Pick<RevertedChange, "accepted">>(newest, [
    organization,
    since,
    campaign,
    limit
  ])
