import { Effect } from "effect"
import type { Channel } from "../../contract/index.ts"
import { type BoundStatement, bindStatement, runSql, statement } from "../../storage/index.ts"
import { aiMaxSql, campaignIdSql } from "../campaign.ts"
import { historyDays } from "../conversion-tracking.ts"
import { listedNegatives } from "../negatives/rows.ts"
import type { Exclusion } from "../negatives/terms.ts"
import type { AdRow } from "../rows/ad-rows.ts"
import {
  type ActiveDays,
  activeDays,
  type EvidenceDay,
  evidenceBasis,
  isEvidence,
  isSettled
} from "./evidence.ts"
import { lastWindowDay, type Sums, servedDayCondition, sumsAsJson } from "./sums.ts"

/*
 * The parts of one campaign with their figures, for detectors: one statement per part, so that a detector reads
 * only what it needs.
 */

type Traffic = Pick<Sums, "clicks" | "cost_micros" | "conversions">

/** A campaign with its figures. */
export interface CampaignFigures {
  readonly id: number
  readonly slug: string
  readonly type: string
  readonly channel: Channel
  /** Daily; 0 for none. */
  readonly budget: number
  readonly targetCpa: number | null
  /** Whether AI Max is on; null if unknown, or the channel has none. */
  readonly aiMax: boolean | null
  /** The platform's bidding strategy; null before it was read. */
  readonly bidding: string | null
  /** The first day without conversions, of the campaign or the organization, if they stopped while clicks went on. */
  readonly conversionsStopped: string | null
  /** The names of its targeted locations. */
  readonly locations: ReadonlyArray<string>
  /** Whether it runs in the platform. */
  readonly running: boolean
  /** The days on which it served, in any order, as offsets from the latest day with data: 0 is that day. */
  readonly served: ReadonlyArray<number>
  /** In the requested days. */
  readonly window: Sums
  /** In the requested days whose conversions have arrived and were counted. */
  readonly settled: Sums
  readonly last7: Sums
  readonly last30: Sums
  readonly evidence: Sums
  /** The days of evidence, in any order. */
  readonly evidenceDays: ReadonlyArray<EvidenceDay>
  /** Conversions come so many days after their click; the latest days are no evidence. */
  readonly lagDays: number
  /** The days of 90 with clicks whose conversions were not counted. */
  readonly silentDays: number
}

const latest = `${lastWindowDay} l`
const within = `organization_id = $1 and campaign_id = (${campaignIdSql})`

const campaign = statement(`
select c.id, c.slug, c.type, c.channel, coalesce(c.budget, 0) as budget, c.target_cpa as "targetCpa",
  ${aiMaxSql("c")} as "aiMax", c.platform_bidding_strategy as bidding, coalesce(
    (select conversions_stopped_since from campaign_signals where ${within}),
    (select conversions_stopped_since from organization_signals where organization_id = $1)
  ) as "conversionsStopped",
  array(select location ->> 'name' from jsonb_array_elements(c.locations -> 'list') location) as locations,
  c.platform_resource_name is not null and c.state <> 'draft' as running, d.*
from campaigns c, lateral (
  select ${sumsAsJson("date > latest - $4::int")} as "window",
    ${sumsAsJson(`date > latest - $4::int and ${isSettled}`)} as settled, ${sumsAsJson("date > latest - 7")} as last7,
    ${sumsAsJson("date > latest - 30")} as last30, ${sumsAsJson(isEvidence)} as evidence,
    coalesce(json_agg(json_build_object('ago', latest - date, 'clicks', clicks, 'conversions', conversions))
      filter (where ${isEvidence}), '[]') as "evidenceDays",
    coalesce(json_agg(latest - date) filter (where date > latest - $5::int and ${servedDayCondition}), '[]') as served,
    max(lag)::int as "lagDays",
    count(*) filter (where date > latest - $3::int and date <= latest - lag and clicks > 0 and date <@ silences)::int as "silentDays"
  from ${evidenceBasis("c.id")}
  left join campaign_days on organization_id = $1 and campaign_id = c.id and date > latest - greatest($3::int, $4::int, $5::int)
) d
where c.organization_id = $1 and c.slug = $2 and c.removed_at is null`)

