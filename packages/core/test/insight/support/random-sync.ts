import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import fc from "fast-check"
import { writeDays, writeSearchTerms } from "../../../src/campaigns/sync/write-days.ts"
import { plusDays } from "../../../src/contract/index.ts"
import type { DayRow } from "./model.ts"

const terms = ["alpha", "beta", "gamma", "delta", "epsilon"]
const firstDay = "2026-01-01"
export const dayOf = (n: number) => plusDays(firstDay, n)

const row = fc.record({
  campaign: fc.nat(1),
  term: fc.nat(terms.length - 1),
  ad: fc.nat(1),
  day: fc.nat(20),
  clicks: fc.nat(3),
  cost: fc.constantFrom(0, 0, 1, 5, 5, 12.34),
  conversions: fc.constantFrom(0, 0.5, 1.25),
  byAiMax: fc.constantFrom(0, 0, 0, 1, 1, -1)
})
export const step = fc.record({
  account: fc.nat(1),
  // Long gaps are rare; most syncs pull the same days again and a few more.
  from: fc.oneof(fc.integer({ min: 90, max: 105 }), fc.nat(110)),
  length: fc.integer({ min: 1, max: 14 }),
  /** The last days of the pull may have no data, so that the latest day moves back. */
  silent: fc.constantFrom(0, 0, 0, 1, 5, 14),
  rows: fc.array(row, { maxLength: 14 })
})
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

let organizations = 0

/** An organization with two accounts, two campaigns in each, two ads in each of those. */
export const createOrganizations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const slug = `org-${++organizations}`
  const [org] = yield* sql<{ id: number }>`
    insert into organizations (slug, name, currency) values (${slug}, ${slug}, 'USD') returning id`
  const id = org!.id
  yield* sql`insert into organization_locks values (${id})`
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
export type Organization = Effect.Effect.Success<typeof createOrganizations>

export const rowsOf = ({ ads, campaigns }: Organization, { account, from, length, rows }: Step) => {
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
      conversions_value: 0,
      by_ai_max: row.byAiMax
    }
  })
}

/** Writes the pulled days like a sync. */
export const sync = (
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
