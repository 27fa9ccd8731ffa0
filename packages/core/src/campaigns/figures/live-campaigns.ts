import { type BoundStatement, bindStatement, statement } from "../../storage/index.ts"
import type { Exclusion } from "../negatives/blocks.ts"
import { listedNegatives } from "../negatives/lists.ts"
import type { EvidenceDays } from "./campaign-figures.ts"
import { lastWindowDay, type Sums, servedDayCondition, sumsAsJson } from "./sums.ts"

export interface ServedDay {
  /** Days before the organization's latest day with data. */
  readonly ago: number
  readonly cost_micros: number
}

/** The cost and conversions of a search in a campaign over 30 days. */
export interface PaidTerm {
  readonly term: string
  readonly cost_micros: number
  readonly conversions: number
}

/** A live campaign with the figures of its last 30 days, and of its days of evidence. */
export interface LiveFigures {
  readonly id: number
  readonly type: string
  /** Daily; 0 for none. */
  readonly budget: number
  readonly target_cpa: number | null
  /** Whether its conversions, or the organization's, stopped while clicks went on. */
  readonly conversions_stopped: boolean
  /** The days on which it served, latest first. */
  readonly served: ReadonlyArray<ServedDay>
  readonly last30: Sums
  readonly evidence: Sums
  /** The keywords of the account's live brand campaigns. */
  readonly brand: ReadonlyArray<string>
  /** The paid searches that contain one of them. */
  readonly terms: ReadonlyArray<PaidTerm>
  readonly negatives: ReadonlyArray<Exclusion>
}

/**
 * SQL: live campaigns in the platform, with the paid searches that contain a brand word. Spaces around both
 * prevent matches inside a longer word. The rule checks the details, but need not read half a million other
 * searches.
 */
const live = statement(`
with l as ${lastWindowDay},
brands as (
  select b.ad_account_id, array_agg(distinct lower(k.text)) as words
  from campaigns b join keywords k on k.organization_id = $1 and k.campaign_id = b.id and k.removed_at is null
  where b.organization_id = $1 and b.type = 'brand' and b.state = 'live' and b.removed_at is null
    and k.state = 'enabled'
  group by b.ad_account_id
)
select c.id, c.type, coalesce(c.budget, 0) as budget, c.target_cpa,
  exists (select 1 from campaign_signals s where s.organization_id = $1 and s.campaign_id = c.id
    and s.conversions_stopped_since is not null)
  or exists (select 1 from organization_signals s where s.organization_id = $1
    and s.conversions_stopped_since is not null) as conversions_stopped, coalesce(b.words, '{}') as brand,
  (select coalesce(json_agg(json_build_object('ago', latest - date, 'cost_micros', cost_micros) order by date desc), '[]')
   from l, campaign_days where organization_id = $1 and campaign_id = c.id and date > latest - 30
     and ${servedDayCondition}) as served,
  (select ${sumsAsJson()}
   from l, campaign_days where organization_id = $1 and campaign_id = c.id and date > latest - 30) as last30,
  (select ${sumsAsJson()} from l, campaign_days where organization_id = $1 and campaign_id = c.id
     and date <= latest - $3::int and date > latest - $2::int) as evidence,
  (select coalesce(json_agg(json_build_object('term', s.term, 'cost_micros', t.cost_micros, 'conversions', t.conversions)), '[]')
   from search_term_totals t join search_terms s on s.organization_id = $1 and s.id = t.term_id
   where t.organization_id = $1 and t.days = 30 and t.campaign_id = c.id
     and exists (select 1 from unnest(b.words) w where ' ' || lower(s.term) || ' ' like '% ' || w || ' %')) as terms,
  (select coalesce(json_agg(json_build_object('text', n.text, 'match', n.match_type)), '[]')
   from (
     select text, match_type from negative_keywords
     where organization_id = $1 and campaign_id = c.id and removed_at is null
     union all select n.text, n.match_type from ${listedNegatives}
   ) n) as negatives
from campaigns c left join brands b on b.ad_account_id = c.ad_account_id
where c.organization_id = $1 and c.state = 'live' and c.platform_resource_name is not null and c.removed_at is null
order by c.id`)

/** Reads all live campaigns of an organization, oldest first. */
export const readLiveCampaigns = (
  organization: number,
  { days, lagDays }: EvidenceDays
): BoundStatement<LiveFigures> => bindStatement(live, [organization, days, lagDays])
