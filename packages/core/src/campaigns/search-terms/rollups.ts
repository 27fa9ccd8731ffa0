import { Effect } from "effect"
import { plusDays } from "../../contract/index.ts"
import type { DayRange } from "../../platform/model.ts"
import { inTransaction, runSql } from "../../storage/index.ts"
import { readDataDays, updateSums } from "../figures/sums.ts"

/**
 * The rollup windows, in days up to the latest one with data. The contract's own are 7, 30 and 90. The
 * two-day window exists because single days vary too much for a week's sums to bound them.
 */
export const rollupWindows = [2, 7, 30, 90] as const
const longestWindow = 90

/**
 * Returns the shortest rollup window that contains another: a term's cost in the shorter window never exceeds
 * that in the longer.
 */
export const rollupWindowFor = (days: number): number =>
  rollupWindows.find((window) => window >= days) ?? longestWindow

/** Days that enter or leave a rollup window when the latest day moves. */
interface WindowShift {
  readonly days: number
  readonly first: string
  readonly last: string
  readonly sign: 1 | -1
}

/** Both ends included; empty if from is after to. */
const windowShift = (days: number, first: string, last: string, sign: 1 | -1): ReadonlyArray<WindowShift> =>
  first <= last ? [{ days, first, last, sign }] : []

const earlier = (one: string, other: string): string => (one < other ? one : other)
const later = (one: string, other: string): string => (one > other ? one : other)

/** Returns the days that the windows lose and gain when their last day moves, in either direction. */
const windowShifts = (from: string | null, to: string | null): ReadonlyArray<WindowShift> => {
  if (from === to) return []
  return rollupWindows.flatMap((days) => {
    const first = (latest: string) => plusDays(latest, 1 - days)
    if (from === null || to === null) {
      const latest = (from ?? to)!
      return windowShift(days, first(latest), latest, to === null ? -1 : 1)
    }
    const [low, high] = [earlier(from, to), later(from, to)]
    const forwards = to > from
    return [
      ...windowShift(days, first(low), earlier(plusDays(first(high), -1), low), forwards ? -1 : 1),
      ...windowShift(days, later(plusDays(low, 1), first(high)), high, forwards ? 1 : -1)
    ]
  })
}

/*
 * Sums of search terms over the rollup windows, which end on the organization's latest day with data.
 * Updates are incremental: the days that a window loses and gains when the latest day moves, and the rows of written
 * days. They run in the transaction that writes the days, so readers see both or neither.
 */

/**
 * Adds rows to the totals, or subtracts them. Columns: organization, window, campaign, term, clicks, cost,
 * conversions, last_seen. A null last_seen means that the possible last day was removed, so it must be
 * computed again; `greatest` alone would ignore it.
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

/** Days that leave a window at its start do not affect `last_seen`; days after the latest day do. */
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

/** Counts the terms by their last day. The number of terms in a window of any length follows from it. */
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

/** Locks the organization's totals for this transaction and returns their latest day. */
export const lockTotals = (organizationId: number) =>
  Effect.gen(function* () {
    yield* runSql`insert into search_term_windows (organization_id) values (${organizationId}) on conflict do nothing`
    const [row] = yield* runSql<{ latest: string | null }>`
      select latest from search_term_windows where organization_id = ${organizationId} for update`
    return row!.latest
  })

/**
 * Moves the windows to the organization's latest day with data. Returns that day, and whether it is another. The
 * days of campaigns must have been written: `written` says which, null for all.
 */
export const advanceWindows = (organizationId: number, written: DayRange | null) =>
  Effect.gen(function* () {
    const previous = yield* lockTotals(organizationId)
    const [row] = yield* runSql(readDataDays(organizationId))
    const latest = row!.latest
    const shifts = windowShifts(previous, latest)
    if (shifts.length > 0) {
      yield* runSql(moveWindows, [organizationId, JSON.stringify(shifts), latest])
    }
    yield* updateSums(organizationId, { previous, latest, written })
    return { latest, moved: shifts.length > 0 }
  })

/** After days were written or the windows moved: computes unknown last days, and deletes terms outside every window. */
export const settleLastSeen = (organizationId: number, latest: string | null) =>
  Effect.zipRight(
    runSql(findLastSeen, [organizationId, latest]),
    runSql(deleteUnseen, [organizationId, latest])
  )

/** After the last days of terms changed: counts the terms by their last day. */
export const countTerms = (organizationId: number, latest: string | null) =>
  runSql(upsertWindows, [organizationId, latest, longestWindow])

/** Rebuilds all totals of an organization from its stored days, for days that no sync wrote. */
export const rebuildTotals = (organizationId: number) =>
  inTransaction(
    Effect.gen(function* () {
      yield* runSql`set local statement_timeout = '30min'`
      yield* lockTotals(organizationId)
      yield* runSql`delete from search_term_totals where organization_id = ${organizationId}`
      yield* runSql`update search_term_windows set latest = null where organization_id = ${organizationId}`
      const { latest } = yield* advanceWindows(organizationId, null)
      yield* settleLastSeen(organizationId, latest)
      yield* countTerms(organizationId, latest)
    })
  )
