import { Effect } from "effect"
import type { AccountStructure, Ref } from "../../platform/model/index.ts"
import { insertAll, removeAll, updateAll } from "./bulk.ts"
import { readAds } from "./local.ts"
import { matchRows } from "./matching.ts"

type Ids = ReadonlyMap<Ref, number>

const adColumns = {
  name: "text",
  url: "text",
  headlines: "text[]",
  descriptions: "text[]",
  paths: "text[]",
  state: "text",
  platform_id: "text",
  platform_resource_name: "text",
  platform_ad_resource_name: "text",
  removed_at: "timestamptz(3)"
} as const

/** Writes the ads of synced campaigns; returns their ids by resource name. */
export const writeAds = (organizationId: number, campaigns: Ids, structure: AccountStructure) =>
  Effect.gen(function* () {
    const remote = structure.ads.filter(({ campaign }) => campaigns.has(campaign))
    const localRows = (yield* readAds(organizationId, [...campaigns.values()])).map((row) => ({
      ...row,
      identityKey: `${row.campaign_id} ${row.name.toLowerCase()}`
    }))
    const matched = matchRows(
      remote,
      localRows,
      ({ ref }) => ref,
      ({ campaign, name }) => `${campaigns.get(campaign)} ${name.toLowerCase()}`
    )
    const row = (ad: (typeof remote)[number]) => ({
      name: ad.name,
      url: ad.url,
      headlines: ad.headlines,
      descriptions: ad.descriptions,
      paths: ad.paths,
      state: ad.state,
      platform_id: ad.platformId,
      platform_resource_name: ad.ref,
      platform_ad_resource_name: ad.adRef,
      removed_at: null
    })
    yield* removeAll(
      "ads",
      organizationId,
      matched.removedRemotely.map(({ id }) => id)
    )
    yield* updateAll(
      "ads",
      organizationId,
      adColumns,
      matched.both.map(([ad, { id }]) => ({ id, ...row(ad) })),
      "updated_at"
    )
    const columns = { ...adColumns, campaign_id: "bigint" } as const
    const inserted = yield* insertAll<typeof columns, { id: number; ref: Ref }>(
      "ads",
      organizationId,
      columns,
      matched.remoteOnly.map((ad) => ({ campaign_id: campaigns.get(ad.campaign), ...row(ad) })),
      "id, platform_resource_name as ref"
    )
    const ids = new Map(inserted.map(({ id, ref }) => [ref, id]))
    for (const [ad, { id }] of matched.both) ids.set(ad.ref, id)
    return ids
  })
