import { Effect } from "effect"
import { underOrganizationLock } from "../../access/organizations.ts"
import { markStructureSynced, renewLease, updateAccount } from "../../platform/account-sync.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import type { AccountStructure } from "../../platform/model.ts"
import { runSql } from "../../storage/index.ts"
import { batchesOf, chunksOf, isOversized, slicesOf } from "./batches.ts"
import { readAds, readCampaigns, readMissing } from "./local.ts"
import { planCampaigns } from "./plan-campaigns.ts"
import { addCounts, type CampaignCounts, noCampaigns } from "./report.ts"
import { writeCampaigns } from "./write-campaigns.ts"
import { writeKeywords, writeNegatives } from "./write-criteria.ts"
import { writeAds } from "./write-parts.ts"

/** The platform's structure, when it was read, and the campaigns whose external changes a person accepted. */
interface SyncSnapshot {
  readonly account: LinkedAccount
  readonly readAt: string
  readonly accepted: ReadonlySet<number>
}

const emptyStructure: AccountStructure = {
  campaigns: [],
  ads: [],
  keywords: [],
  negatives: [],
  locations: [],
  radii: [],
  sitelinks: [],
  callouts: []
}

/**
 * Updates a batch of our campaigns from the platform. It reads local rows again under the lock, so a change
 * made meanwhile is detected and kept.
 */
const writeBatch = (
  { accepted, account, readAt }: SyncSnapshot,
  batch: AccountStructure,
  platformIds: ReadonlyArray<string>
) =>
  Effect.gen(function* () {
    const { accountId, organizationId } = account
    const names = batch.campaigns.map(({ name }) => name)
    const local = yield* readCampaigns(organizationId, accountId, readAt, platformIds, names)
    const plan = planCampaigns(batch, local, accepted)
    const written = yield* writeCampaigns(account, plan, batch, readAt)
    const campaigns = new Map([...written].filter(([, id]) => !plan.waiting.has(id)))
    const ads = yield* writeAds(organizationId, campaigns, batch)
    if (!isOversized(batch)) {
      yield* writeKeywords(organizationId, campaigns, ads, batch, readAt)
      yield* writeNegatives(organizationId, campaigns, ads, batch)
    }
    // A newly imported campaign needs all days, not only the latest.
    if (plan.imports.length > 0) yield* updateAccount(account, { metrics_synced_through: null })
    return { counts: plan.counts, campaigns, ads }
  })

type Written = Effect.Effect.Success<ReturnType<typeof writeBatch>>

/** Writes the keywords of a large campaign, a few ads per transaction, while nobody changes it. */
const writeSlices = (
  { account, readAt }: SyncSnapshot,
  batch: AccountStructure,
  { ads, campaigns }: Written
) =>
  Effect.gen(function* () {
    const { accountId, organizationId } = account
    const ids = [...campaigns.values()]
    // Slightly after the batch was written, so that its own write does not count as a change.
    const [clock] = yield* runSql<{ now: string }>`select clock_timestamp() + interval '1 millisecond' as now`
    const localAds = (yield* readAds(organizationId, ids)).map(({ id }) => id)
    const platformIds = batch.campaigns.map(({ platformId }) => platformId)
    for (const slice of slicesOf(batch, ads, localAds)) {
      const write = Effect.gen(function* () {
        const local = yield* readCampaigns(organizationId, accountId, clock!.now, platformIds, [])
        if (local.some(({ busy, id }) => busy && ids.includes(id))) return false
        yield* writeKeywords(organizationId, campaigns, ads, slice, readAt, slice.ads)
        yield* writeNegatives(organizationId, campaigns, ads, slice, slice.ads)
        return true
      })
      if (!(yield* underOrganizationLock(organizationId, write))) return
      yield* renewLease(account)
    }
  })

/** Reads the account's structure and updates our copy, a few campaigns at a time. */
export const syncStructure = (account: LinkedAccount, accepted: ReadonlySet<number>) =>
  Effect.gen(function* () {
    const { accountId, organizationId } = account
    // The database's clock, so it compares with stored times.
    const [clock] = yield* runSql<{ now: string }>`select date_trunc('milliseconds', now()) as now`
    const snapshot: SyncSnapshot = { account, accepted, readAt: clock!.now }
    const structure = yield* account.platform.structure(account)
    let counts: CampaignCounts = noCampaigns
    const write = (batch: AccountStructure, platformIds: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const written = yield* underOrganizationLock(organizationId, writeBatch(snapshot, batch, platformIds))
        counts = addCounts(counts, written.counts)
        if (isOversized(batch) && written.campaigns.size > 0) yield* writeSlices(snapshot, batch, written)
        yield* renewLease(account)
      })
    for (const batch of batchesOf(structure)) {
      yield* write(
        batch,
        batch.campaigns.map(({ platformId }) => platformId)
      )
    }
    const present = structure.campaigns.map(({ platformId }) => platformId)
    for (const ids of chunksOf(yield* readMissing(organizationId, accountId, present))) {
      yield* write(emptyStructure, ids)
    }
    yield* markStructureSynced(account, snapshot.readAt)
    return counts
  }).pipe(Effect.withSpan("Sync.structure"))
