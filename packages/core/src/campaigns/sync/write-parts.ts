import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type {
  AccountStructure,
  PlatformAd,
  PlatformKeyword,
  PlatformNegative,
  Ref
} from "../../platform/model.ts"
import { runSql } from "../../storage/index.ts"
import { type ColumnTypes, insertAll, type RowOf, removeAll, updateAll } from "./bulk.ts"
import { type Part, readAds, readKeywords, readNegatives } from "./local.ts"

/** A local row that may match one of the platform's. */
export interface LocalRow {
  readonly id: number
  readonly ref: string | null
  /** The identity for a person, for rows whose resource name is unknown. */
  readonly identityKey: string
  readonly removed: boolean
}

interface Matched<Remote, Local extends LocalRow> {
  readonly both: ReadonlyArray<readonly [Remote, Local]>
  readonly remoteOnly: ReadonlyArray<Remote>
  /** Local rows that were in the platform and no longer are. */
  readonly removedRemotely: ReadonlyArray<Local>
}

/**
 * Matches local rows with the platform's: by resource name, else by identity. So a row whose name was lost
 * with a response is found again.
 */
export const matchRows = <Remote, Local extends LocalRow>(
  remote: ReadonlyArray<Remote>,
  localRows: ReadonlyArray<Local>,
  refOf: (item: Remote) => string,
  identityKeyOf: (item: Remote) => string
): Matched<Remote, Local> => {
  const byRef = new Map<string, Local>()
  const byIdentityKey = new Map<string, Local>()
  // Later rows win, and present rows win over removed ones.
  for (const row of [...localRows].sort((a, b) => Number(b.removed) - Number(a.removed) || a.id - b.id)) {
    if (row.ref !== null) byRef.set(row.ref, row)
    if (!row.removed) byIdentityKey.set(row.identityKey, row)
  }
  const matched = new Set<Local>()
  const both: Array<readonly [Remote, Local]> = []
  const unmatched: Array<Remote> = []
  const pair = (item: Remote, row: Local | undefined): boolean => {
    if (row === undefined || matched.has(row)) return false
    matched.add(row)
    both.push([item, row])
    return true
  }
  for (const item of remote) if (!pair(item, byRef.get(refOf(item)))) unmatched.push(item)
  const remoteOnly = unmatched.filter((item) => !pair(item, byIdentityKey.get(identityKeyOf(item))))
  const removedRemotely = localRows.filter((row) => row.ref !== null && !row.removed && !matched.has(row))
  return { both, remoteOnly, removedRemotely }
}

/** The identity of a keyword of an ad or a campaign. Campaign ids are negated, so no ad has the same. */
const criterionIdentityKey = (owner: number | undefined, match: string, text: string): string =>
  `${owner} ${match} ${text.toLowerCase()}`

/** How long the platform keeps its change history. */
const historyMillis = 30 * 86_400_000

/**
 * Returns when newly imported keywords were added. The platform does not store this per keyword, but its
 * history of 30 days is synced before. A keyword that was imported with its campaign and is not in the
 * history is at least that old. Any other was added since the last sync.
 */
const readAddedAt = (
  organizationId: number,
  campaigns: ReadonlyMap<Ref, number>,
  keywords: ReadonlyArray<PlatformKeyword>,
  readAt: string
) =>
  Effect.gen(function* () {
    if (keywords.length === 0) return () => readAt
    const addedEvents = yield* runSql<{ resource: string; at: string }>`
      select resource, min(at) as at from platform_changes
      where organization_id = ${organizationId} and detail ->> 'operation' = 'CREATE'
        and resource = any(${keywords.map(({ ref }) => ref)}) group by resource`
    const imported = yield* runSql<{ id: number }>`
      select id from campaigns where organization_id = ${organizationId}
        and id = any(${[...campaigns.values()]}) and origin = 'imported' and generated_at = ${readAt}`
    const addedAt = new Map(addedEvents.map(({ at, resource }) => [resource, at]))
    const fresh = new Set(imported.map(({ id }) => id))
    const historyStart = new Date(Date.parse(readAt) - historyMillis).toISOString()
    return ({ campaign, ref }: PlatformKeyword): string =>
      addedAt.get(ref) ?? (fresh.has(campaigns.get(campaign) ?? 0) ? historyStart : readAt)
  })

/** Ids of local rows by the platform's resource names. */
export type Ids = ReadonlyMap<Ref, number>

const refColumns = { platform_resource_name: "text", removed_at: "timestamptz(3)" } as const

/** How the parts of one kind are matched and stored. */
interface PartKind<Remote, Local, C extends ColumnTypes, New extends ColumnTypes> {
  readonly table: "ads" | "keywords" | "negative_keywords"
  readonly remote: ReadonlyArray<Remote>
  readonly local: Effect.Effect<ReadonlyArray<Local>, SqlError, SqlClient.SqlClient>
  /** The identity for a person, for rows whose resource name is unknown. */
  readonly localKey: (row: Local) => string
  readonly remoteKey: (part: Remote) => string
  /** The columns that follow the platform. */
  readonly columns: C
  readonly row: (part: Remote) => RowOf<C>
  /** The columns that only an insert sets. */
  readonly newColumns: New
  readonly newRows: (
    parts: ReadonlyArray<Remote>
  ) => Effect.Effect<(part: Remote) => RowOf<New>, SqlError, SqlClient.SqlClient>
  readonly timestampColumn?: string
}

/**
 * Makes the parts of synced campaigns equal to the platform's: marks missing ones as removed, updates known
 * ones and inserts the rest. Returns their ids.
 */
