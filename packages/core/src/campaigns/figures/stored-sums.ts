import { Effect } from "effect"
import type { DayRange } from "../../platform/model.ts"
import { runSqlText } from "../../storage/index.ts"

/*
 * Sums of the days of campaigns that lists and pages read: each campaign over a week and over the windows that a page
 * offers, and all campaigns together by day. The sync updates them in the transaction that writes the days, under the
 * lock of the search-term totals, so readers see both or neither.
 */

/** The windows that a page offers, in days up to the latest one with data. */
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

/** SQL: the sums of campaigns in the list, over the week up to the latest day. */
const updateWeeks = `
  with week as (
    select campaign_id, sum(cost_micros) as cost_micros, sum(conversions) as conversions from campaign_days
    where organization_id = $1 and date > $2::date - 7 group by campaign_id
  ), gone as (
    delete from campaign_weeks
    where organization_id = $1 and campaign_id not in (select campaign_id from week)
  )
  insert into campaign_weeks as w (organization_id, campaign_id, cost_micros, conversions)
  select $1::bigint, campaign_id, cost_micros, conversions from week
  on conflict (organization_id, campaign_id) do update
    set cost_micros = excluded.cost_micros, conversions = excluded.conversions
    where (w.cost_micros, w.conversions) is distinct from (excluded.cost_micros, excluded.conversions)`

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
      runSqlText(updateWeeks, [organization, latest]),
      runSqlText(updateWindows, [organization, latest]),
      runSqlText(updateDays, [organization, previous, written?.from ?? null, written?.to ?? null])
    ],
    { discard: true }
  )
