import { Effect } from "effect"
import type { AccountStructure, PlatformNegative } from "../../platform/model.ts"
import { readAddedAt } from "./keyword-age.ts"
import { readKeywords, readNegatives } from "./local.ts"
import { criterionIdentityKey } from "./matching.ts"
import { type Ids, writeParts } from "./write-parts.ts"

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
