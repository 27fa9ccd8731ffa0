import type { DayRange } from "../../platform/model.ts"
import { bindStatement, type Statement, statement } from "../../storage/index.ts"
import { periodSql, periodValues, type RequestedDays, type Sums, sumsAsJson } from "../figures/sums.ts"
import { type MatchSource, matchSourceSql } from "./match-source.ts"
import { rollupWindows } from "./rollups.ts"

/*
 * The searches of one campaign, as its page lists them. The sums of rollup windows are stored; those of other days are added
 * up.
 */

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
  readonly days: RequestedDays
  /** Only searches that cost something and did not convert in these days. */
  readonly wasteOnly: boolean
}

const campaignId =
  "(select id from campaigns where organization_id = $1 and slug = $2 and removed_at is null)"

const columns = {
  cost: "cost_micros",
  clicks: "clicks",
  conversions: "conversions"
} as const satisfies Record<SearchSort, string>

/** Where the sums of a campaign ($2) in some days come from, as SQL. */
interface SearchSums {
  /** Before each statement: the days as `p`, from `since` to `until`. */
  readonly days: string
  /** Each search with its sums. */
  readonly sums: string
  /** The number of the first parameter after those of the days. */
  readonly next: number
}

const statementsOf = ({ days, next, sums }: SearchSums) => {
  const filtered = `${sums} where (not $${next}::boolean or (cost_micros > 0 and conversions <= 0))`
  const withEvidence = (page: string, order: string): Statement =>
    statement(`
${days}
select s.term, t.clicks, t.cost_micros, t.conversions::float8, coalesce(long.conversions, 0)::float8 as conversions90,
  case when long.conversions > 0 then (
    select max(d.date) from search_term_days d
    where d.organization_id = $1 and d.campaign_id = t.campaign_id and d.term_id = t.term_id and d.conversions > 0
  ) end as converted,
  ${matchSourceSql({ campaign: "t.campaign_id", term: "t.term_id", days: "(p.until - p.since + 1)", latest: "p.until" })} as match_source
from (${page}) t
cross join p
join search_terms s on s.organization_id = $1 and s.id = t.term_id
left join search_term_totals long on long.organization_id = $1 and long.days = 90
  and long.campaign_id = t.campaign_id and long.term_id = t.term_id
order by ${order}`)
  const pages = Object.fromEntries(
    searchSorts.map((sort) => {
      const order = [...new Set([columns[sort], columns.cost])].map((column) => `t.${column} desc`).join(", ")
      return [
        sort,
        withEvidence(
          `select * from ${filtered} order by ${order.replaceAll("t.", "")}, term_id desc limit $${next + 1} offset $${next + 2}`,
          `${order}, t.term_id desc`
        )
      ]
    })
  ) as Record<SearchSort, Statement>
  return {
    pages,
    named: withEvidence(
      `select * from ${sums} where term_id in (
    select id from search_terms where organization_id = $1 and term = any($${next}::text[]))`,
      "t.cost_micros desc, t.term_id desc"
    ),
    count: statement(`
${days}
select (select count(*) from ${filtered})::int as total, since::text as since, until::text as until from p`)
  }
}

const stored = statementsOf({
  days: `with p as (select latest - $3::int + 1 as since, latest as until from search_term_windows where organization_id = $1)`,
  sums: `(select * from search_term_totals where organization_id = $1 and days = $3::smallint and campaign_id = ${campaignId}) as m`,
  next: 4
})

const added = statementsOf({
  days: periodSql.replaceAll("$4", "$5").replaceAll("$3", "$4").replaceAll("$2", "$3"),
  sums: `(select campaign_id, term_id, sum(clicks)::bigint as clicks, sum(cost_micros)::bigint as cost_micros,
    sum(conversions) as conversions from search_term_days
    where organization_id = $1 and campaign_id = ${campaignId}
      and date between (select since from p) and (select until from p)
    group by campaign_id, term_id) as m`,
  next: 6
})

const isStored = (days: RequestedDays): boolean =>
  "days" in days && rollupWindows.some((each) => each === days.days)

/** The statements of a query, and the values of its campaign and days. */
const sourceOf = ({ days, organization, slug }: CampaignSearchQuery) =>
  isStored(days)
    ? { of: stored, values: [organization, slug, periodValues(days)[2]] }
    : { of: added, values: [organization, slug, ...periodValues(days)] }

/** Reads some of a campaign's searches, highest first. */
export const readCampaignSearches = (
  query: CampaignSearchQuery,
  { limit, offset, sort }: { readonly limit: number; readonly offset: number; readonly sort: SearchSort }
) => {
  const { of, values } = sourceOf(query)
  return bindStatement<CampaignSearchRow>(of.pages[sort], [...values, query.wasteOnly, limit, offset])
}

/** Reads these searches of a campaign, whatever the filter. */
export const readNamedSearches = (query: CampaignSearchQuery, terms: ReadonlyArray<string>) => {
  const { of, values } = sourceOf(query)
  return bindStatement<CampaignSearchRow>(of.named, [...values, terms])
}

/** Reads the number of searches that the filter admits, and the days; none without data. */
export const readSearchCount = (query: CampaignSearchQuery) => {
  const { of, values } = sourceOf(query)
  return bindStatement<{ readonly total: number; readonly since: string; readonly until: string }>(of.count, [
    ...values,
    query.wasteOnly
  ])
}

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
