import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Cause, Clock, Context, Effect, Layer } from "effect"
import { NotFound } from "../../contract/index.ts"
import type { Events } from "../../events/events.ts"
import { type AccountKey, findAccountIds, findDueAccounts } from "../../platform/account-sync.ts"
import type { AdAccounts } from "../../platform/ad-accounts.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { isUnavailable, runSql } from "../../storage/index.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { type SyncOptions, syncAccount } from "./account.ts"
import { type SyncReport, type SyncSettings, syncDefaults } from "./report.ts"

interface SyncShape {
  readonly account: (
    organizationId: number,
    accountId: string,
    options?: SyncOptions
  ) => Effect.Effect<SyncReport, SqlError>
  /** Syncs every linked account that is due, concurrently. */
  readonly due: Effect.Effect<ReadonlyArray<SyncReport>, SqlError>
}

const make = (settings: SyncSettings) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<SqlClient.SqlClient | AdAccounts | Events>()
    const account: SyncShape["account"] = (organizationId, accountId, options = {}) =>
      Effect.provide(syncAccount(organizationId, accountId, options, settings), context)

    /** One account's failure does not stop the others; an unavailable database does. */
    const syncIsolated = (key: AccountKey) =>
      account(key.organizationId, key.accountId).pipe(
        Effect.catchAllCause((cause) => {
          if (Cause.isInterrupted(cause) || isUnavailable(cause)) return Effect.failCause(cause)
          const report: SyncReport = { ...key, outcome: "failed", reason: "task_error" }
          return Effect.as(Effect.logError("A sync failed", cause), report)
        })
      )

    const due = Effect.gen(function* () {
      const deadline = (yield* Clock.currentTimeMillis) + settings.budgetMillis
      const dueAccounts = yield* findDueAccounts(settings.everyMinutes)
      const reports = yield* Effect.forEach(
        dueAccounts,
        (one) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            now > deadline ? Effect.succeed(null) : syncIsolated(one)
          ),
        { concurrency: settings.concurrency }
      )
      return reports.filter((report) => report !== null)
    }).pipe(Effect.provide(context), Effect.withSpan("Sync.due"))

    const sync: SyncShape = { account, due }
    return sync
  })

/** Keeps our copy of every linked account close to the platform's state. */
export class Sync extends Context.Tag("@adwarden/Sync")<Sync, SyncShape>() {
  static readonly layer = (
    changes: Partial<SyncSettings> = {}
  ): Layer.Layer<Sync, never, SqlClient.SqlClient | AdAccounts | Events> =>
    Layer.effect(Sync, make({ ...syncDefaults, ...changes }))
}

/** Checking often costs one query; each account has its own interval. People wait for the first sync. */
export const syncSchedule = registerSchedule({
  name: "platform-sync",
  cron: "* * * * *",
  run: Effect.flatMap(Sync, (sync) => sync.due)
})

export interface SyncRequest {
  /** Only this account; without it, all accounts of the organization. */
  readonly account?: string
  /** Slugs of campaigns whose external changes a person has reviewed. */
  readonly accept: ReadonlyArray<string>
  /** Called before each account, and after each stored window of its days. */
  readonly onProgress?: (progress: SyncProgress) => void
}

/** The progress of a sync: the account, its number from 0 among all, and its days, once they are known. */
export interface SyncProgress {
  readonly account: string
  readonly index: number
  readonly accounts: number
  readonly days?: { readonly done: number; readonly total: number }
}

/** A campaign that others changed in the platform. It stays unchanged here until a person accepts that. */
export interface HeldCampaign {
  readonly slug: string
  readonly changes: ReadonlyArray<{ readonly at: string; readonly by: string | null; readonly what: string }>
}

export interface SyncResult {
  readonly reports: ReadonlyArray<SyncReport>
  /** Campaigns to accept that still differ, because a change of ours is in progress. */
  readonly notAccepted: ReadonlyArray<string>
  /** Campaigns that can be accepted now. */
  readonly held: ReadonlyArray<HeldCampaign>
}

