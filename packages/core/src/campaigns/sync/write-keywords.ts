import { Effect } from "effect"
import type { AccountStructure, Ref } from "../../platform/model/index.ts"
import { insertAll, removeAll, updateAll } from "./bulk.ts"
import { readAddedAt } from "./keyword-age.ts"
import { readKeywords } from "./local.ts"
import { criterionIdentityKey, matchRows } from "./matching.ts"

type Ids = ReadonlyMap<Ref, number>

const keywordColumns = {
  state: "text",
  platform_id: "text",
  platform_resource_name: "text",
  removed_at: "timestamptz(3)"
} as const

const newColumns = {
  campaign_id: "bigint",
  ad_id: "bigint",
  text: "text",
  match_type: "text",
  created_at: "timestamptz"
} as const

export const writeKeywords = (
  organizationId: number,
  campaigns: Ids,
  ads: Ids,
  { keywords }: Pick<AccountStructure, "keywords">,
  readAt: string,
  onAds: ReadonlyArray<number> | null = null
) =>
  Effect.gen(function* () {
    const remote = keywords.filter(({ ad, campaign }) => campaigns.has(campaign) && ads.has(ad))
    const localRows = (yield* readKeywords(organizationId, [...campaigns.values()], onAds)).map((row) => ({
      ...row,
      identityKey: criterionIdentityKey(row.ad_id, row.match_type, row.text)
    }))
    const matched = matchRows(
      remote,
      localRows,
      ({ ref }) => ref,
      ({ ad, match, text }) => criterionIdentityKey(ads.get(ad), match, text)
    )
    const row = (keyword: (typeof remote)[number]) => ({
      state: keyword.state,
      platform_id: keyword.platformId,
      platform_resource_name: keyword.ref,
      removed_at: null
    })
    yield* removeAll(
      "keywords",
      organizationId,
      matched.removedRemotely.map(({ id }) => id)
    )
    yield* updateAll(
      "keywords",
      organizationId,
      keywordColumns,
      matched.both.map(([keyword, { id }]) => ({ id, ...row(keyword) })),
      "updated_at"
    )
    const addedAt = yield* readAddedAt(organizationId, campaigns, matched.remoteOnly, readAt)
    yield* insertAll(
      "keywords",
      organizationId,
      { ...keywordColumns, ...newColumns },
      matched.remoteOnly.map((keyword) => ({
        ...row(keyword),
        created_at: addedAt(keyword),
        campaign_id: campaigns.get(keyword.campaign),
        ad_id: ads.get(keyword.ad),
        text: keyword.text,
        match_type: keyword.match
      }))
    )
  })
