import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import { staggeredEffects } from "../support/staggered.ts"
import { customerOf, RunningEmulator } from "./support/emulator.ts"
import { emulated, linkDemo } from "./support/platform.ts"
import { count, everything } from "./support/stored.ts"

const northwind = customerOf("northwind")
const inFull = Sync.layer({ historyDays: 130 }).pipe(Layer.provideMerge(emulated()))

const real = Clock.make()
const threeDays = 3 * 86_400_000
const threeDaysOn: Clock.Clock = {
  ...real,
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  unsafeCurrentTimeMillis: () => Date.now() + threeDays,
  currentTimeMillis: Effect.sync(() => Date.now() + threeDays),
  unsafeCurrentTimeNanos: () => real.unsafeCurrentTimeNanos(),
  currentTimeNanos: real.currentTimeNanos,
  sleep: (duration) => real.sleep(duration)
}

/** AI Max matches searches to it that have no keyword. */
const keywordless = northwind.campaigns.find(({ aiMaxDaysAgo }) => aiMaxDaysAgo !== undefined)!

layer(inFull, { excludeTestServices: true })("sync", (it) => {
  it.effect("imports a complete account: structure, 120 days of figures, and external changes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sync = yield* Sync
      const organization = yield* linkDemo("northwind")
      const report = yield* sync.account(organization, northwind.customerId)
      expect(report).toMatchObject({
        outcome: "synced",
        campaigns: { imported: northwind.campaigns.length, updated: 0, removed: 0, held: 0, busy: 0 },
        days: 130
      })
      const campaigns = yield* sql<Record<string, unknown>>`
        select slug, type, origin, state, budget, target_cpa, last_synced_at is not null as synced,
          first_launched_at is not null as launched, jsonb_array_length(locations -> 'list') as locations
        from campaigns order by id`
      for (const plan of northwind.campaigns) {
        expect(campaigns.find(({ slug }) => slug === plan.slug)).toEqual({
          slug: plan.slug,
          type: "external",
          origin: "imported",
          state: plan.pausedDaysAgo === undefined ? "live" : "paused",
          budget: plan.budget,
          target_cpa: plan.targetCpa ?? null,
          synced: true,
          launched: true,
          locations: plan.channel ? 0 : 1
        })
      }
      const groups = northwind.campaigns.flatMap(({ adGroups }) => adGroups)
      expect(yield* count("ads")).toBe(groups.length)
      expect(yield* count("keywords")).toBe(groups.flatMap(({ keywords }) => keywords).length)
      expect(yield* count("keywords", "state = 'paused'")).toBe(1)
      expect(yield* count("negative_keywords")).toBe(
        northwind.campaigns.flatMap(({ negatives }) => negatives).length
      )
      const [figures] = yield* sql<Record<string, number | string>>`
        with matched as (select id from campaigns where channel = 'search' and slug <> ${keywordless.slug})
        select (select count(distinct date)::int from campaign_days) as days,
          (select sum(cost_micros) from campaign_days where campaign_id in (select id from matched)) as campaigns,
          (select sum(cost_micros) from keyword_days where campaign_id in (select id from matched)) as keywords,
          (select sum(cost_micros) from search_term_days where campaign_id in (select id from matched)) as terms`
      expect(figures!["days"]).toBeGreaterThanOrEqual(119)
      expect(Number(figures!["keywords"])).toBe(Number(figures!["campaigns"]))
      expect(Number(figures!["terms"])).toBeGreaterThan(Number(figures!["campaigns"]) / 2)
      expect(Number(figures!["terms"])).toBeLessThan(Number(figures!["campaigns"]))
      // What came through AI Max is a part of each row, and none elsewhere.
      const sources = yield* sql<Record<string, unknown>>`
        select c.slug = ${keywordless.slug} as on_here, bool_and(ai_max_impressions between 0 and impressions
            and ai_max_clicks between 0 and clicks and ai_max_cost_micros between 0 and cost_micros
            and ai_max_conversions between 0 and conversions) as parts,
          sum(ai_max_clicks) > 0 as some, sum(ai_max_clicks) < sum(clicks) as fewer
        from search_term_days d join campaigns c on c.id = d.campaign_id where d.clicks > 0 group by 1 order by 1`
      expect(sources).toEqual([
        { on_here: false, parts: true, some: false, fewer: true },
        { on_here: true, parts: true, some: true, fewer: true }
      ])
      const [account] = yield* sql<Record<string, unknown>>`
        select name, currency, time_zone, sync_error, last_synced_at is not null as synced, sync_lease_until,
          metrics_synced_through = (now() at time zone time_zone)::date - 1 as through from ad_accounts`
      expect(account).toEqual({
        name: northwind.name,
        currency: "USD",
        time_zone: northwind.timeZone,
        sync_error: null,
        synced: true,
        sync_lease_until: null,
        through: true
      })
      const changes = yield* sql<{ what: string; slug: string; by: string }>`
        select p.what, c.slug, p.by from platform_changes p
        join campaigns c on c.organization_id = p.organization_id and c.id = p.campaign_id order by p.at`
      expect(changes).toContainEqual({
        what: "Daily budget changed from $8 to $10",
        slug: "old-sync",
        by: northwind.editor
      })
      expect(changes).toContainEqual({ what: "Campaign paused", slug: "old-sync", by: northwind.editor })
    })
  )

  it.effect("changes nothing on a second pull, and pulls only days that may have changed", () =>
    Effect.gen(function* () {
      const sync = yield* Sync
      const organization = yield* linkDemo("northwind")
      const before = yield* everything
      const report = yield* sync.account(organization, northwind.customerId)
      expect(report).toMatchObject({
        outcome: "synced",
        campaigns: { imported: 0, updated: northwind.campaigns.length },
        changes: 0,
        days: 14
      })
      expect(yield* everything).toEqual(before)
    })
  )

  it.effect("imports the same in windows of a few rows, and reports the stored days", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const organization = yield* linkDemo("northwind")
      const importAgain = (settings: Parameters<typeof Sync.layer>[0]) =>
        Effect.gen(function* () {
          yield* sql`truncate campaign_days, keyword_days, search_term_days, search_term_totals, search_term_windows, campaign_windows, organization_days`
          yield* sql`update ad_accounts set metrics_synced_through = null`
          const reports: Array<readonly [number, number]> = []
          const sync = yield* Sync
          const report = yield* sync.account(organization, northwind.customerId, {
            onDays: (done, total) => reports.push([done, total])
          })
          expect(report).toMatchObject({ outcome: "synced", days: 20 })
          return { reports, stored: yield* everything }
        }).pipe(Effect.provide(Sync.layer({ historyDays: 20, ...settings })))
      const large = yield* importAgain({ firstWindowDays: 20 })
      expect(large.reports).toEqual([[20, 20]])
      // A week has more rows than a window may have, so it is pulled again in parts.
      const small = yield* importAgain({ windowRows: 150 })
      expect(small.stored).toEqual(large.stored)
      expect(small.reports.length).toBeGreaterThan(10)
      expect(small.reports.every(([done], n) => done > (small.reports[n - 1]?.[0] ?? 0))).toBe(true)
      expect(small.reports.at(-1)).toEqual([20, 20])
      // Search terms are many, so fewer of their days are imported.
      yield* importAgain({ searchTermDays: 5, windowDays: 4 })
      const [days] = yield* sql`select (select count(distinct date)::int from keyword_days) as keywords,
        (select count(distinct date)::int from search_term_days) as terms`
      expect(days).toEqual({ keywords: 20, terms: 5 })
    })
  )

  it.effect("does not run twice at a time for one account", () =>
    Effect.gen(function* () {
      const sync = yield* Sync
      const organization = yield* linkDemo("northwind")
      const reports = yield* staggeredEffects(
        Array.from({ length: 3 }, () => sync.account(organization, northwind.customerId))
      )
      expect(reports.map(({ outcome }) => outcome).toSorted()).toEqual(["skipped", "skipped", "synced"])
      expect(reports.find(({ outcome }) => outcome === "skipped")?.reason).toBe("busy")
    })
  )

  it.effect("a day later, imports one day and late conversions", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const emulator = yield* RunningEmulator
      const sync = yield* Sync
      const organization = yield* linkDemo("northwind")
      const through = Effect.map(
        sql<{ through: string; days: number }>`select metrics_synced_through as through,
          (select count(distinct date)::int from campaign_days) as days from ad_accounts where id = ${northwind.customerId}`,
        ([row]) => row!
      )
      const before = yield* through
      yield* emulator.control("POST", "clock", { advance: { days: 3 } })
      const report = yield* Effect.withClock(sync.account(organization, northwind.customerId), threeDaysOn)
      expect(report).toMatchObject({ outcome: "synced", days: 17 })
      const after = yield* through
      expect(after.days).toBe(before.days + 3)
      expect(Date.parse(after.through) - Date.parse(before.through)).toBe(3 * 86_400_000)
    })
  )
})