/**
 * Reads a campaign by its slug; `days` is the number of days of evidence, `window` that of requested days, and
 * `servedDays` how far back service is read.
 */
export const readCampaignFigures = (
  organization: number,
  slug: string,
  days: number,
  window: number,
  servedDays: number
) => bindStatement<CampaignFigures>(campaign, [organization, slug, days, window, servedDays])

const ads = statement(`select id, name from ads where ${within} and removed_at is null order by id`)

export const readAdNames = (organization: number, slug: string) =>
  bindStatement<Pick<AdRow, "id" | "name">>(ads, [organization, slug])

export interface KeywordFigures {
  readonly id: number
  readonly ad: number
  readonly text: string
  readonly match: Exclusion["match"]
  readonly state: "enabled" | "paused"
  readonly ageDays: number
  /** Days since its last impression, or since it was added; at most 90. */
  readonly daysWithoutImpressions: number
  /** Whether it was shown in the same weeks a year before; unknown if it was added since. */
  readonly yearBefore: "shown" | "silent" | "unknown"
  readonly last30: Traffic
  readonly evidence: Traffic
  readonly active: ActiveDays
  /** Conversions of the last 90 days. */
  readonly conversions90: number
}

const trafficSums = (condition: string, name: string): string =>
  `coalesce(sum(clicks) filter (where ${condition}), 0)::float8 as ${name}_clicks,
   coalesce(sum(cost_micros) filter (where ${condition}), 0)::float8 as ${name}_cost,
   coalesce(sum(conversions) filter (where ${condition}), 0)::float8 as ${name}_conversions`

const trafficObject = (name: string): string =>
  `json_build_object('clicks', coalesce(d.${name}_clicks, 0), 'cost_micros', coalesce(d.${name}_cost, 0),
    'conversions', coalesce(d.${name}_conversions, 0)) as ${name}`

/**
 * A keyword is at least as old as its first day with figures. Its days without impressions count from its last
 * impression, or from its start if it had none. The platform does not say when a keyword was added that came with
 * its campaign's import, so the campaign's days a year before decide about it.
 */
const keywords = statement(`
with c as (select id, origin, generated_at from campaigns where organization_id = $1 and slug = $2 and removed_at is null),
l as (select basis.* from c, lateral ${evidenceBasis("c.id")}),
d as (
  select keyword_id, min(date) as first, max(date) filter (where impressions > 0 and date > latest - 90) as shown,
    bool_or(impressions > 0) filter (where date <= latest - $5::int) as shown_then,
    sum(conversions) filter (where date > latest - 90)::float8 as conversions90,
    ${trafficSums("date > latest - 30", "last30")}, ${trafficSums(isEvidence, "evidence")}, ${activeDays}
  from l, keyword_days where organization_id = $1 and campaign_id = (select id from c) and date > latest - $4::int
  group by keyword_id
)
select k.id, k.ad_id as ad, k.text, k.match_type as match, k.state, a.age as "ageDays",
  least(coalesce(l.latest - d.shown, a.age), 90) as "daysWithoutImpressions",
  case when d.shown_then then 'shown'
    when a.age >= $5::int + 90 or c.origin = 'imported' and k.created_at < c.generated_at then 'silent'
    else 'unknown' end as "yearBefore",
  ${trafficObject("last30")}, ${trafficObject("evidence")},
  json_build_object('from', coalesce(d.active_from, 0), 'to', coalesce(d.active_to, 0)) as active, coalesce(d.conversions90, 0) as conversions90
from c cross join l
join keywords k on k.organization_id = $1 and k.campaign_id = c.id and k.removed_at is null
left join d on d.keyword_id = k.id
cross join lateral (
  select greatest(current_date - k.created_at::date, current_date - d.first, 0) as age
) a
order by k.id`)

/**
 * Reads keywords; `days` is the number of days of evidence, `reach` how many days back their days are read, and `yearDays`
 * the offset of a year before.
 */
export const readKeywordFigures = (
  organization: number,
  slug: string,
  days: number,
  reach: number,
  yearDays: number
) => bindStatement<KeywordFigures>(keywords, [organization, slug, days, reach, yearDays])

type KeywordText = Pick<KeywordFigures, "id" | "ad" | "text" | "match" | "state">