const writeParts = <
  Remote extends { readonly ref: Ref },
  Local extends Part,
  const C extends ColumnTypes,
  const New extends ColumnTypes
>(
  organizationId: number,
  {
    columns,
    local,
    localKey,
    newColumns,
    newRows,
    remote,
    remoteKey,
    row,
    table,
    timestampColumn
  }: PartKind<Remote, Local, C, New>
) =>
  Effect.gen(function* () {
    const localRows = (yield* local).map((one) => ({ ...one, identityKey: localKey(one) }))
    const { both, remoteOnly, removedRemotely } = matchRows(remote, localRows, ({ ref }) => ref, remoteKey)
    const refRow = (part: Remote) => ({ ...row(part), platform_resource_name: part.ref, removed_at: null })
    const removed = removedRemotely.map(({ id }) => id)
    yield* removeAll(table, organizationId, removed)
    const synced = { ...refColumns, ...columns }
    const updates = both.map(([part, { id }]) => ({ id, ...refRow(part) }))
    yield* updateAll(table, organizationId, synced, updates, timestampColumn)
    const newRow = yield* newRows(remoteOnly)
    const inserted = yield* insertAll<ColumnTypes, { id: number; ref: Ref }>(
      table,
      organizationId,
      { ...synced, ...newColumns },
      remoteOnly.map((part) => ({ ...refRow(part), ...newRow(part) })),
      "id, platform_resource_name as ref"
    )
    const ids = new Map(inserted.map(({ id, ref }) => [ref, id]))
    for (const [{ ref }, { id }] of both) ids.set(ref, id)
    return ids
  })

export const writeAds = (organizationId: number, campaigns: Ids, { ads }: Pick<AccountStructure, "ads">) =>
  writeParts(organizationId, {
    table: "ads",
    remote: ads.filter(({ campaign }) => campaigns.has(campaign)),
    local: readAds(organizationId, [...campaigns.values()]),
    localKey: ({ campaign_id, name }) => `${campaign_id} ${name.toLowerCase()}`,
    remoteKey: ({ campaign, name }) => `${campaigns.get(campaign)} ${name.toLowerCase()}`,
    columns: {
      name: "text",
      url: "text",
      headlines: "text[]",
      descriptions: "text[]",
      paths: "text[]",
      state: "text",
      platform_id: "text",
      platform_ad_resource_name: "text"
    },
    row: ({ adRef, descriptions, headlines, name, paths, platformId, state, url }) => ({
      ...{ name, url, headlines, descriptions, paths, state },
      platform_id: platformId,
      platform_ad_resource_name: adRef
    }),
    newColumns: { campaign_id: "bigint" },
    newRows: () => Effect.succeed(({ campaign }: PlatformAd) => ({ campaign_id: campaigns.get(campaign) })),
    timestampColumn: "updated_at"
  })

const newColumns = { campaign_id: "bigint", ad_id: "bigint", text: "text", match_type: "text" } as const

/** Writes the keywords of synced campaigns, or of some of their ads. */
export const writeKeywords = (
  organizationId: number,
  campaigns: Ids,
  ads: Ids,
  { keywords }: Pick<AccountStructure, "keywords">,
  readAt: string,
  onAds: ReadonlyArray<number> | null = null
) =>
  writeParts(organizationId, {
    table: "keywords",
    remote: keywords.filter(({ ad, campaign }) => campaigns.has(campaign) && ads.has(ad)),
    local: readKeywords(organizationId, [...campaigns.values()], onAds),
    localKey: ({ ad_id, match_type, text }) => criterionIdentityKey(ad_id, match_type, text),
    remoteKey: ({ ad, match, text }) => criterionIdentityKey(ads.get(ad), match, text),
    columns: { state: "text", platform_id: "text" },
    row: ({ platformId, state }) => ({ state, platform_id: platformId }),
    newColumns: { ...newColumns, created_at: "timestamptz" },
    newRows: (added) =>
      Effect.map(readAddedAt(organizationId, campaigns, added, readAt), (addedAt) => (keyword) => ({
        campaign_id: campaigns.get(keyword.campaign),
        ad_id: ads.get(keyword.ad),
        text: keyword.text,
        match_type: keyword.match,
        created_at: addedAt(keyword)
      })),
    timestampColumn: "updated_at"
  })

/** Writes the negative keywords of synced campaigns, or of some of their ads. */
export const writeNegatives = (
  organizationId: number,
  campaigns: Ids,
  ads: Ids,
  { negatives }: Pick<AccountStructure, "negatives">,
  onAds: ReadonlyArray<number> | null = null
) =>
  writeParts(organizationId, {
    table: "negative_keywords",
    remote: negatives.filter(({ ad, campaign }) => campaigns.has(campaign) && (ad === null || ads.has(ad))),
    local: readNegatives(organizationId, [...campaigns.values()], onAds),
    localKey: ({ ad_id, campaign_id, match_type, text }) =>
      criterionIdentityKey(ad_id ?? -campaign_id, match_type, text),
    remoteKey: ({ ad, campaign, match, text }) =>
      criterionIdentityKey(ad === null ? -campaigns.get(campaign)! : ads.get(ad), match, text),
    columns: {},
    row: () => ({}),
    newColumns: { ...newColumns, source: "text" },
    newRows: () =>
      Effect.succeed(({ ad, campaign, match, text }: PlatformNegative) => ({
        campaign_id: campaigns.get(campaign),
        ad_id: ad === null ? null : ads.get(ad),
        text,
        match_type: match,
        source: "imported"
      }))
  })
