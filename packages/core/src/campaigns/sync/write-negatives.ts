import { Effect } from "effect"
import type { AccountStructure, Ref } from "../../platform/model/index.ts"
import { insertAll, removeAll, updateAll } from "./bulk.ts"
import { readNegatives } from "./local.ts"
import { criterionIdentityKey, matchRows } from "./matching.ts"

type Ids = ReadonlyMap<Ref, number>

const negativeColumns = { platform_resource_name: "text", removed_at: "timestamptz(3)" } as const

export const writeNegatives = (
  organizationId: number,
  campaigns: Ids,
  ads: Ids,
  { negatives }: Pick<AccountStructure, "negatives">,
  onAds: ReadonlyArray<number> | null = null
) =>
  Effect.gen(function* () {
    const remote = negatives.filter(
      ({ ad, campaign }) => campaigns.has(campaign) && (ad === null || ads.has(ad))
    )
    const owner = ({ ad, campaign }: (typeof remote)[number]) =>
      ad === null ? -campaigns.get(campaign)! : ads.get(ad)
    const localRows = (yield* readNegatives(organizationId, [...campaigns.values()], onAds)).map((row) => ({
      ...row,
      identityKey: criterionIdentityKey(row.ad_id ?? -row.campaign_id, row.match_type, row.text)
    }))
    const matched = matchRows(
      remote,
      localRows,
      ({ ref }) => ref,
      (negative) => criterionIdentityKey(owner(negative), negative.match, negative.text)
    )
    yield* removeAll(
      "negative_keywords",
      organizationId,
      matched.removedRemotely.map(({ id }) => id)
    )
    yield* updateAll(
      "negative_keywords",
      organizationId,
      negativeColumns,
      matched.both.map(([{ ref }, { id }]) => ({ id, platform_resource_name: ref, removed_at: null }))
    )
    yield* insertAll(
      "negative_keywords",
      organizationId,
      {
        ...negativeColumns,
        campaign_id: "bigint",
        ad_id: "bigint",
        text: "text",
        match_type: "text",
        source: "text"
      },
      matched.remoteOnly.map((negative) => ({
        campaign_id: campaigns.get(negative.campaign),
        ad_id: negative.ad === null ? null : ads.get(negative.ad),
        text: negative.text,
        match_type: negative.match,
        source: "imported",
        platform_resource_name: negative.ref,
        removed_at: null
      }))
    )
  })
