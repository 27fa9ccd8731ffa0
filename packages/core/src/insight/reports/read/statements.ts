import { statement } from "../../../storage/index.ts"
import { sumsAsJson } from "../../performance/figures.ts"

/** More rows would not help the reader; the report states how many are left out. */
export const maxTerms = 5000
export const maxActions = 200
const maxRecommendations = 200

export const organization = statement(`
select o.name, o.currency, (select max(date) from campaign_days where organization_id = $1) as latest
from organizations o where o.id = $1`)

export const timeZones = statement(`
select distinct time_zone from ad_accounts where organization_id = $1 and time_zone is not null`)

export const campaigns = statement(`
select id, slug, name, type, state, coalesce(budget, 0) as budget, target_cpa, locations
from campaigns where organization_id = $1 and removed_at is null order by slug`)

/**
 * SQL: the figures of each search in the period ($2 to $3) and in the one before ($4 to $5), most expensive
 * first.
 */
export const terms = statement(`
with summed as materialized (
  select campaign_id, term_id, ${sumsAsJson("date >= $2")} as now, ${sumsAsJson("date < $2")} as before,
    greatest(sum(cost_micros) filter (where date >= $2), sum(cost_micros) filter (where date < $2)) as cost
  from search_term_days
  where organization_id = $1 and (date between $2 and $3 or date between $4 and $5)
  group by campaign_id, term_id
)
select s.term, c.slug as campaign, t.now, t.before, (select count(*) from summed) as total
from (select * from summed order by cost desc, term_id limit ${maxTerms}) t
join search_terms s on s.organization_id = $1 and s.id = t.term_id
join campaigns c on c.organization_id = $1 and c.id = t.campaign_id
order by t.cost desc, t.term_id`)

/**
 * SQL: the actions of the period, newest first. Days are in UTC, as in the action log. Connected apps act on
 * behalf of a person, so the surface comes from the audit trail.
 */
export const actions = statement(`
select a.at, a.op, c.slug as campaign, a.detail, a.actor_type as actor, a.actor_user_email as user,
  a.actor_key_prefix as key, a.undone_at is not null as undone, count(*) over () as total,
  case a.actor_type when 'user' then (select e.surface from audit_events e
    where e.organization_id = $1 and e.at between a.at - interval '5 minutes' and a.at + interval '5 minutes'
      and e.request_id = a.request_id order by e.at limit 1) end as surface
from actions a left join campaigns c on c.organization_id = $1 and c.id = a.campaign_id
where a.organization_id = $1 and a.state = 'executed'
  and a.at >= $2::date::timestamp at time zone 'UTC' and a.at < ($3::date + 1)::timestamp at time zone 'UTC'
order by a.at desc, a.sequence desc limit ${maxActions}`)

const recommendationsSql = `from recommendations r
join campaigns c on c.organization_id = r.organization_id and c.id = r.campaign_id where r.organization_id = $1`

export const pending = statement(`
select r.id, r.type, c.slug as campaign, r.summary, r.estimated_monthly_saving as saving,
  r.details -> 'saves' as saves ${recommendationsSql}
  and r.status = 'pending'
order by r.estimated_monthly_saving desc nulls last, r.created_at desc, r.id limit ${maxRecommendations}`)

export const applied = statement(`
select r.type, c.slug as campaign, r.summary, r.estimated_monthly_saving as saving, r.status, r.applied_at as at,
  r.realised_saving_14d as realised_14d, r.realised_saving_30d as realised_30d, r.details -> 'saves' as saves ${recommendationsSql}
  and r.status in ('applied', 'undone')
  and r.applied_at >= $2::date::timestamp at time zone 'UTC'
  and r.applied_at < ($3::date + 1)::timestamp at time zone 'UTC'
order by r.applied_at desc, r.id limit ${maxRecommendations}`)

const keywordsSql = (table: string, more: string): string => `
select distinct c.slug as campaign, k.text, k.match_type as match
from ${table} k join campaigns c on c.organization_id = $1 and c.id = k.campaign_id and c.removed_at is null
where k.organization_id = $1 and k.removed_at is null ${more}`

/** Paused keywords count too, because someone decided about them. */
export const keywords = statement(keywordsSql("keywords", ""))
export const negatives = statement(keywordsSql("negative_keywords", "and k.ad_id is null"))
