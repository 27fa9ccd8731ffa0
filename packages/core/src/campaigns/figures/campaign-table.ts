import { bindStatement, type Statement, statement } from "../../storage/index.ts"
import { seenBudgetSql, seenStateSql } from "../attention-rows.ts"
import { aiMaxSql, budgetLeftSql, type StoredCampaign } from "../campaign.ts"
import { type DataDays, pageWindows, periodSql, periodValues, type RequestedDays, startSql } from "./sums.ts"

/** The columns by which the table of campaigns is sorted, as SQL. */
const sortColumns = {
  name: "lower(name)",
  state: "seen_state",
  // A total budget can be spent as fast as so much a day.
  budget: "seen_budget + coalesce(budget_left, 0) / 30",
  cost: "cost_micros",
  change: "case when before_micros > 0 then cost_micros / before_micros end",
  conversions: "conversions",
  cpa: "case when conversions > 0 then cost_micros / conversions end"
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
  readonly channel: StoredCampaign["channel"]
  readonly ai_max: boolean | null
  readonly state: StoredCampaign["state"]
  readonly platform_state: StoredCampaign["platform_state"]
  /** Daily; 0 for none, and with a total budget. */
  readonly budget: number
  readonly platform_budget: number | null
  readonly budget_total: number | null
  readonly budget_left: number | null
  /** Whether other campaigns spend from the same budget. */
  readonly shares_budget: boolean
  readonly ends_on: string | null
  readonly has_ended: boolean
  /** Whether a change of others waits for a decision. */
  readonly in_conflict: boolean
  /** The cost of its recent days in micros, by the number of days before the last. */
  readonly recent: Readonly<Record<string, number>>
}

/** The sums of all campaigns of a filter, not only of those of a page. */
export interface TableTotals extends TableFigures {
  readonly rows: number
  /** How many the platform runs. */
  readonly live: number
  /** The daily budgets as the platform has them. One that campaigns share counts once. */
  readonly budget: number
  /** How many total budgets have not ended, and what is left of them. */
  readonly total_budgets: number
  readonly budget_left: number
  /** How many have another state or daily budget in the platform than here. */
  readonly differing: number
}

/** What a page of the table says of all its campaigns. */
export interface TableSummary extends DataDays {
  readonly since: string
  readonly until: string
  readonly totals: TableTotals
  /** The daily budgets of all campaigns, whatever the filter is. */
  readonly all_budgets: number
  /** How many campaigns of each channel have the state and the name of the filter; 0 where only others have them. */
  readonly channels: Readonly<Partial<Record<StoredCampaign["channel"], number>>>
  /** How many campaigns of each state have the channel and the name of the filter. */
  readonly states: Readonly<Partial<Record<StoredCampaign["state"], number>>>
}

/** A row of the statement: the summary with a campaign, or alone (its id is null) where the page has none. */
export type TableResult = TableSummary & (TableRow | { readonly id: null })

const figures = ["cost_micros", "before_micros", "clicks", "impressions", "conversions"] as const
const sumsNow = ["cost_micros", "clicks", "impressions", "conversions"].map(
  (name) => `sum(${name}) as ${name}`
)

/** SQL: the sum of daily budgets of campaigns. One that they share counts once. */
const budgetsOf = (campaigns: string): string => `(
  select coalesce(sum(largest), 0) from (
    select max(seen_budget) as largest from ${campaigns} group by coalesce(shared, id::text)) each)`

/** SQL: the filters of the table. Null lets all pass. */
const ofState = "($5::text is null or seen_state = $5)"
const ofChannel = "($6::text is null or channel = $6)"
const ofName = "($10::text is null or position(lower($10) in lower(name)) > 0)"

/**
 * SQL: a page of campaigns with their figures, the sums of all of the filter, and the campaigns of each channel. `sums`
 * gives the figures of each campaign, which the order and the totals need; only the rows of the page read their recent
 * days. $5 is the state in the platform and $6 the channel, $7 and $8 the page, $9 the number of recent days, $10 a part of
 * the name.
 */
const pageOf = (order: string, sums: string): string => `
campaigns_now as (
  select c.id, c.slug, c.name, c.type, c.channel, ${aiMaxSql("c")} as ai_max, c.state, c.platform_state, ${seenStateSql("c")} as seen_state,
    coalesce(c.budget, 0) as budget, c.platform_budget, ${seenBudgetSql("c")} as seen_budget,
    c.budget_total, ${budgetLeftSql} as budget_left, c.ends_on, coalesce(c.ends_at <= now(), false) as has_ended,
    c.platform_budget_shared as shares_budget,
    case when c.platform_budget_shared then c.platform_budget_resource_name end as shared,
    c.conflict is not null as in_conflict,
    ${figures.map((name) => `coalesce(${name}, 0) as ${name}`).join(", ")}
  from campaigns c ${sums}
  where c.organization_id = $1 and c.removed_at is null
),
listed as (
  select * from campaigns_now
  where ${ofState} and ${ofChannel} and ${ofName}
),
shown as (select * from listed order by ${order} limit $7 offset $8)
select s.*, p.since, p.until, p.first, p.latest, a.totals, ${budgetsOf("campaigns_now")} as all_budgets,
  (select coalesce(json_object_agg(channel, of_state), '{}') from (
    select channel, count(*) filter (where ${ofState} and ${ofName}) as of_state
    from campaigns_now group by channel) each) as channels,
  (select coalesce(json_object_agg(seen_state, of_channel), '{}') from (
    select seen_state, count(*) filter (where ${ofChannel} and ${ofName}) as of_channel
    from campaigns_now group by seen_state) each) as states,
  (select coalesce(json_object_agg(p.until - date, cost_micros), '{}') from campaign_days
   where organization_id = $1 and campaign_id = s.id and date > p.until - $9::int and date <= p.until) as recent
from p cross join (
  select json_build_object('rows', count(*), 'live', count(*) filter (where seen_state = 'live'),
    'budget', ${budgetsOf("listed")},
    'total_budgets', count(*) filter (where budget_total is not null and not has_ended),
    'budget_left', coalesce(sum(budget_left), 0),
    'differing', count(*) filter (where seen_state <> state or seen_budget <> budget),
    ${figures.map((name) => `'${name}', coalesce(sum(${name}), 0)`).join(", ")}) as totals from listed
) a left join shown s on true
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
  readonly channel: TableRow["channel"] | null
  /** A part of the name; all without. */
  readonly name?: string | null
  readonly order: { readonly sort: CampaignSort; readonly direction: SortDirection } | "live first"
  readonly limit: number
  readonly offset: number
  /** The number of recent days in each row. */
  readonly recentDays: number
}

/** Reads a page of the table of campaigns. */
export const readCampaignTable = (organization: number, request: TableRequest) => {
  const { channel, days, limit, name = null, offset, order, recentDays, state } = request
  const key = order === "live first" ? order : `${order.sort} ${order.direction}`
  const declared = isStored(days) ? windowStatements : periodStatements
  return bindStatement<TableResult>(declared.get(key)!, [
    organization,
    ...periodValues(days),
    state,
    channel,
    limit,
    offset,
    recentDays,
    name
  ])
}
