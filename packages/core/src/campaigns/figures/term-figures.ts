import { bindStatement, statement } from "../../storage/index.ts"
import { campaignIdSql } from "../campaign.ts"
import { listedNegatives } from "../negatives/rows.ts"
import type { Exclusion } from "../negatives/terms.ts"
import { type ActiveDays, activeDays, evidenceBasis, isEvidence } from "./evidence.ts"
import { lastWindowDay, type Sums } from "./sums.ts"

/* The searches of one campaign with their figures, and the exclusions and keywords that concern them. */

type Spend = Pick<Sums, "clicks" | "cost_micros">
type Traffic = Pick<Sums, "clicks" | "cost_micros" | "conversions">

const latest = `${lastWindowDay} l`
const within = `organization_id = $1 and campaign_id = (${campaignIdSql})`

/** A search with clicks or conversions in 90 days. */
export interface TermFigures {
  readonly term: string
  /** In the requested days. */
  readonly window: Spend
  readonly last30: Spend
  readonly evidence: Spend
  readonly active: ActiveDays
  /** Conversions of the last 90 days. */
  readonly conversions90: number
  /** What came through AI Max, in the days of evidence and in the last 30; unknown counts as nothing. */
  readonly aiMax: {
    readonly evidence: Traffic
    readonly last30: Pick<Traffic, "cost_micros">
  }
}

/** One flat row per search: building objects in SQL took longer than adding up. */
interface TermRow {
  readonly term: string
  readonly window_clicks: number
  readonly window_cost: number
  readonly clicks30: number
  readonly cost30: number
  readonly evidence_clicks: number
  readonly evidence_cost: number
  readonly active_from: number
  readonly active_to: number
  readonly conversions90: number
  readonly ai_max_clicks: number
  readonly ai_max_cost: number
  readonly ai_max_conversions: number
  readonly ai_max_cost30: number
}

const spendSums = (condition: string, clicks: string, cost: string): string =>
  `coalesce(sum(clicks) filter (where ${condition}), 0)::float8 as ${clicks},
   coalesce(sum(cost_micros) filter (where ${condition}), 0)::float8 as ${cost}`

const terms = statement(`
select s.term, d.* from (
  select term_id, ${spendSums("date > latest - $4::int", "window_clicks", "window_cost")},
    ${spendSums("date > latest - 30", "clicks30", "cost30")},
    ${spendSums(isEvidence, "evidence_clicks", "evidence_cost")}, ${activeDays},
    sum(conversions)::float8 as conversions90,
    coalesce(sum(ai_max_cost_micros) filter (where ${isEvidence}), 0)::float8 as ai_max_cost,
    coalesce(sum(ai_max_clicks) filter (where ${isEvidence}), 0)::float8 as ai_max_clicks,
    coalesce(sum(ai_max_conversions) filter (where ${isEvidence}), 0)::float8 as ai_max_conversions,
    coalesce(sum(ai_max_cost_micros) filter (where date > latest - 30), 0)::float8 as ai_max_cost30
  from ${evidenceBasis(`(${campaignIdSql})`)} join search_term_days on ${within} and date > latest - 90 and (clicks > 0 or conversions > 0)
  group by term_id
) d
join search_terms s on s.organization_id = $1 and s.id = d.term_id`)

/** Reads the searches with clicks; `days` is the number of days of evidence, `window` that of requested days. */
export const readTermFigures = (organization: number, slug: string, days: number, window: number) =>
  bindStatement<TermRow>(terms, [organization, slug, days, window])

export const termFigures = (row: TermRow): TermFigures => ({
  term: row.term,
  window: { clicks: row.window_clicks, cost_micros: row.window_cost },
  last30: { clicks: row.clicks30, cost_micros: row.cost30 },
  evidence: { clicks: row.evidence_clicks, cost_micros: row.evidence_cost },
  active: { from: row.active_from, to: row.active_to },
  conversions90: row.conversions90,
  aiMax: {
    evidence: {
      clicks: row.ai_max_clicks,
      cost_micros: row.ai_max_cost,
      conversions: row.ai_max_conversions
    },
    last30: { cost_micros: row.ai_max_cost30 }
  }
})