const keywordTexts = statement(`
select id, ad_id as ad, text, match_type as match, state from keywords where ${within} and removed_at is null
order by id`)

/** Reads keywords without their figures: adding up the days of many keywords takes long. */
export const readKeywordTexts = (organization: number, slug: string) =>
  bindStatement<KeywordText>(keywordTexts, [organization, slug])

const noTraffic: Traffic = { clicks: 0, cost_micros: 0, conversions: 0 }

/** A keyword whose figures were not read. */
export const withoutFigures = (keyword: KeywordText): KeywordFigures => ({
  ...keyword,
  ageDays: 0,
  daysWithoutImpressions: 0,
  yearBefore: "unknown",
  last30: noTraffic,
  evidence: noTraffic,
  active: { from: 0, to: 0 },
  conversions90: 0
})

const keywordTraffic = `
select keyword_id as keyword, sum(clicks)::float8 as clicks, sum(cost_micros)::float8 as cost,
  sum(conversions)::float8 as conversions
from ${latest} join keyword_days on organization_id = $1 and campaign_id = $2 and date > latest - 30 group by keyword_id`

/** Reads the clicks, cost and conversions of each keyword in the last 30 days. */
export const readKeywordTraffic = (organization: number, campaign: number) =>
  runSql<KeywordTraffic>(keywordTraffic, [organization, campaign])

interface SummedTraffic {
  readonly clicks: number
  /** In micros. */
  readonly cost: number
  readonly conversions: number
}
interface KeywordTraffic extends SummedTraffic {
  readonly keyword: number
}

const campaignTraffic = `
select coalesce(sum(clicks), 0)::float8 as clicks, coalesce(sum(cost_micros), 0)::float8 as cost,
  coalesce(sum(conversions), 0)::float8 as conversions
from ${latest} join campaign_days on organization_id = $1 and campaign_id = $2 and date > latest - 30`

/** Reads the clicks, cost and conversions of a campaign in the last 30 days. */
export const readCampaignTraffic = (organization: number, campaign: number) =>
  Effect.map(runSql<SummedTraffic>(campaignTraffic, [organization, campaign]), ([row]): SummedTraffic => row!)

const aiMaxTraffic = `
select coalesce(sum(ai_max_clicks), 0)::float8 as clicks, coalesce(sum(ai_max_cost_micros), 0)::float8 as cost,
  coalesce(sum(ai_max_conversions), 0)::float8 as conversions, count(*) = count(ai_max_clicks) as known
from ${latest} join search_term_days on organization_id = $1 and campaign_id = $2 and date > latest - 30`

/**
 * Reads what came to a campaign through AI Max in the last 30 days, of the searches that the platform shows; null if that
 * is unknown for one of them.
 */
export const readAiMaxTraffic = (organization: number, campaign: number) =>
  Effect.map(
    runSql<SummedTraffic & { readonly known: boolean }>(aiMaxTraffic, [organization, campaign]),
    ([row]): SummedTraffic | null => (row!.known ? row! : null)
  )

/** A sum over equal spans of days before and after a change. */
export interface BeforeAndAfter {
  readonly before: number
  readonly after: number
}

/** SQL: sums over the days before and after $3. The day itself is excluded, because it belongs to both. */
const beforeAndAfterSql = (what: string): string => `
  coalesce(sum(${what}) filter (where date between $3::date - $4::int and $3::date - 1), 0)::float8 as before,
  coalesce(sum(${what}) filter (where date between $3::date + 1 and $3::date + $4::int), 0)::float8 as after`
const aroundDay = `organization_id = $1 and campaign_id = $2 and date between $3::date - $4::int and $3::date + $4::int`

const servedDays = statement(
  `select ${beforeAndAfterSql(`case when ${servedDayCondition} then 1 else 0 end`)} from campaign_days where ${aroundDay}`
)
const keywordCosts = statement(
  `select ${beforeAndAfterSql("cost_micros")} from keyword_days where ${aroundDay} and keyword_id = any($5::bigint[])`
)
const termCosts = statement(`
  select s.term, d.before, d.after
  from (select term_id, ${beforeAndAfterSql("cost_micros")} from search_term_days where ${aroundDay} group by term_id) d
  join search_terms s on s.organization_id = $1 and s.id = d.term_id`)

