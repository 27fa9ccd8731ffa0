import { bindStatement, statement } from "../../../storage/index.ts"
import type { SourceAppliedRecommendation, SourceRecommendation } from "./source.ts"

/** A recommendation with the id of its campaign instead of the slug. */
type WithCampaignId<Row> = Omit<Row, "campaign"> & { readonly campaign: number }

/** The number of all rows, also of those that are left out. */
interface Counted {
  readonly total: number
}

/** More rows would not help the reader. */
const maxRecommendations = 200

const pending = statement(`
select id, type, campaign_id as campaign, summary, estimated_monthly_saving as saving, details -> 'saves' as saves,
  count(*) over () as total
from recommendations where organization_id = $1 and status = 'pending'
order by estimated_monthly_saving desc nulls last, created_at desc, id limit ${maxRecommendations}`)

/** Reads pending recommendations, those with the largest saving first. */
export const readPending = (organization: number) =>
  bindStatement<WithCampaignId<SourceRecommendation> & Counted>(pending, [organization])

/**
 * A pending recommendation that was renewed after that day has only its type: the text and the estimate of that
 * time are not known any more.
 */
const pendingAt = statement(`
select id, type, campaign_id as campaign, case when not renewed then summary end as summary,
  case when not renewed then estimated_monthly_saving end as saving,
  case when not renewed then details -> 'saves' end as saves, count(*) over () as total
from (
  select *, status = 'pending' and updated_at >= day as renewed
  from recommendations, lateral (select ($2::date + 1)::timestamp at time zone 'UTC' as day) as l
  where organization_id = $1 and created_at < day
    and (status = 'pending' or coalesce(applied_at, dismissed_at) >= day)
) as waited
order by saving desc nulls last, created_at desc, id limit ${maxRecommendations}`)

/** Reads the recommendations that waited for a decision at the end of a day. */
export const readPendingAt = (organization: number, day: string) =>
  bindStatement<WithCampaignId<SourceRecommendation> & Counted>(pendingAt, [organization, day])

const applied = statement(`
select type, campaign_id as campaign, summary, estimated_monthly_saving as saving, status, applied_at as at,
  realised_saving_14d as realised_14d, realised_saving_30d as realised_30d, details -> 'saves' as saves
from recommendations where organization_id = $1 and status in ('applied', 'undone')
  and applied_at >= $2::date::timestamp at time zone 'UTC'
  and applied_at < ($3::date + 1)::timestamp at time zone 'UTC'
order by applied_at desc, id limit ${maxRecommendations}`)

/** Reads the recommendations that were applied in a period, latest first. */
export const readApplied = (organization: number, from: string, to: string) =>
  bindStatement<WithCampaignId<SourceAppliedRecommendation>>(applied, [organization, from, to])