/** A search with conversions in 90 days. */
export interface ConvertingTerm {
  readonly term: string
  /** The ad that was shown for it most often, where its keyword belongs. */
  readonly ad: number
  readonly last30: ConvertingTraffic
  readonly last90: ConvertingTraffic
}

export interface ConvertingTraffic extends Traffic {
  /** The days with a conversion. */
  readonly conversion_days: number
}

const trafficObject = (condition: string): string =>
  `json_build_object('clicks', coalesce(sum(clicks) filter (where ${condition}), 0),
    'cost_micros', coalesce(sum(cost_micros) filter (where ${condition}), 0),
    'conversions', coalesce(sum(conversions) filter (where ${condition}), 0),
    'conversion_days', count(distinct date) filter (where conversions > 0 and ${condition}))`

const convertingTotals = `select term_id from search_term_totals
  where organization_id = $1 and days = 90 and campaign_id = (${campaignIdSql}) and conversions > 0`

const converting = statement(`
with d as (
  select term_id, date, ad_id, clicks, cost_micros, conversions, latest from ${latest} join search_term_days
    on ${within} and date > latest - 90 and term_id in (${convertingTotals})
), of_ads as (
  select distinct on (term_id) term_id, ad_id from d
  group by term_id, ad_id order by term_id, sum(clicks) desc, ad_id
)
select s.term, a.ad_id as ad, t.last30, t.last90
from (
  select term_id, ${trafficObject("date > latest - 30")} as last30, ${trafficObject("true")} as last90
  from d group by term_id
) t
join of_ads a using (term_id)
join search_terms s on s.organization_id = $1 and s.id = t.term_id
order by s.id`)

/** Reads the searches with conversions in 90 days. */
export const readConvertingTerms = (organization: number, slug: string) =>
  bindStatement<ConvertingTerm>(converting, [organization, slug])

const negatives = statement(`
select distinct text, match_type as match, null as list from negative_keywords where ${within} and removed_at is null
union all
select n.text, n.match_type, l.name from campaigns c, ${listedNegatives} and c.organization_id = $1 and c.slug = $2 and c.removed_at is null`)

/** An exclusion of a campaign, and the list that it belongs to, if any. */
export interface CampaignExclusion extends Exclusion {
  readonly list?: string | null
}

/** Reads the exclusions of the campaign and its ads, and those of the lists that concern it. */
export const readCampaignNegatives = (organization: number, slug: string) =>
  bindStatement<CampaignExclusion>(negatives, [organization, slug])

interface KeywordText {
  readonly text: string
}

const brandKeywords = statement(`
select distinct lower(k.text) as text from keywords k
join campaigns c on c.organization_id = $1 and c.id = k.campaign_id
where k.organization_id = $1 and c.type = 'brand' and c.slug <> $2 and k.removed_at is null`)

/** Reads the keywords of the other brand campaigns. */
export const readBrandKeywords = (organization: number, slug: string) =>
  bindStatement<KeywordText>(brandKeywords, [organization, slug])

const accountKeywords = statement(`
select distinct lower(k.text) as text from keywords k
join campaigns c on c.organization_id = $1 and c.id = k.campaign_id and c.removed_at is null
where k.organization_id = $1 and k.removed_at is null and c.slug <> $2
  and c.ad_account_id = (select ad_account_id from campaigns where organization_id = $1 and slug = $2 and removed_at is null)
  and lower(k.text) in (
    select lower(s.term) from search_terms s where s.organization_id = $1 and s.id in (${convertingTotals})
  )`)

/** Reads the keywords of the account's other campaigns that are converting searches of this one. */
export const readAccountKeywords = (organization: number, slug: string) =>
  bindStatement<KeywordText>(accountKeywords, [organization, slug])
