import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { organizationById } from "../../access/organizations.ts"
import { acquireLease, markSynced, releaseLease, updateAccount } from "../../platform/account-sync.ts"
import { AdAccounts, type LinkedAccount } from "../../platform/ad-accounts.ts"
import { type ReadFailure, SetupRequired, taskFailure } from "../../platform/errors.ts"
import { runSql } from "../../storage/index.ts"
import { syncChanges } from "./changes.ts"
import { syncMetrics } from "./metrics.ts"
import { syncNames } from "./names.ts"
import { syncNegativeLists } from "./negative-lists.ts"
import type { ReportDays, SyncReport } from "./report.ts"
import type { SyncSettings } from "./settings.ts"
import { syncSignals } from "./signals.ts"
import { syncStructure } from "./structure.ts"

export interface SyncOptions {
  /** Campaigns whose external changes a person has reviewed: the sync takes over the platform's values. */
  readonly accept?: ReadonlyArray<number>
  /** Called after each stored window of days. */
  readonly onDays?: ReportDays
}

const otherCurrency = (platform: string, theirs: string, ours: string) =>
  new SetupRequired({
    code: "ACCOUNT_CURRENCY_DIFFERS",
    message: `The ${platform} account is kept in ${theirs} and the organization in ${ours}: their amounts cannot be added up. Link an account in ${ours}.`
  })

/** Updates name, currency and time zone from the platform. */
const syncDetails = (account: LinkedAccount) =>
  Effect.gen(function* () {
    const { currency, name, timeZone } = yield* account.platform.details(account)
    const { currency: ours } = yield* organizationById(account.organizationId)
    if (currency !== "" && currency !== ours)
      return yield* otherCurrency(account.platform.label, currency, ours)
    yield* updateAccount(account, { name, time_zone: timeZone, currency: ours })
    return { ...account, timeZone, currency: ours }
  })

const syncContent = (
  account: LinkedAccount,
  { accept = [], onDays = () => {} }: SyncOptions,
  settings: SyncSettings
) =>
  Effect.gen(function* () {
    const detailed = yield* syncDetails(account)
    // Before the structure, which needs to know whether others changed a campaign.
    const changes = yield* syncChanges(detailed)
    yield* syncNames(detailed)
    const campaigns = yield* syncStructure(detailed, new Set(accept))
    if (campaigns.imported > 0) yield* attributeChanges(detailed)
    yield* syncNegativeLists(detailed)
    const days = yield* syncMetrics(detailed, settings, onDays)
    yield* syncSignals(detailed)
    yield* markSynced(account)
    return { outcome: "synced", campaigns, changes, days } as const
  })

/** Assigns external edits to campaigns that were unknown when the edits were stored. */
const attributeChanges = ({ accountId, organizationId }: LinkedAccount) =>
  runSql`
      update platform_changes p set campaign_id = c.id from campaigns c
      where p.organization_id = ${organizationId} and p.ad_account_id = ${accountId} and p.campaign_id is null
        and c.organization_id = p.organization_id and c.ad_account_id = p.ad_account_id
        and (c.platform_resource_name = p.campaign_resource
          or c.platform_budget_resource_name = p.resource)`

type Needs = SqlClient.SqlClient | AdAccounts

/**
 * Syncs one account, from where the last attempt stopped. Platform errors are stored and reported, not
 * thrown.
 */
export const syncAccount = (
  organizationId: number,
  accountId: string,
  options: SyncOptions,
  settings: SyncSettings
): Effect.Effect<SyncReport, SqlError, Needs> => {
  const subject = { organizationId, accountId }
  const recordFailure = (outcome: "skipped" | "failed") => (failure: ReadFailure) =>
    Effect.gen(function* () {
      const { message, reason } = taskFailure(failure)
      yield* updateAccount(subject, { sync_error: `${reason}: ${message}` })
      yield* Effect.logWarning("An ad account was not synced").pipe(
        Effect.annotateLogs({ ...subject, reason, message })
      )
      return { ...subject, outcome, reason, message }
    })
  const run = Effect.gen(function* () {
    const account = yield* (yield* AdAccounts).get(organizationId, accountId)
    const result = yield* syncContent(account, options, settings).pipe(
      Effect.map((result): SyncReport => ({ ...subject, ...result })),
      Effect.catchTag("PlatformRefused", recordFailure("failed")),
      Effect.catchTag("PlatformUnreachable", recordFailure("failed"))
    )
    return result
  }).pipe(
    Effect.catchTag("ConnectionBroken", recordFailure("skipped")),
    Effect.catchTag("SetupRequired", recordFailure("skipped"))
  )
  // An interrupt while the lease is acquired must release it too.
  return Effect.acquireUseRelease(
    acquireLease(subject),
    (acquired) =>
      acquired ? run : Effect.succeed<SyncReport>({ ...subject, outcome: "skipped", reason: "busy" }),
    (acquired) => (acquired ? releaseLease(subject) : Effect.void)
  ).pipe(Effect.withSpan("Sync.account", { attributes: subject }))
}
