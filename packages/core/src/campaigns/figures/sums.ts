import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { DayRange } from "../../platform/model.ts"
import { bindStatement, runSql, type Statement, Statements, statement } from "../../storage/index.ts"

/** Runs a declared statement. */
export type RunStatement = <Row extends object>(
  statement: Statement,
  values: ReadonlyArray<unknown>
) => Effect.Effect<ReadonlyArray<Row>, SqlError>

/** The two kinds of database connection for reads. */
export const statementRunners = Effect.gen(function* () {
  const statements = yield* Statements
  const sql = yield* SqlClient.SqlClient
  /** Uses the shared, pipelined connections: a slow statement would delay the next ones. */
  const onSharedConnection: RunStatement = (statement, values) =>
    statements.read(bindStatement(statement, values))
  /** Uses a separate connection, for slow statements. */
  const onOwnConnection: RunStatement = <Row extends object>(
    { text }: Statement,
    values: ReadonlyArray<unknown>
  ) => sql.unsafe<Row>(text, [...values])
  return { shared: onSharedConnection, apart: onOwnConnection }
})

/* Figures of days and their sums, as statements over the tables of days compute them. */

/** The figures of a day, as the columns of all tables of days. Money is in micros. */
export const figureNames = [
  "impressions",
  "clicks",
  "cost_micros",
  "conversions",
  "conversions_value"
] as const
/** Sums over some days. */
export type Sums = Readonly<Record<(typeof figureNames)[number], number>>

export const zeroSums: Sums = {
  impressions: 0,
  clicks: 0,
  cost_micros: 0,
  conversions: 0,
  conversions_value: 0
}

/** SQL: the sums of a group's days that meet a condition, as one value; zeros without such days. */
export const sumsAsJson = (condition = "true"): string =>
  `json_build_object(${figureNames
    .map((count) => `'${count}', coalesce(sum(${count}) filter (where ${condition}), 0)`)
    .join(", ")})`

/*
 * A day on which a campaign did not serve (paused, not launched, without budget) is no evidence about its
 * budget, target or keywords. All rules that use days share this condition on a row of `campaign_days`.
 */
export const servedDayCondition = "impressions > 0"
export const hasServed = ({ impressions }: Pick<Sums, "impressions">): boolean => impressions > 0

/** SQL: the last day of the windows of the organization $1, even without data. */
export const lastWindowDay =
  "(select coalesce(max(date), current_date - 1) as latest from campaign_days where organization_id = $1)"

/** The first and the latest day for which an organization has data; null without data. */
export interface DataDays {
  readonly first: string | null
  readonly latest: string | null
}

const dataDays = statement(
  "select min(date) as first, max(date) as latest from campaign_days where organization_id = $1"
)

export const readDataDays = (organization: number) => bindStatement<DataDays>(dataDays, [organization])

/*
 * Figures for dashboard pages. The period is part of the statement, because it may end on the latest day with data:
 * a page then needs no earlier query for that day.
 */

/** The days of a page: from one day to another, or a number of days up to the latest with data. */
export type RequestedDays =
  | { readonly from: string; readonly to: string }
  | { readonly days: number; readonly from?: never; readonly to?: never }

/** SQL: the period as `p`, with the first and the latest day with data. $2 to $4 are the first day, the last day and their number. */
export const periodSql = `
with l as (select min(date) as first, max(date) as latest from campaign_days where organization_id = $1),
e as (select first, latest, coalesce($3::date, latest, current_date - 1) as until from l),
p as (select first, latest, until, coalesce($2::date, until - $4::int + 1) as since from e)`

/**
 * SQL: the first of the days before the period that it is compared with: as many as the period has days up to the
 * latest with data.
 */
export const startSql = "p.since - (least(p.until, p.latest) - p.since + 1)"

/** The values of the parameters of a period. */
export const periodValues = (requested: RequestedDays): ReadonlyArray<unknown> => [
  requested.from ?? null,
  requested.to ?? null,
  "days" in requested ? requested.days : null
]

/** The figures of a day that pages show. The value of conversions is not among them: adding it up takes long. */
const shownFigures = ["impressions", "clicks", "cost_micros", "conversions"] as const

/** The sums of a day, with the period; a single row without a date if the period has no figures. */
export interface PeriodDay extends Pick<Sums, (typeof shownFigures)[number]>, DataDays {
  readonly since: string
  readonly until: string
  readonly date: string | null
}

const daysOf = (columns: string, table: string, condition = ""): Statement =>
  statement(`${periodSql}
select p.first, p.latest, p.since, p.until, d.* from p left join lateral (
  select date, ${columns} from ${table}
  where organization_id = $1${condition} and date between ${startSql} and p.until
) d on true order by d.date`)