/**
 * Returns the statements that compare a campaign before and after a day: the days on which it served, the cost
 * of some keywords together, and the cost of each search term.
 */
export const readBeforeAndAfter = (
  organization: number,
  campaign: number,
  day: string,
  span: number,
  keywords: ReadonlyArray<number>
) => {
  const over = [organization, campaign, day, span]
  return [
    bindStatement<BeforeAndAfter>(servedDays, over),
    bindStatement<BeforeAndAfter>(keywordCosts, [...over, keywords]),
    bindStatement<BeforeAndAfter & { readonly term: string }>(termCosts, over)
  ] as const
}

/** Reads the last day of each organization's rollup windows: its days up to then are complete. */
export const readLastWindowDays = runSql<{ readonly organization: number; readonly latest: string | null }>`
  select organization_id as organization, latest from search_term_windows`

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

/** The last 30 days of a campaign, with what a raise of its budget is judged by. */
export interface BudgetMonth extends Sums {
  /** The same days without those whose conversions may still arrive, or were not counted. */
  readonly settled: Sums
  /** The 90 days before. */
  readonly before: Sums
  /** The share of impressions that the last week lost to the budget; null if it is unknown. */
  readonly lost_to_budget: number | null
}

/** A live campaign with the figures of its last 30 days, and of its days of evidence. */
interface LiveFigures {
  readonly id: number
  readonly type: string
  /** Daily; 0 for none. */
  readonly budget: number
  readonly target_cpa: number | null
  /** Whether its conversions, or the organization's, stopped while clicks went on. */
  readonly conversions_stopped: boolean
  /** The days on which it served, latest first. */
  readonly served: ReadonlyArray<ServedDay>
  readonly last30: BudgetMonth
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
select c.id, c.type, case when c.platform_budget_shared then 0 else coalesce(c.budget, 0) end as budget, c.target_cpa,
  exists (select 1 from campaign_signals s where s.organization_id = $1 and s.campaign_id = c.id
    and s.conversions_stopped_since is not null)
  or exists (select 1 from organization_signals s where s.organization_id = $1
    and s.conversions_stopped_since is not null) as conversions_stopped, coalesce(b.words, '{}') as brand,
  (select coalesce(json_agg(json_build_object('ago', latest - date, 'cost_micros', cost_micros) order by date desc), '[]')
   from l, campaign_days where organization_id = $1 and campaign_id = c.id and date > latest - 30
     and ${servedDayCondition}) as served,
  (select ${sumsAsJson("date > latest - 30")}::jsonb || jsonb_build_object(
     'settled', ${sumsAsJson(`date > latest - 30 and ${isSettled}`)}, 'before', ${sumsAsJson(`date <= latest - 30 and ${isSettled}`)},
     'lost_to_budget', (select lost_to_budget from campaign_signals where organization_id = $1 and campaign_id = c.id))
   from ${evidenceBasis("c.id")}, campaign_days where organization_id = $1 and campaign_id = c.id and date > latest - ${historyDays}) as last30,
  (select ${sumsAsJson()} from ${evidenceBasis("c.id")}, campaign_days where organization_id = $1 and campaign_id = c.id
     and date > latest - $2::int and ${isSettled}) as evidence,
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

/** Reads all live campaigns of an organization with so many days of evidence, oldest first. */
export const readLiveCampaigns = (organization: number, days: number): BoundStatement<LiveFigures> =>
  bindStatement(live, [organization, days])

const liveSearch = statement(`
select id, slug from campaigns
where organization_id = $1 and ($2::text is null or ad_account_id = $2) and ($3::bigint is null or id = $3)
  and channel = 'search' and state = 'live' and platform_resource_name is not null and removed_at is null
order by id`)

interface CampaignKey {
  readonly id: number
  readonly slug: string
}

/** Reads the live search campaigns of an organization, of one ad account if it is given. */
export const readLiveSearchCampaigns = (
  organization: number,
  account: string | null = null
): BoundStatement<CampaignKey> => bindStatement(liveSearch, [organization, account, null])

/** Reads a live search campaign; no row if it is no longer one. */
export const readLiveSearchCampaign = (organization: number, campaign: number): BoundStatement<CampaignKey> =>
  bindStatement(liveSearch, [organization, null, campaign])
