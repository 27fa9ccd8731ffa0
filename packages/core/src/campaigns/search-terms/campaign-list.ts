import type { DayRange } from "../../platform/model.ts"
import { bindStatement, type Statement, statement } from "../../storage/index.ts"
import { type Sums, sumsAsJson } from "../figures/sums.ts"
import { type MatchSource, matchSourceSql } from "./match-source.ts"
import type { rollupWindows } from "./rollups.ts"

/* The searches of one campaign, as its page lists them. Windows are rollup windows, whose sums are stored. */

export const searchSorts = ["cost", "clicks", "conversions"] as const
export type SearchSort = (typeof searchSorts)[number]

export interface CampaignSearchRow {
  readonly term: string
  readonly clicks: number
  readonly cost_micros: number
  readonly conversions: number
  /** Conversions of the last 90 days, and the last day that had some. */
  readonly conversions90: number
  readonly converted: string | null
  readonly match_source: MatchSource | null
}

export interface CampaignSearchQuery {
  readonly organization: number
  readonly slug: string
  readonly days: (typeof rollupWindows)[number]
  /** Only searches that cost something and did not convert in these days. */
  readonly wasteOnly: boolean
}

/** SQL: the sums of a campaign ($2) in a window ($3). */
const listed = `search_term_totals where organization_id = $1 and days = $3::smallint
    and campaign_id = (select id from campaigns where organization_id = $1 and slug = $2 and removed_at is null)`
const filtered = `${listed} and (not $4::boolean or (cost_micros > 0 and conversions <= 0))`

const withEvidence = (page: string, order: string): Statement =>
  statement(`
select s.term, t.clicks, t.cost_micros, t.conversions::float8, coalesce(long.conversions, 0)::float8 as conversions90,
  case when long.conversions > 0 then (
    select max(d.date) from search_term_days d
    where d.organization_id = $1 and d.campaign_id = t.campaign_id and d.term_id = t.term_id and d.conversions > 0
  ) end as converted,
  ${matchSourceSql({ campaign: "t.campaign_id", term: "t.term_id", days: "$3", latest: "w.latest" })} as match_source
from (${page}) t
join search_terms s on s.organization_id = $1 and s.id = t.term_id
join search_term_windows w on w.organization_id = $1
left join search_term_totals long on long.organization_id = $1 and long.days = 90
  and long.campaign_id = t.campaign_id and long.term_id = t.term_id
order by ${order}`)

const columns = {
  cost: "cost_micros",
  clicks: "clicks",
  conversions: "conversions"
} as const satisfies Record<SearchSort, string>

const pages = Object.fromEntries(
  searchSorts.map((sort) => {
    const order = [...new Set([columns[sort], columns.cost])].map((column) => `t.${column} desc`).join(", ")
    return [
      sort,
      withEvidence(
        `select * from ${filtered} order by ${order.replaceAll("t.", "")}, term_id desc limit $5 offset $6`,
        `${order}, t.term_id desc`
      )
    ]
  })
) as Record<SearchSort, Statement>

const named = withEvidence(
  `select * from ${listed} and term_id in (
    select id from search_terms where organization_id = $1 and term = any($4::text[]))`,
  "t.cost_micros desc, t.term_id desc"
)

const count = statement(`
select (select count(*) from ${filtered})::int as total,
  (select latest from search_term_windows where organization_id = $1) as latest`)

const values = ({ days, organization, slug, wasteOnly }: CampaignSearchQuery) => [
  organization,
  slug,
  days,
  wasteOnly
]

/** Reads some of a campaign's searches, highest first. */
export const readCampaignSearches = (
  query: CampaignSearchQuery,
  { limit, offset, sort }: { readonly limit: number; readonly offset: number; readonly sort: SearchSort }
) => bindStatement<CampaignSearchRow>(pages[sort], [...values(query), limit, offset])

/** Reads these searches of a campaign, whatever the filter. */
export const readNamedSearches = (
  { days, organization, slug }: CampaignSearchQuery,
  terms: ReadonlyArray<string>
) => bindStatement<CampaignSearchRow>(named, [organization, slug, days, terms])

/** Reads the number of searches that the filter admits, and the last day of the window; null without data. */
export const readSearchCount = (query: CampaignSearchQuery) =>
  bindStatement<{ readonly total: number; readonly latest: string | null }>(count, values(query))

/** The figures of a search in a period and in the one before it. */
export interface ComparedTerm {
  readonly term: string
  readonly campaign: string
  readonly now: Sums
  readonly before: Sums
}

/** More rows would not help a reader. */
const maxTerms = 5000

const compared = statement(`
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

/** Reads the searches of two periods, most expensive first, each with the number of all. */
export const readComparedTerms = (organization: number, now: DayRange, before: DayRange) =>
  bindStatement<ComparedTerm & { readonly total: number }>(compared, [
    organization,
    now.from,
    now.to,
    before.from,
    before.to
  ])
