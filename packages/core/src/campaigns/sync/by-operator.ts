import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { NotFound } from "../../contract/index.ts"
import type { Entrance } from "../../pipeline/entrance.ts"
import { replyOf } from "../../pipeline/handler.ts"
import type { SyncReport } from "./report.ts"
import { Sync } from "./sync.ts"

export interface SyncRequest {
  /** Only this account; all of the organization's without one. */
  readonly account?: string
  /** Slugs of campaigns whose changes by others somebody has looked at. */
  readonly accept: ReadonlyArray<string>
}

export interface SyncedByOperator {
  readonly reports: ReadonlyArray<SyncReport>
  /** Those that were to be accepted and still differ, because a change of ours is under way. */
  readonly notAccepted: ReadonlyArray<string>
}

interface Accepted {
  readonly id: number
  readonly slug: string
  readonly account: string | null
}

const missing = (what: string, next: string) => new NotFound({ what, next })

/** Every campaign that was named, or the first that is not there. */
const findAccepted = (
  organization: { readonly id: number; readonly slug: string },
  slugs: ReadonlyArray<string>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql<Accepted>`
      select id, slug, ad_account_id as account from campaigns
      where organization_id = ${organization.id} and slug = any(${slugs}::text[])`
    const unknown = slugs.find((slug) => !found.some((one) => one.slug === slug))
    return unknown === undefined
      ? found
      : yield* missing(`The campaign ${unknown}`, `Use a slug of a campaign of ${organization.slug}.`)
  })

const findAccounts = (
  { id, slug }: { readonly id: number; readonly slug: string },
  account: string | undefined
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ id: string }>`
      select id from ad_accounts where organization_id = ${id}
        and case when ${account ?? null}::text is null then status = 'linked' else id = ${account ?? null} end
      order by id`
    return rows.length > 0
      ? rows.map((row) => row.id)
      : yield* missing(
          account === undefined ? `A linked ad account of ${slug}` : `The ad account ${account} of ${slug}`,
          "Link one in the dashboard, or leave the account out for all that are linked."
        )
  })

const stillChanged = (organization: number, accepted: ReadonlyArray<Accepted>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ slug: string }>`
      select slug from campaigns c
      where organization_id = ${organization} and id = any(${accepted.map(({ id }) => id)}::bigint[])
        and exists (select from platform_changes p where p.organization_id = c.organization_id
          and p.campaign_id = c.id and p.at > c.last_synced_at) order by slug`
    return rows.map(({ slug }) => slug)
  })

/**
 * Syncs the organization's accounts now, and takes over what others changed on the campaigns that are named: the way
 * out of a sync conflict. For operators on the service's own machine; later for people in the dashboard.
 */
export const syncEntrance = (slug: string, { accept, account }: SyncRequest) =>
  Effect.gen(function* () {
    const sync = yield* Sync
    const sql = yield* SqlClient.SqlClient
    const entrance: Entrance<SyncedByOperator> = {
      name: accept.length === 0 ? "sync.run" : "sync.accept",
      admits: "operators",
      organization: slug,
      run: ({ organization }) =>
        Effect.gen(function* () {
          const accepted = yield* findAccepted(organization, accept)
          const accounts = yield* findAccounts(organization, account)
          const ids = accepted.map(({ id }) => id)
          const reports = yield* Effect.forEach(accounts, (one) =>
            sync.account(organization.id, one, { accept: ids })
          )
          return replyOf({ reports, notAccepted: yield* stillChanged(organization.id, accepted) })
        }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
    }
    return entrance
  })
