import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { longestWindow, windowShifts } from "./windows.ts"

/*
 * Sums of search terms over the kept windows, which end on the organization's latest day with data. They are kept by
 * what changes: the days that a window loses and gains when the latest day moves, and the rows of days that are
 * written. Everything happens in the transaction that writes the days, so nobody sees one without the other.
 */

/**
 * Adds rows to the totals, or takes them off: organization, window, campaign, term, clicks, cost, conversions, and the
 * last day on which the term was seen as far as these rows tell. Null there means that a day went which may have been
 * the last, so that it has to be found again; `greatest` alone would pass over it.
 */
export const addToTotals = (rows: string): string => `
  insert into search_term_totals as t
    (organization_id, days, campaign_id, term_id, clicks, cost_micros, conversions, last_seen)
  ${rows}
  on conflict (organization_id, days, campaign_id, term_id) do update set
    clicks = t.clicks + excluded.clicks, cost_micros = t.cost_micros + excluded.cost_micros,
    conversions = t.conversions + excluded.conversions,
    last_seen = case when t.last_seen is null or excluded.last_seen is null then null
      else greatest(t.last_seen, excluded.last_seen) end`

/** Days that leave the windows at their far end take nothing from `last_seen`; days beyond the latest one do. */
const moveWindows = addToTotals(`
  select $1::bigint, s.days, d.campaign_id, d.term_id, sum(s.sign * d.clicks), sum(s.sign * d.cost_micros),
    sum(s.sign * d.conversions), case when bool_or(s.sign < 0 and d.date > $3::date) then null else max(d.date) end
  from json_to_recordset($2::json) as s(days smallint, first date, last date, sign int)
  join search_term_days d on d.organization_id = $1 and d.date between s.first and s.last
  group by s.days, d.campaign_id, d.term_id`)

const findLastSeen = `
  update search_term_totals t set last_seen = (
    select max(date) from search_term_days d where d.organization_id = $1 and d.campaign_id = t.campaign_id
      and d.term_id = t.term_id and d.date <= $2::date)
  where organization_id = $1 and last_seen is null`

const deleteUnseen = `
  delete from search_term_totals
  where organization_id = $1 and (last_seen is null or $2::date is null or last_seen <= $2::date - days)`

/** How many terms were last seen on each day: with it, how many there are in a window of any length is told at once. */
const upsertWindows = `
  insert into search_term_windows as w (organization_id, latest, seen)
  select $1::bigint, $2::date, array_agg(coalesce(terms, 0) order by back)
  from generate_series(0, $3::int - 1) back
  left join (
    select $2::date - last_seen as back, count(*) as terms from search_term_totals
    where organization_id = $1 and days = $3 group by 1
  ) counted using (back)
  on conflict (organization_id) do update set latest = excluded.latest, seen = excluded.seen
  where (w.latest, w.seen) is distinct from (excluded.latest, excluded.seen)`

/** Takes the organization's totals for this transaction and answers up to which day they are kept. */
const lockTotals = (organizationId: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`insert into search_term_windows (organization_id) values (${organizationId}) on conflict do nothing`
    const [row] = yield* sql<{ latest: string | null }>`
      select latest from search_term_windows where organization_id = ${organizationId} for update`
    return row!.latest
  })

const findLatest = (organizationId: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ latest: string | null }>`
      select max(date) as latest from campaign_days where organization_id = ${organizationId}`
    return row!.latest
  })

/** Moves the windows to the organization's latest day with data, which it answers. */
export const advanceWindows = (organizationId: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const previous = yield* lockTotals(organizationId)
    const latest = yield* findLatest(organizationId)
    const shifts = windowShifts(previous, latest)
    if (shifts.length > 0) {
      yield* sql.unsafe(moveWindows, [organizationId, JSON.stringify(shifts), latest])
    }
    return latest
  })

/** Once the days are written: what is in no window goes, and what was last seen when is found and counted. */
export const finalizeTotals = (organizationId: number, latest: string | null) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(findLastSeen, [organizationId, latest])
    yield* sql.unsafe(deleteUnseen, [organizationId, latest])
    yield* sql.unsafe(upsertWindows, [organizationId, latest, longestWindow])
  })

/** All of an organization's totals anew, from its days as they are. For days that no sync has written. */
export const rebuildTotals = (organizationId: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set local statement_timeout = '30min'`
        yield* lockTotals(organizationId)
        yield* sql`delete from search_term_totals where organization_id = ${organizationId}`
        yield* sql`update search_term_windows set latest = null where organization_id = ${organizationId}`
        yield* finalizeTotals(organizationId, yield* advanceWindows(organizationId))
      })
    )
  )
