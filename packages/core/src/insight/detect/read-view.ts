import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { Exclusion } from "../../campaigns/index.ts"
import { bindStatement, makePlanningReader, statement } from "../../storage/index.ts"
import { zeroSums } from "../amounts.ts"
import { servedDayCondition } from "../performance/days.ts"
import { sumsAsJson } from "../performance/figures.ts"
import type { AdView, CampaignView, KeywordView, TermView } from "./view.ts"

/** A campaign to analyse, and whether it runs in the platform. */
export interface ReadCampaign {
  readonly view: CampaignView
  readonly running: boolean
}

/** SQL: the sums of a window; a row can have several windows. */
const windowSumsSql = (days: string, name: string): string =>
  `${sumsAsJson(`date > latest - ${days}`)} as "${name}"`

/** SQL: the last day of the windows, even without data. */
const latest = `(select coalesce(max(date), current_date - 1) as latest from campaign_days where organization_id = $1) l`

const within = "organization_id = $1 and campaign_id = $2"

const campaign = statement(`
select c.slug, c.type, coalesce(c.budget, 0) as budget, c.target_cpa as "targetCpa",
  c.platform_resource_name is not null and c.state <> 'draft' as running,
  (select coalesce(json_agg(latest - date order by date desc), '[]') from ${latest} join campaign_days
   on ${within} and date > latest - 90 and ${servedDayCondition}) as served, d.*
from campaigns c, lateral (
  select ${windowSumsSql("$3::int", "window")}, ${windowSumsSql("7", "last7")}, ${windowSumsSql("30", "last30")}
  from ${latest} left join campaign_days on ${within} and date > latest - greatest($3::int, 30)
) d
where c.organization_id = $1 and c.id = $2`)

const ads = statement(`select id, name from ads where ${within} and removed_at is null order by id`)

/**
 * A keyword is at least as old as its first day with figures. Its days without impressions count from its
 * last impression, or from its start if it had none.
 */
const keywords = statement(`
select k.id, k.ad_id as ad, k.text, k.match_type as match, k.state, a.age as "ageDays",
  least(coalesce(l.latest - d.shown, a.age), 90) as "daysWithoutImpressions", coalesce(d.last30, $3::json) as last30
from keywords k cross join ${latest}
left join lateral (
  select min(date) as first, max(date) filter (where impressions > 0) as shown, ${windowSumsSql("30", "last30")}
  from keyword_days where ${within} and keyword_id = k.id and date > latest - 90
  having count(*) > 0
) d on true
cross join lateral (
  select greatest(current_date - k.created_at::date, current_date - d.first, 0) as age
) a
where k.organization_id = $1 and k.campaign_id = $2 and k.removed_at is null
order by k.id`)

const terms = statement(`
with days as (
  select d.*, latest from ${latest} join search_term_days d on ${within} and date > latest - 90
), of_ads as (
  select distinct on (term_id) term_id, ad_id from days
  group by term_id, ad_id order by term_id, sum(clicks) desc, ad_id
)
select s.term, a.ad_id as ad, d."window", d.last30, d.last90
from (
  select term_id, ${windowSumsSql("$3::int", "window")}, ${windowSumsSql("30", "last30")}, ${windowSumsSql("90", "last90")}
  from days group by term_id
) d
join of_ads a using (term_id)
join search_terms s on s.organization_id = $1 and s.id = d.term_id
order by s.id`)

const negatives = statement(`
select distinct text, match_type as match from negative_keywords where ${within} and removed_at is null`)

/** SQL: the business's own name, and the keywords of its brand campaigns. */
const brand = statement(`
select brand_name as text from business_profiles where organization_id = $1 and brand_name <> ''
union
select lower(k.text) from keywords k join campaigns c on c.organization_id = $1 and c.id = k.campaign_id
where k.organization_id = $1 and c.type = 'brand' and c.id <> $2 and k.removed_at is null`)

type CampaignRow = Pick<
  CampaignView,
  "slug" | "type" | "budget" | "targetCpa" | "served" | "window" | "last7" | "last30"
> &
  Pick<ReadCampaign, "running">

/**
 * Reads a campaign's view for the detectors; `days` is the requested window. It uses its own connection and
 * transaction, because a large campaign takes long and must not delay other reads.
 */
export const readView = (organization: number, id: number, days: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const scope = [organization, id]
    return sql.withTransaction(
      makePlanningReader().read(
        bindStatement<CampaignRow>(campaign, [...scope, days]),
        bindStatement<AdView>(ads, scope),
        bindStatement<KeywordView>(keywords, [...scope, JSON.stringify(zeroSums)]),
        bindStatement<TermView>(terms, [...scope, days]),
        bindStatement<Exclusion>(negatives, scope),
        bindStatement<{ readonly text: string }>(brand, scope)
      )
    )
  }).pipe(
    Effect.map(([[row], ads, keywords, terms, negatives, brand]): ReadCampaign => {
      const { running, ...campaign } = row!
      const ownNames = brand.map(({ text }) => text)
      return {
        running,
        view: { ...campaign, windowDays: days, ads, keywords, terms, negatives, brand: ownNames }
      }
    })
  )
