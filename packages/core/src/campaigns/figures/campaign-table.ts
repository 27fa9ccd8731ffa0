import { bindStatement, type Statement, statement } from "../../storage/index.ts"
import type { StoredCampaign } from "../stored-campaign.ts"
import { periodSql, periodValues, type RequestedDays, startSql } from "./period-days.ts"

/** The columns by which the table of campaigns is sorted, as SQL. */
const sortColumns = {
  name: "lower(name)",
  state: "state",
  budget: "budget",
  cost: "cost_micros",
  change: "case when before_micros > 0 then cost_micros / before_micros end",
  conversions: "conversions",
  cpa: "case when conversions > 0 then cost_micros / conversions end",
  ctr: "case when impressions > 0 then clicks / impressions end"
} as const
export type CampaignSort = keyof typeof sortColumns
export const campaignSorts = Object.keys(sortColumns) as ReadonlyArray<CampaignSort>

/** The figures of a campaign, or of all in the table together. Money is in micros. */
export interface TableFigures {
  readonly cost_micros: number
  /** The cost of as many days before. */
  readonly before_micros: number
  readonly clicks: number
  readonly impressions: number
  readonly conversions: number
}

/** A campaign in the table. */
export interface TableRow extends TableFigures {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly type: string
  readonly state: StoredCampaign["state"]
  /** Daily; 0 for none. */
  readonly budget: number
  /** The cost of its recent days in micros, by the number of days before the last. */
  readonly recent: Readonly<Record<string, number>>
  readonly since: string
  readonly until: string
  readonly latest: string | null
  /** Of all rows of the filter, not only of this page. */
  readonly totals: TableFigures & { readonly budget: number; readonly rows: number }
}

const figures = ["cost_micros", "before_micros", "clicks", "impressions", "conversions"] as const
const sumsNow = ["cost_micros", "clicks", "impressions", "conversions"].map(
  (name) => `sum(${name}) as ${name}`
)

/**
 * SQL: a page of campaigns with their figures, and the sums of all. Every campaign is summed once, because the order
 * and the totals need it; only the rows of the page read their recent days. The two periods are summed apart, which
 * takes half the time of sums with conditions. $5 is the state, $6 and $7 the page, $8 the number of recent days.
 */
const tableBy = (order: string): Statement =>
  statement(`${periodSql},
f as (
  select campaign_id, ${sumsNow.join(", ")}
  from p, campaign_days where organization_id = $1 and date between p.since and p.until group by campaign_id
),
b as (
  select campaign_id, sum(cost_micros) as before_micros
  from p, campaign_days where organization_id = $1 and date between ${startSql} and p.since - 1 group by campaign_id
),
rows as (
  select c.id, c.slug, c.name, c.type, c.state, coalesce(c.budget, 0) as budget,
    ${figures.map((name) => `coalesce(${name}, 0) as ${name}`).join(", ")}
  from campaigns c left join f on f.campaign_id = c.id left join b on b.campaign_id = c.id
  where c.organization_id = $1 and c.removed_at is null and ($5::text is null or c.state = $5)
),
shown as (select * from rows order by ${order} limit $6 offset $7)
select s.id, s.slug, s.name, s.type, s.state, s.budget, ${figures.map((name) => `s.${name}`).join(", ")},
  p.since, p.until, p.latest, a.totals,
  (select coalesce(json_object_agg(p.until - date, cost_micros), '{}') from campaign_days
   where organization_id = $1 and campaign_id = s.id and date > p.until - $8::int and date <= p.until) as recent
from p, shown s, (
  select json_build_object('rows', count(*), 'budget', coalesce(sum(budget), 0),
    ${figures.map((name) => `'${name}', coalesce(sum(${name}), 0)`).join(", ")}) as totals from rows
) a
order by ${order}`)

/**
 * SQL: the same for the last seven days of all campaigns, from their stored weeks: only the rows of the page read days.
 * The totals of figures that weeks do not have are plain sums, which cost a third of sums by campaign.
 */