const ofOrganization = daysOf(shownFigures.join(", "), "organization_days")
const ofCampaign = daysOf(
  shownFigures.join(", "),
  "campaign_days",
  " and campaign_id = (select id from campaigns where organization_id = $1 and slug = $5)"
)

/** Reads the days of a period and of as many days before, of all campaigns or of one. */
export const readPeriodDays = (organization: number, requested: RequestedDays, campaign: string | null) =>
  campaign === null
    ? bindStatement<PeriodDay>(ofOrganization, [organization, ...periodValues(requested)])
    : bindStatement<PeriodDay>(ofCampaign, [organization, ...periodValues(requested), campaign])

/*
 * Sums of the days of campaigns that lists and pages read: each campaign over the windows that a page offers, and all
 * campaigns together by day. The sync updates them in the transaction that writes the days, under the lock of the
 * search-term totals, so readers see both or neither.
 */

/** The windows that a page offers, in days up to the latest one with data. The list of campaigns reads that of 7. */
export const pageWindows = [7, 14, 28, 90] as const

/** A window and as many days before are sums of whole spans between these ages. */
const ages = [...new Set(pageWindows.flatMap((days) => [days, 2 * days]))].sort((one, other) => one - other)
const oldest = ages.at(-1)!

const figures = ["impressions", "clicks", "cost_micros", "conversions"] as const
const columns = [...figures, "before_micros"]
const sumsOf = (condition: string) =>
  figures.map((name) => `coalesce(sum(${name}) filter (where ${condition}), 0) as ${name}`).join(", ")
const plainSums = figures.map((name) => `sum(${name}) as ${name}`).join(", ")

/** SQL: sums the days of each span once, and the spans for each window. $2 is the latest day. */
const updateWindows = `
  with spans as (
    select campaign_id, case ${ages.map((age) => `when date > $2::date - ${age} then ${age}`).join(" ")} end as age,
      ${plainSums}
    from campaign_days where organization_id = $1 and date > $2::date - ${oldest} group by 1, 2
  ), sums as (
    select days, campaign_id, ${sumsOf("age <= days")},
      coalesce(sum(cost_micros) filter (where age > days), 0) as before_micros
    from spans, unnest(array[${pageWindows.join(", ")}]) days where age <= 2 * days group by days, campaign_id
  ), gone as (
    delete from campaign_windows
    where organization_id = $1 and (days, campaign_id) not in (select days, campaign_id from sums)
  )
  insert into campaign_windows as w (organization_id, days, campaign_id, ${columns.join(", ")})
  select $1::bigint, days, campaign_id, ${columns.join(", ")} from sums
  on conflict (organization_id, days, campaign_id) do update
    set ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}
    where (${columns.map((name) => `w.${name}`).join(", ")})
      is distinct from (${columns.map((name) => `excluded.${name}`).join(", ")})`

/**
 * SQL: the sums of all campaigns by day, of the days that were written ($3 and $4). Where they do not end on the day up
 * to which the totals were kept ($2), an earlier version wrote days without them: then all days are summed.
 */
const updateDays = `
  with kept as (
    select max(date) is not distinct from $2::date and $3::date is not null as complete
    from organization_days where organization_id = $1
  ), span as (
    select case when complete then $3 else '-infinity' end::date as first,
      case when complete then $4 else 'infinity' end::date as last from kept
  ), sums as (
    select date, ${plainSums} from span, campaign_days
    where organization_id = $1 and date between first and last group by date
  ), gone as (
    delete from organization_days using span
    where organization_id = $1 and date between first and last and date not in (select date from sums)
  )
  insert into organization_days as d (organization_id, date, ${figures.join(", ")})
  select $1::bigint, date, ${figures.join(", ")} from sums
  on conflict (organization_id, date) do update set ${figures.map((name) => `${name} = excluded.${name}`).join(", ")}
    where (${figures.map((name) => `d.${name}`).join(", ")})
      is distinct from (${figures.map((name) => `excluded.${name}`).join(", ")})`

interface Written {
  /** The latest day with data before and after the days were written. */
  readonly previous: string | null
  readonly latest: string | null
  /** The days that were written; null for all. */
  readonly written: DayRange | null
}

/** Updates all sums after days were written. The caller holds the lock of the search-term totals. */
export const updateSums = (organization: number, { latest, previous, written }: Written) =>
  Effect.all(
    [
      runSql(updateWindows, [organization, latest]),
      runSql(updateDays, [organization, previous, written?.from ?? null, written?.to ?? null])
    ],
    { discard: true }
  )
