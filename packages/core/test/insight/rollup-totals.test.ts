import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Runtime } from "effect"
import fc from "fast-check"
import { scanLimits, searchTermPages, startPosition } from "../../src/campaigns/search-terms/pages.ts"
import {
  advanceWindows,
  countTerms,
  rebuildTotals,
  settleLastSeen
} from "../../src/campaigns/search-terms/rollups.ts"
import { count } from "../support/counts.ts"
import { TestDatabase } from "../support/postgres.ts"
import { until } from "../support/until.ts"
import { type Expected, latestOf, Model } from "./support/model.ts"
import { createOrganizations, dayOf, rowsOf, type Step, step, sync } from "./support/random-sync.ts"

/*
 * Random syncs of an organization with two accounts: days are added, change late, lose terms or all data, and
 * the latest day moves in both directions. After each sync every window, with every filter, equals the sum of
 * its rows.
 */

type Way = "walked" | "stepwise" | "summed"
interface Question {
  readonly days: number
  readonly campaign: number | null
  readonly leastCost: number
  readonly way: Way
}

/** Every window in every way; filters and campaigns alternate, so a few runs cover all combinations. */
const questions = (campaigns: ReadonlyArray<number>): ReadonlyArray<Question> =>
  Array.from({ length: 90 }, (_, n) => n + 1).flatMap((days) =>
    [null, campaigns[days % campaigns.length]!].flatMap((campaign) =>
      [0, [5_000_000, 13_000_000][days % 2]!].flatMap((leastCost) =>
        (["walked", "stepwise", "summed"] as const).map((way) => ({ days, campaign, leastCost, way }))
      )
    )
  )

const told = (rows: ReadonlyArray<Expected>) =>
  rows
    .map(
      (row) =>
        `${row.campaign} ${row.term} ${row.clicks} ${row.cost_micros} ${row.conversions} ${row.match_source}`
    )
    .sort()

