import { bindStatement, type Statement, statement } from "../../storage/index.ts"
import { seenBudgetSql, seenStateSql } from "../attention-rows.ts"
import type { StoredCampaign } from "../campaign.ts"
import { type DataDays, pageWindows, periodSql, periodValues, type RequestedDays, startSql } from "./sums.ts"

/** The columns by which the table of campaigns is sorted, as SQL. */
const sortColumns = {
  name: "lower(name)",
  state: "seen_state",
  budget: "seen_budget",
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
export interface TableRow extends TableFigures, DataDays {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly type: string
  readonly state: StoredCampaign["state"]
  readonly platform_state: StoredCampaign["platform_state"]
  /** Daily; 0 for none. */
  readonly budget: number
  readonly platform_budget: number | null
  /** Whether a change of others waits for a decision. */
  readonly in_conflict: boolean
  /** The cost of its recent days in micros, by the number of days before the last. */
  readonly recent: Readonly<Record<string, number>>
  readonly since: string
  readonly until: string
  /** Of all rows of the filter, not only of this page. The budgets are those of the platform. */
  readonly totals: TableFigures & { readonly budget: number; readonly rows: number }
}

const figures = ["cost_micros", "before_micros", "clicks", "impressions", "conversions"] as const
const sumsNow = ["cost_micros", "clicks", "impressions", "conversions"].map(
  (name) => `sum(${name}) as ${name}`
)

/**
 * SQL: a page of campaigns with their figures, and the sums of all. `sums` gives the figures of each campaign, which
 * the order and the totals need; only the rows of the page read their recent days. $5 is the state in the platform, $6 and $7 the page,
 * $8 the number of recent days.
 */
const pageOf = (order: string, sums: string): string => `
rows as (
  select c.id, c.slug, c.name, c.type, c.state, c.platform_state, ${seenStateSql("c")} as seen_state,
    coalesce(c.budget, 0) as budget, c.platform_budget, ${seenBudgetSql("c")} as seen_budget,
    c.conflict is not null as in_conflict,
    ${figures.map((name) => `coalesce(${name}, 0) as ${name}`).join(", ")}
  from campaigns c ${sums}
  where c.organization_id = $1 and c.removed_at is null and ($5::text is null or ${seenStateSql("c")} = $5)
),
shown as (select * from rows order by ${order} limit $6 offset $7)
select s.*, p.since, p.until, p.first, p.latest, a.totals,
  (select coalesce(json_object_agg(p.until - date, cost_micros), '{}') from campaign_days
   where organization_id = $1 and campaign_id = s.id and date > p.until - $8::int and date <= p.until) as recent
from p, shown s, (
  select json_build_object('rows', count(*), 'budget', coalesce(sum(seen_budget), 0),
    ${figures.map((name) => `'${name}', coalesce(sum(${name}), 0)`).join(", ")}) as totals from rows
) a
order by ${order}`

/** SQL: any period. The two periods are summed apart, which takes half the time of sums with conditions. */
const periodBy = (order: string): Statement =>
  statement(`${periodSql},
f as (
  select campaign_id, ${sumsNow.join(", ")}
  from p, campaign_days where organization_id = $1 and date between p.since and p.until group by campaign_id
),
b as (
  select campaign_id, sum(cost_micros) as before_micros
  from p, campaign_days where organization_id = $1 and date between ${startSql} and p.since - 1 group by campaign_id
),${pageOf(order, "left join f on f.campaign_id = c.id left join b on b.campaign_id = c.id")}`)

/** SQL: one of the stored windows, whose length is $4. */
const windowBy = (order: string): Statement =>
  statement(
    `${periodSql},${pageOf(
      order,
      "left join campaign_windows w on w.organization_id = $1 and w.days = $4 and w.campaign_id = c.id"
    )}`
  )

const directions = ["asc", "desc"] as const
export type SortDirection = (typeof directions)[number]

const statementsOf = (declare: (order: string) => Statement) =>
  new Map<string, Statement>([
    ...campaignSorts.flatMap((sort) =>
      directions.map(
        (direction) =>
          [`${sort} ${direction}`, declare(`${sortColumns[sort]} ${direction} nulls last, id`)] as const
      )
    ),
    // For the overview: what runs first, then what costs most.
    ["live first", declare("seen_state = 'live' desc, cost_micros desc, id")] as const
  ])
const periodStatements = statementsOf(periodBy)
const windowStatements = statementsOf(windowBy)
const isStored = (days: RequestedDays) =>
  days.from === undefined && pageWindows.some((each) => each === days.days)

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
  const declared = isStored(days) ? windowStatements : periodStatements
  return bindStatement<TableRow>(declared.get(key)!, [
    organization,
    ...periodValues(days),
    state,
    limit,
    offset,
    recentDays
  ])
}
