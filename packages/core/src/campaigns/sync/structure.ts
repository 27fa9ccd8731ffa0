import { Effect } from "effect"
import { underOrganizationLock } from "../../access/organizations.ts"
import { markStructureSynced, renewLease, updateAccount } from "../../platform/account-sync.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import type { AccountStructure, Ref } from "../../platform/model.ts"
import { runSql } from "../../storage/index.ts"
import { replacePlatformNames } from "../names-in-use.ts"
import { readAds, readCampaigns, readMissing } from "./local.ts"
import { addCounts, type CampaignCounts, noCampaigns } from "./report.ts"
import { planCampaigns, writeCampaigns } from "./write-campaigns.ts"
import { writeAds, writeKeywords, writeNegatives } from "./write-parts.ts"

/**
 * Limits of one transaction under the organization's lock: few enough campaigns, or ads and keywords, that a
 * concurrent pause waits only milliseconds.
 */
const maxCampaigns = 5
const maxParts = 300

/** Splits an account into batches of a few campaigns, each with all its ads and keywords. */
export const batchesOf = (structure: AccountStructure): ReadonlyArray<AccountStructure> => {
  const parts = new Map<Ref, number>()
  for (const { campaign } of [...structure.ads, ...structure.keywords, ...structure.negatives]) {
    parts.set(campaign, (parts.get(campaign) ?? 0) + 1)
  }
  const batches: Array<Set<Ref>> = []
  let size = 0
  for (const { ref } of structure.campaigns) {
    const own = parts.get(ref) ?? 0
    const open = batches.at(-1)
    if (open === undefined || open.size >= maxCampaigns || size + own > maxParts) {
      batches.push(new Set([ref]))
      size = own
    } else {
      open.add(ref)
      size += own
    }
  }
  return split(structure, batches)
}

/** Visits each row once, however many batches there are. */
const split = (
  structure: AccountStructure,
  batches: ReadonlyArray<ReadonlySet<Ref>>
): ReadonlyArray<AccountStructure> => {
  const numberOf = new Map(batches.flatMap((refs, n) => [...refs].map((ref) => [ref, n] as const)))
  const grouped = <A>(rows: ReadonlyArray<A>, campaignOf: (row: A) => Ref) => {
    const groups = Map.groupBy(rows, (row) => numberOf.get(campaignOf(row)))
    return (n: number): ReadonlyArray<A> => groups.get(n) ?? []
  }
  const own = <A extends { readonly campaign: Ref }>(rows: ReadonlyArray<A>) =>
    grouped(rows, ({ campaign }) => campaign)
  const campaigns = grouped(structure.campaigns, ({ ref }) => ref)
  const ads = own(structure.ads)
  const keywords = own(structure.keywords)
  const negatives = own(structure.negatives)
  const locations = own(structure.locations)
  const radii = own(structure.radii)
  const sitelinks = own(structure.sitelinks)
  const callouts = own(structure.callouts)
  return batches.map((_, n) => ({
    campaigns: campaigns(n),
    ads: ads(n),
    keywords: keywords(n),
    negatives: negatives(n),
    locations: locations(n),
    radii: radii(n),
    sitelinks: sitelinks(n),
    callouts: callouts(n)
  }))
}

/**
 * Whether it has more parts than one transaction writes: its keywords are then written a few ads at a time.
 */
const isOversized = ({ ads, keywords, negatives }: AccountStructure): boolean =>
  ads.length + keywords.length + negatives.length > maxParts

/** The keywords of a few ads; 0 is the campaign itself. */
interface CriterionSlice {
  readonly ads: ReadonlyArray<number>
  readonly keywords: AccountStructure["keywords"]
  readonly negatives: AccountStructure["negatives"]
}

/** Splits the keywords of a batch by ads, including ads that exist only here, whose keywords are removed. */
const slicesOf = (
  { keywords, negatives }: AccountStructure,
  idOf: ReadonlyMap<Ref, number>,
  localAds: ReadonlyArray<number>
): ReadonlyArray<CriterionSlice> => {
  const keywordsByAd = Map.groupBy(keywords, ({ ad }) => idOf.get(ad))
  const negativesByAd = Map.groupBy(negatives, ({ ad }) => (ad === null ? 0 : idOf.get(ad)))
  const slices: Array<{ ads: Array<number>; keywords: typeof keywords; negatives: typeof negatives }> = []
  for (const ad of new Set([0, ...idOf.values(), ...localAds])) {
    const own = { keywords: keywordsByAd.get(ad) ?? [], negatives: negativesByAd.get(ad) ?? [] }
    const open = slices.at(-1)
    const size = (open?.keywords.length ?? 0) + (open?.negatives.length ?? 0)
    if (open === undefined || size + own.keywords.length + own.negatives.length > maxParts) {
      slices.push({ ads: [ad], ...own })
    } else {
      open.ads.push(ad)
      open.keywords = [...open.keywords, ...own.keywords]
      open.negatives = [...open.negatives, ...own.negatives]
    }
  }
  return slices
}

/** Splits the platform ids of missing campaigns into chunks for one transaction each. */
const chunksOf = <A>(rows: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(rows.length / maxCampaigns) }, (_, n) =>
    rows.slice(n * maxCampaigns, (n + 1) * maxCampaigns)
  )

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
    yield* underOrganizationLock(
      organizationId,
      replacePlatformNames(organizationId, accountId, structure.campaigns, snapshot.readAt)
    )
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
    const others = structure.campaigns.filter(({ channel }) => channel !== "search")
    yield* markStructureSynced(account, snapshot.readAt, others.length)
    return counts
  }).pipe(Effect.withSpan("Sync.structure"))
