import { bindStatement, statement } from "../../storage/index.ts"
import type { Exclusion } from "../negatives/blocks.ts"
import type { AdRow } from "../rows/ad-rows.ts"
import { lastWindowDay, type Sums, servedDayCondition, sumsAsJson, zeroSums } from "./sums.ts"

/* The parts of one campaign with their figures, for detectors. */

/** A campaign with its figures. */
export interface CampaignFigures {
  readonly slug: string
  readonly type: string
  /** Daily; 0 for none. */
  readonly budget: number
  readonly targetCpa: number | null
  /** Whether it runs in the platform. */
  readonly running: boolean
  /**
   * The days of the last 90 on which it served, as an offset from the latest day with data: 0 is that day.
   */
  readonly served: ReadonlyArray<number>
  /** In the requested days. */
  readonly window: Sums
  readonly last7: Sums
  readonly last30: Sums
}

export interface KeywordFigures {
  readonly id: number
  readonly ad: number
  readonly text: string
  readonly match: Exclusion["match"]
  readonly state: "enabled" | "paused"
  readonly ageDays: number
  /** Days since its last impression, or since it was added; at most 90. */
  readonly daysWithoutImpressions: number
  readonly last30: Sums
}

export interface TermFigures {
  readonly term: string
  /** The ad that was shown for it most often, where its keyword belongs. */
  readonly ad: number
  /** In the requested days. */
  readonly window: Sums
  readonly last30: Sums
  readonly last90: Sums
}

/** SQL: the sums of a window; a row can have several windows. */
const windowSumsSql = (days: string, name: string): string =>
  `${sumsAsJson(`date > latest - ${days}`)} as "${name}"`

const latest = `${lastWindowDay} l`
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

const brandKeywords = statement(`
select distinct lower(k.text) as text from keywords k
join campaigns c on c.organization_id = $1 and c.id = k.campaign_id
where k.organization_id = $1 and c.type = 'brand' and c.id <> $2 and k.removed_at is null`)

/**
 * Returns the statements that read a campaign, its ads, keywords, search terms and exclusions, and the keywords
 * of the other brand campaigns. `days` is the requested window.
 */
export const readCampaignFigures = (organization: number, id: number, days: number) => {
  const scope = [organization, id]
  return [
    bindStatement<CampaignFigures>(campaign, [...scope, days]),
    bindStatement<Pick<AdRow, "id" | "name">>(ads, scope),
    bindStatement<KeywordFigures>(keywords, [...scope, JSON.stringify(zeroSums)]),
    bindStatement<TermFigures>(terms, [...scope, days]),
    bindStatement<Exclusion>(negatives, scope),
    bindStatement<{ readonly text: string }>(brandKeywords, scope)
  ] as const
}
