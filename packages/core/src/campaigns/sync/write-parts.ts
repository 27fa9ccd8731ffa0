import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { AccountStructure, PlatformAd, Ref } from "../../platform/model.ts"
import { type ColumnTypes, insertAll, type RowOf, removeAll, updateAll } from "./bulk.ts"
import { type Part, readAds } from "./local.ts"
import { matchRows } from "./matching.ts"

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
export const writeParts = <
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
