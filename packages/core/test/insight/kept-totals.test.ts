import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Runtime } from "effect"
import fc from "fast-check"
import { rebuildTotals } from "../../src/campaigns/search-terms/keep-totals.ts"
import { writeDays } from "../../src/campaigns/sync/write-days.ts"
import { writeSearchTerms } from "../../src/campaigns/sync/write-search-terms.ts"
import { plusDays } from "../../src/contract/index.ts"
import { searchTermPages } from "../../src/insight/search-terms/pages.ts"
import { beforeAll } from "../../src/insight/search-terms/query.ts"
import { walkLimits } from "../../src/insight/search-terms/walk.ts"
import { TestDatabase } from "../support/postgres.ts"
import { type DayRow, type Expected, latestOf, Model } from "./support/model.ts"

/*
 * Random syncs of an organization with two accounts: days come, change late, lose terms or all that they had, and the
 * latest day moves forwards and back. After any of them every window, with every filter, is what adding up the rows
 * one by one gives.
 */

const terms = ["alpha", "beta", "gamma", "delta", "epsilon"]
const firstDay = "2026-01-01"
const dayOf = (n: number) => plusDays(firstDay, n)

const row = fc.record({
  campaign: fc.nat(1),
  term: fc.nat(terms.length - 1),
  ad: fc.nat(1),
  day: fc.nat(20),
  clicks: fc.nat(3),
  cost: fc.constantFrom(0, 0, 1, 5, 5, 12.34),
  conversions: fc.constantFrom(0, 0.5, 1.25)
})
const step = fc.record({
  account: fc.nat(1),
  // Long jumps are rare, as they are in life; most syncs pull the same days again and a few more.
  from: fc.oneof(fc.integer({ min: 90, max: 105 }), fc.nat(110)),
  length: fc.integer({ min: 1, max: 14 }),
  /** The last days of the pull may be without data, so that the latest day goes back. */
  silent: fc.constantFrom(0, 0, 0, 1, 5, 14),
  rows: fc.array(row, { maxLength: 14 })
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

let organizations = 0

/** An organization with two accounts, two campaigns in each, two ads in each of those. */
const found = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const slug = `org-${++organizations}`
  const [org] = yield* sql<{ id: number }>`
    insert into organizations (slug, name, currency) values (${slug}, ${slug}, 'USD') returning id`
  const id = org!.id
  yield* sql`insert into ad_accounts (organization_id, id, customer_id, status)
    select ${id}, 'acc_' || n, ${id} || '0' || n, 'linked' from generate_series(0, 1) n`
  const campaigns = yield* sql<{ id: number; account: string }>`
    insert into campaigns (organization_id, slug, name, type, ad_account_id)
    select ${id}, 'campaign-' || n, 'C' || n, 'prospecting', 'acc_' || n % 2 from generate_series(0, 3) n
    returning id, ad_account_id as account`
  const ads = yield* sql<{ id: number; campaign: number }>`
    insert into ads (organization_id, campaign_id, name, url)
    select ${id}, c.id, 'Ad ' || n, 'https://example.test' from campaigns c, generate_series(0, 1) n
    where c.organization_id = ${id} returning id, campaign_id as campaign`
  return { id, campaigns, ads }
})
type Organization = Effect.Effect.Success<typeof found>

const rowsOf = ({ ads, campaigns }: Organization, { account, from, length, rows }: Step) => {
  const own = campaigns.filter((one) => one.account === `acc_${account}`)
  return rows.map((row): DayRow => {
    const campaign = own[row.campaign]!.id
    return {
      campaign_id: campaign,
      ad_id: ads.filter((ad) => ad.campaign === campaign)[row.ad]!.id,
      term: terms[row.term]!,
      date: dayOf(from + (row.day % length)),
      impressions: row.clicks + 1,
      clicks: row.clicks,
      cost_micros: Math.round(row.cost * 1_000_000),
      conversions: row.conversions,
      conversions_value: 0
    }
  })
}

/** What a sync does with the days that it pulled. */
const sync = (
  organization: Organization,
  { account: number, from, length, silent }: Step,
  rows: ReadonlyArray<DayRow>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const accountId = `acc_${number}`
    const pulled = { from: dayOf(from), to: dayOf(from + length - 1) }
    const own = organization.campaigns.filter((one) => one.account === accountId)
    const days = Array.from({ length: Math.max(0, length - silent) }, (_, n) => ({
      campaign_id: own[0]!.id,
      date: dayOf(from + n),
      impressions: 1,
      clicks: 0,
      cost_micros: 0,
      conversions: 0,
      conversions_value: 0
    }))
    const account = { organizationId: organization.id, accountId }
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* writeDays("campaign_days", account, pulled, days)
        yield* writeSearchTerms(account, pulled, rows)
      })
    )
    return { pulled, days: days.map(({ date }) => date), accountId }
  })

type Way = "walked" | "stepwise" | "summed"
interface Question {
  readonly days: number
  readonly campaign: number | null
  readonly leastCost: number
  readonly way: Way
}

/** Every window in every way; filters and campaigns take turns, so that in a few runs all of them meet. */
const questions = (campaigns: ReadonlyArray<number>): ReadonlyArray<Question> =>
  Array.from({ length: 90 }, (_, n) => n + 1).flatMap((days) =>
    [null, campaigns[days % campaigns.length]!].flatMap((campaign) =>
      [0, [5_000_000, 13_000_000][days % 2]!].flatMap((leastCost) =>
        (["walked", "stepwise", "summed"] as const).map((way) => ({ days, campaign, leastCost, way }))
      )
    )
  )

const told = (rows: ReadonlyArray<Expected>) =>
  rows.map((row) => `${row.campaign} ${row.term} ${row.clicks} ${row.cost_micros} ${row.conversions}`).sort()

layer(TestDatabase.layer)("kept totals", (it) => {
  it.effect(
    "every window and every filter is what the days add up to, whatever a sync brings",
    () =>
      Effect.gen(function* () {
        const runtime = yield* Effect.runtime<SqlClient.SqlClient | TestDatabase>()
        const ways: Record<Way, Effect.Effect.Success<ReturnType<typeof searchTermPages>>> = {
          walked: yield* searchTermPages(),
          stepwise: yield* searchTermPages({ first: 1, next: 2, most: 1000 }),
          summed: yield* searchTermPages({ ...walkLimits, most: -1 })
        }
        const holds = (steps: ReadonlyArray<Step>) =>
          Effect.gen(function* () {
            const organization = yield* found
            const model = new Model()
            const slugs = new Map(organization.campaigns.map(({ id }, n) => [`campaign-${n}`, id]))
            const idOf = (slug: string) => slugs.get(slug)!
            const agrees = ({ campaign, days, leastCost, way }: Question) =>
              Effect.gen(function* () {
                const expected = model.window(days, campaign, leastCost)
                const query = { organization: organization.id, campaign, days, leastCost, after: beforeAll }
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
            const before = yield* keptRows(organization.id)
            yield* rebuildTotals(organization.id)
            expect(yield* keptRows(organization.id)).toEqual(before)
          })
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) =>
              Runtime.runPromise(runtime)(holds(steps))
            ),
            { numRuns: 12 }
          )
        )
      }),
    { timeout: 120_000 }
  )
})

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
