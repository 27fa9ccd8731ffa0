import { Chunk, Clock, Effect, Option, Stream } from "effect"
import { daysIn, plusDays } from "../../contract/index.ts"
import { advanceMetrics, readProgress, renewLease } from "../../platform/account-sync.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { localOf } from "../../platform/local-time.ts"
import type { DayRange, Figures } from "../../platform/model/index.ts"
import { inTransaction, runSql, runSqlText } from "../../storage/index.ts"
import type { SyncSettings } from "./settings.ts"
import { writeDays } from "./write-days.ts"
import { writeSearchTerms } from "./write-search-terms.ts"

const later = (a: string, b: string): string => (a.localeCompare(b) > 0 ? a : b)

/** Splits a range of days, both ends included, into windows of a few days. */
export const dayWindows = (from: string, to: string, days: number): ReadonlyArray<DayRange> => {
  const all: Array<DayRange> = []
  for (let start = from; start <= to; start = plusDays(start, days)) {
    const end = plusDays(start, days - 1)
    all.push({ from: start, to: end < to ? end : to })
  }
  return all
}

/** Maps the platform's resource names to our ids. Removed rows count: their days remain theirs. */
const readNames = (organizationId: number, accountId: string) =>
  Effect.gen(function* () {
    const named = (table: string, campaign: string) =>
      Effect.map(
        runSqlText<{ id: number; ref: string }>(
          `select t.id, t.platform_resource_name as ref from ${table} t
           join campaigns c on c.organization_id = t.organization_id and c.id = t.${campaign}
           where t.organization_id = $1 and c.ad_account_id = $2 and t.platform_resource_name is not null
           order by t.id`,
          [organizationId, accountId]
        ),
        (rows) => new Map(rows.map(({ id, ref }) => [ref, id]))
      )
    return {
      campaigns: yield* named("campaigns", "id"),
      ads: yield* named("ads", "campaign_id"),
      keywords: yield* named("keywords", "campaign_id")
    }
  })
type Names = Effect.Effect.Success<ReturnType<typeof readNames>>

const figures = ({ clicks, conversions, conversionsValue, costMicros, impressions }: Figures) => ({
  impressions,
  clicks,
  cost_micros: costMicros,
  conversions,
  conversions_value: conversionsValue
})

const readWindow = (account: LinkedAccount, days: DayRange, names: Names) =>
  Effect.gen(function* () {
    const { platform } = account
    const collect = <A extends { readonly campaign: string; readonly date: string } & Figures, E>(
      rows: Stream.Stream<A, E>,
      own: (row: A) => Readonly<Record<string, unknown>> | undefined
    ) =>
      Stream.runCollect(
        Stream.filterMap(rows, (row) => {
          const campaign_id = names.campaigns.get(row.campaign)
          const more = own(row)
          return Option.fromNullable(
            campaign_id === undefined || more === undefined
              ? undefined
              : { campaign_id, date: row.date, ...more, ...figures(row) }
          )
        })
      ).pipe(Effect.map(Chunk.toReadonlyArray))
    return yield* Effect.all(
      {
        campaign_days: collect(platform.campaignDays(account, days), () => ({})),
        keyword_days: collect(platform.keywordDays(account, days), ({ keyword }) =>
          rowIfKnown({ keyword_id: names.keywords.get(keyword) })
        ),
        search_term_days: collect(platform.searchTermDays(account, days), ({ ad, term }) =>
          rowIfKnown({ ad_id: names.ads.get(ad), term })
        )
      },
      { concurrency: 3 }
    )
  })

/** Skips a row whose resource name is unknown. */
const rowIfKnown = (row: Readonly<Record<string, unknown>>) =>
  Object.values(row).includes(undefined) ? undefined : row

/**
 * Pulls the days that are new or may still change, window by window; each window is stored completely or not
 * at all.
 */
export const syncMetrics = (account: LinkedAccount, settings: SyncSettings) =>
  Effect.gen(function* () {
    const { accountId, organizationId } = account
    const names = yield* readNames(organizationId, accountId)
    const now = new Date(yield* Clock.currentTimeMillis)
    const yesterday = plusDays(localOf(now, account.timeZone ?? "UTC").slice(0, 10), -1)
    const { metrics_synced_through: through } = yield* readProgress(account)
    const oldest = plusDays(yesterday, 1 - settings.historyDays)
    const resumeFrom = through === null ? oldest : plusDays(through, 1 - settings.lagDays)
    const dayRanges = dayWindows(later(resumeFrom, oldest), yesterday, settings.windowDays)
    for (const days of dayRanges) {
      const tables = yield* readWindow(account, days, names)
      yield* inTransaction(
        Effect.gen(function* () {
          yield* runSql`set local statement_timeout = '5min'`
          // Another account of the organization may hold the search-term totals this long.
          yield* runSql`set local lock_timeout = '5min'`
          yield* writeDays("campaign_days", account, days, tables.campaign_days)
          yield* writeDays("keyword_days", account, days, tables.keyword_days)
          yield* writeSearchTerms(account, days, tables.search_term_days)
          yield* advanceMetrics(account, days.to)
          yield* renewLease(account)
        })
      )
    }
    return dayRanges.reduce((days, { from, to }) => days + daysIn(from, to), 0)
  }).pipe(Effect.withSpan("Sync.metrics"))
