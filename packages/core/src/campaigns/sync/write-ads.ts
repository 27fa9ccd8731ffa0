import { Effect } from "effect"
import type { AccountStructure, Ref } from "../../platform/model/index.ts"
import { insertAll, removeAll, updateAll } from "./bulk.ts"
import { readAds } from "./local.ts"
import { matching } from "./matching.ts"

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

/** The ads of campaigns that follow the platform; answers their ids by name. */
export const writeAds = (organizationId: number, campaigns: Ids, structure: AccountStructure) =>
  Effect.gen(function* () {
    const there = structure.ads.filter(({ campaign }) => campaigns.has(campaign))
    const kept = (yield* readAds(organizationId, [...campaigns.values()])).map((row) => ({
      ...row,
      likeness: `${row.campaign_id} ${row.name.toLowerCase()}`
    }))
    const found = matching(
      there,
      kept,
      ({ ref }) => ref,
      ({ campaign, name }) => `${campaigns.get(campaign)} ${name.toLowerCase()}`
    )
    const row = (ad: (typeof there)[number]) => ({
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
      found.gone.map(({ id }) => id)
    )
    yield* updateAll(
      "ads",
      organizationId,
      adColumns,
      found.both.map(([ad, { id }]) => ({ id, ...row(ad) })),
      "updated_at"
    )
    const columns = { ...adColumns, campaign_id: "bigint" } as const
    const made = yield* insertAll<typeof columns, { id: number; ref: Ref }>(
      "ads",
      organizationId,
      columns,
      found.onlyThere.map((ad) => ({ campaign_id: campaigns.get(ad.campaign), ...row(ad) })),
      "id, platform_resource_name as ref"
    )
    const ids = new Map(made.map(({ id, ref }) => [ref, id]))
    for (const [ad, { id }] of found.both) ids.set(ad.ref, id)
    return ids
  })
