import { Clock, Effect } from "effect"
import { daysIn, plusDays } from "../../contract/index.ts"
import { type AccountKey, advanceMetrics, readProgress, renewLease } from "../../platform/account-sync.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { localOf } from "../../platform/local-time.ts"
import type { DayRange } from "../../platform/model.ts"
import { inTransaction, runSql } from "../../storage/index.ts"
import { lockTotals } from "../search-terms/rollups.ts"
import { readNames, readWindow } from "./read-window.ts"
import type { ReportDays, SyncSettings } from "./report.ts"
import { type DayRows, writeDays, writeSearchTerms } from "./write-days.ts"

/*
 * Windows of days that a sync pulls and stores together. Their length follows the number of rows: an account
 * with few rows needs few requests and transactions, and one with many never fills the memory.
 */

/** A window is at most this many times longer than the one before, because days differ. */
const maxGrowth = 4
/** A window with this many times the rows it aims at is not pulled to its end, but pulled again in parts. */
const maxExcess = 4

type WindowLimits = Pick<SyncSettings, "firstWindowDays" | "windowDays" | "windowRows">

/** The most rows that a window may have. A single day is always pulled whole. */
export const maxRows = ({ from, to }: DayRange, { windowRows }: WindowLimits): number =>
  from === to ? Number.POSITIVE_INFINITY : windowRows * maxExcess

/** Returns the length of the first window. */
export const firstLength = ({ firstWindowDays, windowDays }: WindowLimits): number =>
  Math.min(firstWindowDays, windowDays)

/** Returns the length of the window after one with this many rows. */
export const nextLength = (
  days: DayRange,
  rows: number,
  { windowDays, windowRows }: WindowLimits
): number => {
  const length = daysIn(days.from, days.to)
  const fitting = Math.floor((length * windowRows) / Math.max(1, rows))
  return Math.max(1, Math.min(fitting, length * maxGrowth, windowDays))
}

/** Returns the length of the window to try after one with too many rows. */
export const shorterLength = ({ from, to }: DayRange): number => Math.max(1, Math.floor(daysIn(from, to) / 4))

/** Returns a window of this length that ends with the last day at the latest. */
export const windowFrom = (from: string, length: number, last: string): DayRange => {
  const to = plusDays(from, length - 1)
  return { from, to: to < last ? to : last }
}

const later = (a: string, b: string): string => (a.localeCompare(b) > 0 ? a : b)
const earlier = (a: string, b: string): string => (a.localeCompare(b) < 0 ? a : b)

/** Returns the days that are new or may still change: from the first to yesterday, where the account is. */
const dueDays = (account: LinkedAccount, { historyDays, lagDays, searchTermDays }: SyncSettings) =>
  Effect.gen(function* () {
    const now = new Date(yield* Clock.currentTimeMillis)
    const yesterday = plusDays(localOf(now, account.timeZone ?? "UTC").slice(0, 10), -1)
    const { match_sources_through: matched, metrics_synced_through: through } = yield* readProgress(account)
    const oldest = plusDays(yesterday, 1 - historyDays)
    const resumeFrom =
      through === null
        ? oldest
        : plusDays(earlier(through, matched ?? plusDays(through, -searchTermDays)), 1 - lagDays)
    return {
      from: later(resumeFrom, oldest),
      to: yesterday,
      termsFrom: plusDays(yesterday, 1 - searchTermDays)
    }
  })

type Tables = Readonly<Record<"campaign_days" | "keyword_days" | "search_term_days", DayRows>>

/**
 * Stores a window completely or not at all. The transaction takes no organization lock and updates no
 * campaign, so a pause does not wait for it.
 */
export const storeWindow = (account: AccountKey, days: DayRange, tables: Tables) =>
  inTransaction(
    Effect.gen(function* () {
      yield* runSql`set local statement_timeout = '5min'`
      // Another account of the organization may hold the search-term totals this long.
      yield* runSql`set local lock_timeout = '5min'`
      // Before the first rows: a sync whose lease ran out can still write the same days.
      yield* lockTotals(account.organizationId)
      yield* writeDays("campaign_days", account, days, tables.campaign_days)
      yield* writeDays("keyword_days", account, days, tables.keyword_days)
      yield* writeSearchTerms(account, days, tables.search_term_days)
      yield* advanceMetrics(account, days.to)
      yield* renewLease(account)
    })
  )

/** Pulls the days that are due, window by window. Returns their number. */
export const syncMetrics = (account: LinkedAccount, settings: SyncSettings, reportDays: ReportDays) =>
  Effect.gen(function* () {
    const names = yield* readNames(account)
    const { from, termsFrom, to } = yield* dueDays(account, settings)
    const total = Math.max(0, daysIn(from, to))
    let length = firstLength(settings)
    for (let start = from; start <= to; ) {
      const days = windowFrom(start, length, to)
      const termDays = { from: later(days.from, termsFrom), to: days.to }
      const window = yield* readWindow(account, days, termDays, names, maxRows(days, settings)).pipe(
        Effect.catchTag("WindowTooLarge", () => Effect.succeed(null))
      )
      if (window === null) {
        length = shorterLength(days)
        continue
      }
      yield* storeWindow(account, days, window.tables)
      length = nextLength(days, window.rows, settings)
      start = plusDays(days.to, 1)
      reportDays(daysIn(from, days.to), total)
    }
    return total
  }).pipe(Effect.withSpan("Sync.metrics"))