const weekBy = (order: string): Statement =>
  statement(`${periodSql},
rows as (
  select c.id, c.slug, c.name, c.type, c.state, coalesce(c.budget, 0) as budget,
    coalesce(w.cost_micros, 0) as cost_micros, coalesce(w.conversions, 0) as conversions
  from campaigns c left join campaign_weeks w on w.organization_id = $1 and w.campaign_id = c.id
  where c.organization_id = $1 and c.removed_at is null and ($5::text is null or c.state = $5)
),
removed as (select id from campaigns where organization_id = $1 and removed_at is not null),
shown as (select * from rows order by ${order} limit $6 offset $7)
select s.*, d.*, p.since, p.until, p.latest, a.totals
from p, shown s, lateral (
  select coalesce(sum(cost_micros) filter (where date < p.since and date >= ${startSql}), 0) as before_micros,
    coalesce(sum(clicks) filter (where date >= p.since), 0) as clicks,
    coalesce(sum(impressions) filter (where date >= p.since), 0) as impressions,
    coalesce(json_object_agg(p.until - date, cost_micros) filter (where date > p.until - $8::int), '{}') as recent
  from campaign_days where organization_id = $1 and campaign_id = s.id
    and date > p.until - greatest($8::int, 2 * (p.until - p.since + 1)) and date <= p.until
) d, (
  select json_build_object('rows', count(*), 'budget', coalesce(sum(budget), 0),
    'cost_micros', coalesce(sum(cost_micros), 0), 'conversions', coalesce(sum(conversions), 0),
    'before_micros', (select coalesce(sum(cost_micros), 0) from p, campaign_days where organization_id = $1
      and date between ${startSql} and p.since - 1 and campaign_id <> all (array(select id from removed))),
    'clicks', min(n.clicks), 'impressions', min(n.impressions)) as totals
  from rows, (
    select coalesce(sum(clicks), 0) as clicks, coalesce(sum(impressions), 0) as impressions from p, campaign_days
    where organization_id = $1 and date between p.since and p.until and campaign_id <> all (array(select id from removed))
  ) n
) a
order by ${order}`)

const directions = ["asc", "desc"] as const
export type SortDirection = (typeof directions)[number]

const statementsOf = (sorts: ReadonlyArray<CampaignSort>, declare: (order: string) => Statement) =>
  new Map<string, Statement>([
    ...sorts.flatMap((sort) =>
      directions.map(
        (direction) =>
          [`${sort} ${direction}`, declare(`${sortColumns[sort]} ${direction} nulls last, id`)] as const
      )
    ),
    // For the overview: what runs first, then what costs most.
    ["live first", declare("state = 'live' desc, cost_micros desc, id")] as const
  ])
const generalStatements = statementsOf(campaignSorts, tableBy)
/** Stored weeks have the cost and the conversions, so they sort by what these give. */
const weekStatements = statementsOf(["name", "state", "budget", "cost", "conversions", "cpa"], weekBy)
const isStoredWeek = ({ days, state }: TableRequest) => "days" in days && days.days === 7 && state === null

export interface TableRequest {
  readonly days: RequestedDays
  readonly state: TableRow["state"] | null
  readonly order: { readonly sort: CampaignSort; readonly direction: SortDirection } | "live first"
  readonly limit: number
  readonly offset: number
  /** The number of recent days in each row. */
  readonly recentDays: number
}

/** Reads a page of the table of campaigns. */
export const readCampaignTable = (organization: number, request: TableRequest) => {
  const { days, limit, offset, order, recentDays, state } = request
  const key = order === "live first" ? order : `${order.sort} ${order.direction}`
  const week = isStoredWeek(request) ? weekStatements.get(key) : undefined
  return bindStatement<TableRow>(week ?? generalStatements.get(key)!, [
    organization,
    ...periodValues(days),
    state,
    limit,
    offset,
    recentDays
  ])
}
