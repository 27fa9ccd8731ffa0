import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Runtime } from "effect"
import { lockTotals } from "../../src/campaigns/search-terms/rollups.ts"
import { storeWindow } from "../../src/campaigns/sync/metrics.ts"
import { createOrganizations, dayOf } from "../insight/support/random-sync.ts"
import { TestDatabase } from "../support/postgres.ts"
import { until } from "../support/until.ts"

/*
 * Two syncs of one account write the same new days, because the lease of the first ran out. Neither finds stored
 * days when it begins.
 */

layer(TestDatabase.layer)("two syncs of one account", (it) => {
  it.effect("store the same new days one after the other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const runtime = yield* Effect.runtime<SqlClient.SqlClient>()
      const { ads, campaigns, id } = yield* createOrganizations
      const campaign_id = campaigns.find(({ account }) => account === "acc_0")!.id
      const ad_id = ads.find(({ campaign }) => campaign === campaign_id)!.id
      const figures = (clicks: number) => ({
        campaign_id,
        date: dayOf(3),
        impressions: 10,
        clicks,
        cost_micros: 0,
        conversions: 0,
        conversions_value: 0
      })
      const store = (clicks: number) =>
        storeWindow(
          { organizationId: id, accountId: "acc_0" },
          { from: dayOf(0), to: dayOf(9) },
          {
            campaign_days: [figures(clicks)],
            keyword_days: [{ ...figures(clicks), keyword_id: 1 }],
            search_term_days: [{ ...figures(clicks), ad_id, term: "alpha", by_ai_max: 0 }]
          }
        )
      const mayEnd = yield* Deferred.make<void>()
      const begun = yield* Deferred.make<void>()
      const holder = yield* Effect.gen(function* () {
        yield* lockTotals(id)
        yield* Deferred.succeed(begun, undefined)
        yield* Deferred.await(mayEnd)
      }).pipe(sql.withTransaction, Effect.fork)
      yield* Deferred.await(begun)
      const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      const untilWaiting = (count: number) =>
        Effect.promise(() =>
          until(
            `${count} syncs wait`,
            async () => (await Runtime.runPromise(runtime)(waits)).length === count
          )
        )
      const first = yield* Effect.fork(store(1))
      yield* untilWaiting(1)
      const second = yield* Effect.fork(store(2))
      yield* untilWaiting(2)
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Fiber.join(holder)
      yield* Fiber.join(first)
      yield* Fiber.join(second)
      for (const table of ["campaign_days", "keyword_days", "search_term_days"]) {
        const rows = yield* sql`select clicks from ${sql(table)} where organization_id = ${id}`
        expect(rows, table).toHaveLength(1)
      }
      const totals = yield* sql<{ clicks: number }>`
        select clicks from search_term_totals where organization_id = ${id} and days = 90`
      const stored = yield* sql<{ clicks: number }>`
        select clicks from search_term_days where organization_id = ${id}`
      expect(totals).toEqual(stored)
    })
  )
})
