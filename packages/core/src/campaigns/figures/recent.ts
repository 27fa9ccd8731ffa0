import { type BoundStatement, bindStatement, statement } from "../../storage/index.ts"
import type { StoredCampaign } from "../stored-campaign.ts"
import { lastWindowDay, type Sums, sumsAsJson } from "./sums.ts"

/** A campaign with its recent figures. */
export interface RecentFigures extends Pick<StoredCampaign, "id" | "slug" | "name" | "type" | "state"> {
  /** Daily; 0 for none. */
  readonly budget: number
  readonly targetCpa: number | null
  /** Whether it runs in the platform. */
  readonly running: boolean
  readonly account: string | null
  readonly synced: string | null
  readonly last7: Sums
  readonly last30: Sums
  readonly before30: Sums
}

const recent = statement(`
select c.id, c.slug, c.name, c.type, c.state, coalesce(c.budget, 0) as budget, c.target_cpa as "targetCpa",
  c.state in ('live', 'error') and c.platform_resource_name is not null as running, c.ad_account_id as account,
  c.last_synced_at as synced, d.*
from campaigns c, lateral (
  select ${sumsAsJson("date > latest - 7")} as last7, ${sumsAsJson("date > latest - 30")} as last30,
    ${sumsAsJson("date <= latest - 30")} as before30
  from ${lastWindowDay} l left join campaign_days
    on organization_id = $1 and campaign_id = c.id and date > latest - 60
) d
where c.organization_id = $1 and c.removed_at is null
order by c.id`)

/** Reads the campaigns of an organization with the sums of their last 7 and 30 days, and of the 30 days before. */
export const readRecentFigures = (organization: number): BoundStatement<RecentFigures> =>
  bindStatement(recent, [organization])

export interface WeekSums {
  readonly monday: string
  readonly sums: Sums
}

const weeks = statement(`
select date_trunc('week', date)::date::text as monday, ${sumsAsJson()} as sums
from campaign_days where organization_id = $1 and date >= $2::date and date < $3::date
group by 1 order by 1`)

/** Reads the sums of all campaigns by week, from one Monday to before another. */
export const readWeeks = (organization: number, from: string, before: string): BoundStatement<WeekSums> =>
  bindStatement(weeks, [organization, from, before])
