import { type BoundStatement, bindStatement, statement } from "../../storage/index.ts"
import { runsSql } from "../attention-rows.ts"

/* How well live campaigns serve, as the platform judges it at the last sync. */

/** A keyword with a low quality score that costs money. */
export interface LowQualityKeyword {
  readonly text: string
  readonly score: number
  /** Of 30 days, up to the organization's latest day with figures. */
  readonly cost_micros: number
}

export interface CampaignServing {
  readonly campaign: string
  /** Shares of the impressions that it could have had in the last seven days with figures; null if unknown. */
  readonly lost_to_budget: number | null
  readonly lost_to_rank: number | null
  /** Its enabled keywords with a low score, the most expensive first. */
  readonly keywords: ReadonlyArray<LowQualityKeyword>
  /** Its enabled ads by what keeps them from being shown, or shown often. */
  readonly disapproved: number
  readonly limited: number
  readonly poor: number
}

/** From this quality score down, of 10, the platform charges more for a click or shows the ad less. */
export const lowQualityScore = 4

const serving = statement(`
select c.slug as campaign, s.lost_to_budget, s.lost_to_rank, coalesce(k.keywords, '[]') as keywords,
  a.disapproved, a.limited, a.poor
from campaigns c
left join campaign_signals s on s.organization_id = $1 and s.campaign_id = c.id
left join lateral (
  select json_agg(json_build_object('text', text, 'score', score, 'cost_micros', cost_micros)
    order by cost_micros desc, text) as keywords
  from (
    select k.text, q.quality_score as score, sum(d.cost_micros)::float8 as cost_micros
    from keywords k
    join keyword_signals q on q.organization_id = $1 and q.keyword_id = k.id and q.quality_score <= ${lowQualityScore}
    join keyword_days d on d.organization_id = $1 and d.campaign_id = c.id and d.keyword_id = k.id
      and d.date > (select max(date) from campaign_days where organization_id = $1) - 30
    where k.organization_id = $1 and k.campaign_id = c.id and k.removed_at is null and k.state = 'enabled'
    group by k.id, k.text, q.quality_score having sum(d.cost_micros) > 0
  ) low
) k on true
left join lateral (
  select count(*) filter (where q.approval = 'disapproved') as disapproved,
    count(*) filter (where q.approval = 'limited') as limited,
    count(*) filter (where q.strength = 'poor' and q.approval is distinct from 'disapproved') as poor
  from ads a join ad_signals q on q.organization_id = $1 and q.ad_id = a.id
  where a.organization_id = $1 and a.campaign_id = c.id and a.removed_at is null and a.state = 'enabled'
) a on true
where c.organization_id = $1 and c.removed_at is null and ${runsSql("c")} order by c.slug`)

export const readServing = (organization: number): BoundStatement<CampaignServing> =>
  bindStatement(serving, [organization])