interface AcceptedCampaign {
  readonly id: number
  readonly slug: string
  readonly account: string | null
}

const notFound = (what: string, next: string) => new NotFound({ what, next })

/** Finds every named campaign, or fails with the first unknown one. */
const findNamedCampaigns = (
  organization: { readonly id: number; readonly slug: string },
  slugs: ReadonlyArray<string>
) =>
  Effect.gen(function* () {
    const found = yield* runSql<AcceptedCampaign>`
      select id, slug, ad_account_id as account from campaigns
      where organization_id = ${organization.id} and slug = any(${slugs}::text[])`
    const unknown = slugs.find((slug) => !found.some((one) => one.slug === slug))
    return unknown === undefined
      ? found
      : yield* notFound(`The campaign ${unknown}`, `Use a slug of a campaign of ${organization.slug}.`)
  })

const findAccounts = (
  { id, slug }: { readonly id: number; readonly slug: string },
  account: string | undefined
) =>
  Effect.gen(function* () {
    const ids = yield* findAccountIds(id, account ?? null)
    return ids.length > 0
      ? ids
      : yield* notFound(
          account === undefined ? `A linked ad account of ${slug}` : `The ad account ${account} of ${slug}`,
          "Link one in the dashboard, or leave the account out for all that are linked."
        )
  })

/** Reads which of these campaigns still have external changes that nobody accepted. */
const stillChanged = (organization: number, accepted: ReadonlyArray<AcceptedCampaign>) =>
  Effect.map(
    runSql<{ slug: string }>`
      select slug from campaigns c
      where organization_id = ${organization} and id = any(${accepted.map(({ id }) => id)}::bigint[])
        and exists (select 1 from platform_changes p where p.organization_id = ${organization}
          and p.campaign_id = c.id and p.at > c.last_synced_at) order by slug`,
    (rows) => rows.map(({ slug }) => slug)
  )

const readHeldCampaigns = (organization: number, accounts: ReadonlyArray<string>) =>
  runSql<HeldCampaign>`
      select c.slug, json_agg(json_build_object('at', p.at, 'by', p.by, 'what', p.what) order by p.at) as changes
      from campaigns c join platform_changes p on p.organization_id = c.organization_id and p.campaign_id = c.id
        and p.at > c.last_synced_at
      where c.organization_id = ${organization} and c.ad_account_id = any(${accounts}::text[])
        and c.removed_at is null
      group by c.slug order by c.slug`

/**
 * Syncs the organization's accounts now, and accepts external changes of the named campaigns, which resolves
 * a sync conflict. For operators on the server.
 */
export const syncEndpoint = (slug: string, { accept, account, onProgress }: SyncRequest) =>
  Effect.gen(function* () {
    const sync = yield* Sync
    const endpoint: Endpoint<SyncResult> = {
      name: accept.length === 0 ? "sync.run" : "sync.accept",
      admits: "operators",
      organization: slug,
      run: ({ organization }) =>
        Effect.gen(function* () {
          const accepted = yield* findNamedCampaigns(organization, accept)
          const accounts = yield* findAccounts(organization, account)
          const ids = accepted.map(({ id }) => id)
          const reports = yield* Effect.forEach(accounts, (one, index) => {
            const progress = { account: one, index, accounts: accounts.length }
            onProgress?.(progress)
            const onDays = (done: number, total: number) =>
              onProgress?.({ ...progress, days: { done, total } })
            return sync.account(organization.id, one, { accept: ids, onDays })
          })
          const notAccepted = yield* stillChanged(organization.id, accepted)
          return respondWith({
            reports,
            notAccepted,
            held: yield* readHeldCampaigns(organization.id, accounts)
          })
        })
    }
    return endpoint
  })

export type { SyncOptions } from "./account.ts"

export { type CampaignCounts, type SyncReport, type SyncSettings, syncDefaults } from "./report.ts"
