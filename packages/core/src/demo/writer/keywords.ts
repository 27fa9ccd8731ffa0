import { Effect } from "effect"
import type { KeywordPlan } from "../definition/types.ts"
import { momentBefore } from "../traffic/days.ts"
import type { WrittenAd } from "./ads.ts"
import type { WrittenCampaign } from "./campaigns.ts"
import { insertRows } from "./insert-rows.ts"
import type { PlatformNames } from "./platform-names.ts"

type Ads = ReadonlyMap<string, WrittenAd>

const keywordColumns = {
  organization_id: "bigint",
  campaign_id: "bigint",
  ad_id: "bigint",
  text: "text",
  match_type: "text",
  state: "text",
  platform_id: "text",
  platform_resource_name: "text",
  created_at: "timestamptz",
  updated_at: "timestamptz"
} as const

/** A keyword's name within its campaign. */
export const keywordName = (ad: number, text: string, match: string): string => `${ad} ${match} ${text}`

/** The keywords of a campaign; answers their ids. */
export const writeKeywords = (
  organizationId: number,
  campaign: WrittenCampaign,
  ads: Ads,
  names: PlatformNames,
  today: string
) =>
  Effect.gen(function* () {
    const row = (ad: WrittenAd, keyword: KeywordPlan) => {
      const added = keyword.addedDaysAgo ?? campaign.plan.createdDaysAgo
      const criterion = ad.platformId === null ? null : names.next()
      return {
        organization_id: organizationId,
        campaign_id: campaign.id,
        ad_id: ad.id,
        text: keyword.text,
        match_type: keyword.match,
        state: keyword.pausedDaysAgo === undefined ? "enabled" : "paused",
        platform_id: criterion,
        platform_resource_name:
          criterion === null ? null : names.named("adGroupCriteria", `${ad.platformId}~${criterion}`),
        created_at: momentBefore(today, { days: added }),
        updated_at: momentBefore(today, { days: keyword.pausedDaysAgo ?? added })
      }
    }
    const written = yield* insertRows<
      typeof keywordColumns,
      { id: number; ad_id: number; text: string; match_type: string }
    >(
      "keywords",
      keywordColumns,
      campaign.plan.ads.flatMap((ad) => ad.keywords.map((keyword) => row(ads.get(ad.name)!, keyword))),
      "id, ad_id, text, match_type"
    )
    return new Map(written.map((found) => [keywordName(found.ad_id, found.text, found.match_type), found.id]))
  })

export const writeNegatives = (
  organizationId: number,
  { id, plan, platformId }: WrittenCampaign,
  ads: Ads,
  names: PlatformNames,
  today: string
) =>
  insertRows(
    "negative_keywords",
    {
      organization_id: "bigint",
      campaign_id: "bigint",
      ad_id: "bigint",
      text: "text",
      match_type: "text",
      source: "text",
      platform_resource_name: "text",
      created_at: "timestamptz"
    },
    plan.negatives.map(({ ad, match, source, text }) => {
      const group = ad === undefined ? undefined : ads.get(ad)!
      const [collection, owner] =
        group === undefined ? ["campaignCriteria", platformId] : ["adGroupCriteria", group.platformId]
      return {
        organization_id: organizationId,
        campaign_id: id,
        ad_id: group?.id ?? null,
        text,
        match_type: match,
        source,
        platform_resource_name: owner === null ? null : names.named(collection!, `${owner}~${names.next()}`),
        created_at: momentBefore(today, { days: plan.createdDaysAgo })
      }
    })
  )