layer(TestDatabase.layer)("kept totals", (it) => {
  it.effect("every window and filter equals the sum of its days, after any sync", () =>
    Effect.gen(function* () {
      const runtime = yield* Effect.runtime<SqlClient.SqlClient | TestDatabase>()
      const ways: Record<Way, Effect.Effect.Success<ReturnType<typeof searchTermPages>>> = {
        walked: yield* searchTermPages(),
        stepwise: yield* searchTermPages({ first: 1, next: 2, most: 1000 }),
        summed: yield* searchTermPages({ ...scanLimits, most: -1 })
      }
      const holds = (steps: ReadonlyArray<Step>) =>
        Effect.gen(function* () {
          const organization = yield* createOrganizations
          const model = new Model()
          const slugs = new Map(organization.campaigns.map(({ id }, n) => [`campaign-${n}`, id]))
          const idOf = (slug: string) => slugs.get(slug)!
          const agrees = ({ campaign, days, leastCost, way }: Question) =>
            Effect.gen(function* () {
              const expected = model.window(days, campaign, leastCost)
              const query = {
                organization: organization.id,
                campaign,
                days,
                minCost: leastCost,
                neverConverted: false,
                after: startPosition
              }
              const { rows, total } = yield* ways[way]({ ...query, rows: 100 })
              const got = told(rows.map((row) => ({ ...row, campaign: idOf(row.campaign) })))
              const where = { way, days, campaign, leastCost }
              expect({ where, total, rows: got }).toEqual({
                where,
                total: expected.length,
                rows: told(expected)
              })
            })
          for (const one of steps) {
            const rows = rowsOf(organization, one)
            const { accountId, days, pulled } = yield* sync(organization, one, rows)
            const own = organization.campaigns
              .filter(({ account }) => account === accountId)
              .map(({ id }) => id)
            model.pull(accountId, own, pulled, days, rows)
          }
          const campaigns = organization.campaigns.map(({ id }) => id)
          yield* Effect.forEach(questions(campaigns), agrees, { concurrency: 20 })
          expect(latestOf(model)).toBe(yield* keptUpTo(organization.id))
          expect(yield* storedSums(organization.id)).toEqual(yield* sumsOfDays(organization.id))
          const before = yield* keptRows(organization.id)
          yield* rebuildTotals(organization.id)
          expect(yield* keptRows(organization.id)).toEqual(before)
        })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) =>
            Runtime.runPromise(runtime)(holds(steps))
          ),
          { numRuns: count("rollupRuns") }
        )
      )
    })
  )

  it.effect("sums all days again after an earlier version wrote days without their sums", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const organization = yield* createOrganizations
      const pull = (from: number) => {
        const one: Step = { account: 0, from, length: 14, silent: 0, rows: [] }
        return sync(organization, one, rowsOf(organization, one))
      }
      yield* pull(0)
      yield* pull(20)
      yield* sql`delete from organization_days where organization_id = ${organization.id} and date > ${dayOf(5)}`
      yield* pull(40)
      expect(yield* storedSums(organization.id)).toEqual(yield* sumsOfDays(organization.id))
    })
  )

  it.effect("a sync waits for that of another account of the organization, and adds to its totals", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const runtime = yield* Effect.runtime<SqlClient.SqlClient>()
      const organization = yield* createOrganizations
      const row = { campaign: 0, term: 0, ad: 0, day: 0, clicks: 1, cost: 5, conversions: 1, byAiMax: 0 }
      const pull = (account: number, from: number) => {
        const one: Step = { account, from, length: 14, silent: 0, rows: [row, { ...row, day: 13 }] }
        return sync(organization, one, rowsOf(organization, one))
      }
      yield* pull(0, 0)
      yield* pull(1, 0)
      const begun = yield* Deferred.make<void>()
      const mayEnd = yield* Deferred.make<void>()
      const first = yield* Effect.gen(function* () {
        const { latest } = yield* advanceWindows(organization.id, null)
        yield* Deferred.succeed(begun, undefined)
        yield* Deferred.await(mayEnd)
        yield* settleLastSeen(organization.id, latest)
        yield* countTerms(organization.id, latest)
      }).pipe(sql.withTransaction, Effect.fork)
      yield* Deferred.await(begun)
      const second = yield* Effect.fork(pull(1, 21))
      const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      yield* Effect.promise(() =>
        until("the second waits for the first", async () => {
          expect(second.unsafePoll()).toBeNull()
          return (await Runtime.runPromise(runtime)(waits)).length > 0
        })
      )
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Fiber.join(first)
      yield* Fiber.join(second)
      expect(yield* keptUpTo(organization.id)).toBe(dayOf(34))
      const kept = yield* keptRows(organization.id)
      expect(kept.length).toBeGreaterThan(0)
      expect(yield* storedSums(organization.id)).toEqual(yield* sumsOfDays(organization.id))
      yield* rebuildTotals(organization.id)
      expect(yield* keptRows(organization.id)).toEqual(kept)
    })
  )
})

/** What pages read: each campaign over the windows that they offer, and all campaigns by day. */
const storedSums = (organization: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.all({
      windows: sql`select days, campaign_id, impressions, clicks, cost_micros, conversions, before_micros
        from campaign_windows where organization_id = ${organization} order by days, campaign_id`,
      days: sql`select date, impressions, clicks, cost_micros, conversions from organization_days
        where organization_id = ${organization} order by date`
    })
  )

/** The same sums from the days, each on its own. */
const sumsOfDays = (organization: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.all({
      windows: sql`
        select n::smallint as days, campaign_id, sum(impressions * now)::bigint as impressions,
          sum(clicks * now)::bigint as clicks, sum(cost_micros * now)::bigint as cost_micros,
          sum(conversions * now) as conversions, sum(cost_micros * (1 - now))::bigint as before_micros
        from unnest(array[7, 14, 28, 90]) n, campaign_days,
          lateral (select max(date) as latest from campaign_days where organization_id = ${organization}) l,
          lateral (select case when date > latest - n then 1 else 0 end as now) w
        where organization_id = ${organization} and date > latest - 2 * n
        group by n, campaign_id order by n, campaign_id`,
      days: sql`select date, sum(impressions)::bigint as impressions, sum(clicks)::bigint as clicks,
          sum(cost_micros)::bigint as cost_micros, sum(conversions) as conversions
        from campaign_days where organization_id = ${organization} group by date order by date`
    })
  )

const keptUpTo = (organization: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        latest: string | null
      }>`select latest from search_term_windows where organization_id = ${organization}`,
      ([row]) => row?.latest ?? null
    )
  )

const keptRows = (organization: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`select * from search_term_totals where organization_id = ${organization}
      order by days, campaign_id, term_id`
  )
