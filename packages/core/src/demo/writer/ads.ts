import { Effect } from "effect"
import { momentBefore } from "../traffic/days.ts"
import type { WrittenCampaign } from "./campaigns.ts"
import { insertRows } from "./insert-rows.ts"
import type { PlatformNames } from "./platform-names.ts"

export interface WrittenAd {
  readonly id: number
  readonly name: string
  readonly platformId: string | null
}

const columns = {
  organization_id: "bigint",
  campaign_id: "bigint",
  name: "text",
  url: "text",
  headlines: "text[]",
  descriptions: "text[]",
  paths: "text[]",
  platform_id: "text",
  platform_resource_name: "text",
  platform_ad_resource_name: "text",
  created_at: "timestamptz",
  updated_at: "timestamptz"
} as const

/** The ads of a campaign; an ad is an ad group in the platform. Answers them by name. */
export const writeAds = (
  organizationId: number,
  { id, plan, platformId, website }: WrittenCampaign,
  names: PlatformNames,
  today: string
) =>
  Effect.gen(function* () {
    const created_at = momentBefore(today, { days: plan.createdDaysAgo })
    const rows = plan.ads.map((ad) => {
      const group = platformId === null ? null : names.next()
      return {
        organization_id: organizationId,
        campaign_id: id,
        name: ad.name,
        url: website + ad.page,
        headlines: ad.headlines,
        descriptions: ad.descriptions,
        paths: ad.paths ?? [],
        platform_id: group,
        platform_resource_name: group === null ? null : names.named("adGroups", group),
        platform_ad_resource_name:
          group === null ? null : names.named("adGroupAds", `${group}~${names.next()}`),
        created_at,
        updated_at: created_at
      }
    })
    const written = yield* insertRows<typeof columns, WrittenAd>(
      "ads",
      columns,
      rows,
      'id, name, platform_id as "platformId"'
    )
    return new Map(written.map((ad) => [ad.name, ad]))
  })
