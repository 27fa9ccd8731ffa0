import { Clock, Effect } from "effect"
import { daysIn, plusDays } from "../../contract/index.ts"
import { type AccountKey, advanceMetrics, readProgress, renewLease } from "../../platform/account-sync.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { localOf } from "../../platform/local-time.ts"
import type { DayRange } from "../../platform/model.ts"
import { inTransaction, runSql } from "../../storage/index.ts"
import { lockTotals } from "../search-terms/rollups.ts"
import { firstLength, maxRows, nextLength, shorterLength, windowFrom } from "./day-windows.ts"
import { readNames, readWindow } from "./read-window.ts"
import type { ReportDays } from "./report.ts"
import type { SyncSettings } from "./settings.ts"
import { type DayRows, writeDays } from "./write-days.ts"
import { writeSearchTerms } from "./write-search-terms.ts"

const later = (a: string, b: string): string => (a.localeCompare(b) > 0 ? a : b)

/** Returns the days that are new or may still change: from the first to yesterday, where the account is. */
const dueDays = (account: LinkedAccount, { historyDays, lagDays, searchTermDays }: SyncSettings) =>
  Effect.gen(function* () {
    const now = new Date(yield* Clock.currentTimeMillis)
    const yesterday = plusDays(localOf(now, account.timeZone ?? "UTC").slice(0, 10), -1)
    const { metrics_synced_through: through } = yield* readProgress(account)
    const oldest = plusDays(yesterday, 1 - historyDays)
    const resumeFrom = through === null ? oldest : plusDays(through, 1 - lagDays)
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
