import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Effect } from "effect"
import { organizationById } from "../../access/organizations.ts"
import type { Events } from "../../events/events.ts"
import {
  acquireLease,
  markSynced,
  readProgress,
  releaseLease,
  renewLease,
  updateAccount
} from "../../platform/account-sync.ts"
import { AdAccounts, type LinkedAccount } from "../../platform/ad-accounts.ts"
import { type ReadFailure, SetupRequired, taskFailure } from "../../platform/errors.ts"
import type { ExternalChange, NegativeList, Ref } from "../../platform/model.ts"
import { inTransaction, runSql } from "../../storage/index.ts"
import { insertAll } from "./bulk.ts"
import { type CampaignRefs, readCampaignRefs } from "./local.ts"
import { syncMetrics } from "./metrics.ts"
import { readIdsByName } from "./read-window.ts"
import type { ReportDays, SyncReport, SyncSettings } from "./report.ts"
import { syncSignals } from "./signals.ts"
import { syncStructure } from "./structure.ts"

/** The platform reports an edit minutes after it was made. */
const reportingLagMillis = 15 * 60_000

/** Stores external changes since the last read. Returns the number of new ones. */
const syncChanges = (account: LinkedAccount) =>
  Effect.gen(function* () {
    const { accountId, organizationId } = account
    const now = yield* Clock.currentTimeMillis
    const { changes_read_until: until } = yield* readProgress(account)
    // The first time, as far back as the platform goes.
    const since = until === null ? 0 : Date.parse(until) - reportingLagMillis
    const changes = yield* account.platform.changesSince(account, new Date(since))
    const local = yield* readCampaignRefs(organizationId, accountId)
    const inserted = yield* insertAll(
      "platform_changes",
      organizationId,
      {
        ad_account_id: "text",
        id: "text",
        campaign_id: "bigint",
        at: "timestamptz",
        by: "text",
        what: "text",
        resource: "text",
        campaign_resource: "text",
        detail: "jsonb"
      },
      changes.map((change) => ({
        ad_account_id: accountId,
        id: change.id,
        campaign_id: ownerOf(change, local),
        at: change.at,
        by: change.by,
        what: change.what,
        resource: change.resource,
        campaign_resource: change.campaign,
        detail: change.detail
      }))
    )
    yield* updateAccount(account, { changes_read_until: new Date(now).toISOString() })
    return inserted.length
  }).pipe(Effect.withSpan("Sync.changes"))

/** A budget change does not always name its campaign. */
const ownerOf = ({ campaign, resource }: ExternalChange, local: ReadonlyArray<CampaignRefs>): number | null =>
  local.find(({ budget_ref, ref }) =>
    campaign === null ? budget_ref !== null && budget_ref === resource : ref === campaign
  )?.id ?? null

/** Replaces the lists of an account by those that a sync read. */
const replaceNegativeLists = (
  { accountId, organizationId }: Pick<LinkedAccount, "accountId" | "organizationId">,
  lists: ReadonlyArray<NegativeList>,
  campaignIds: ReadonlyMap<Ref, number>
) => {
  const rows = lists.map(({ campaigns, keywords, name, ref }) => {
    // Sorted, so that an unchanged list stays as it is.
    const sorted = keywords.toSorted((a, b) => a.text.localeCompare(b.text) || a.match.localeCompare(b.match))
    const ids = campaigns?.flatMap((one) => campaignIds.get(one) ?? [])
    return {
      ref,
      name,
      campaigns: ids?.toSorted((a, b) => a - b) ?? null,
      texts: sorted.map(({ text }) => text),
      matches: sorted.map(({ match }) => match)
    }
  })
  return inTransaction(
    Effect.gen(function* () {
      yield* runSql(
        `delete from negative_lists where organization_id = $1 and ad_account_id = $2
           and platform_resource_name <> all($3::text[])`,
        [organizationId, accountId, rows.map(({ ref }) => ref)]
      )
      yield* runSql(
        `insert into negative_lists as kept
           (organization_id, ad_account_id, platform_resource_name, name, campaign_ids, texts, match_types)
         select $1, $2, ref, name, campaigns, texts, matches
         from json_to_recordset($3::json) as given(ref text, name text, campaigns bigint[], texts text[], matches text[])
         on conflict (organization_id, ad_account_id, platform_resource_name) do update
           set name = excluded.name, campaign_ids = excluded.campaign_ids, texts = excluded.texts,
             match_types = excluded.match_types
           where (kept.name, kept.campaign_ids, kept.texts, kept.match_types)
             is distinct from (excluded.name, excluded.campaign_ids, excluded.texts, excluded.match_types)`,
        [organizationId, accountId, JSON.stringify(rows)]
      )
    })
  )
}

/**
 * Reads the negative keyword lists of an account. It runs after the structure, so that campaigns which were imported
 * just now have their lists too.
 */
const syncNegativeLists = (account: LinkedAccount) =>
  Effect.gen(function* () {
    const lists = yield* account.platform.negativeLists(account)
    const campaigns =
      lists.length === 0 ? new Map<string, number>() : yield* readIdsByName(account, "campaigns")
    yield* replaceNegativeLists(account, lists, campaigns)
    yield* renewLease(account)
  }).pipe(Effect.withSpan("Sync.negativeLists"))

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

type Needs = SqlClient.SqlClient | AdAccounts | Events

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
