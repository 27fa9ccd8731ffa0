import { Effect, Schema } from "effect"
import type { AdAccount, PlatformAd, Ref } from "../model/index.ts"
import { gaqlString, list, optionalMessage, ResourceReference, searchCampaignsFilter, text } from "./rows.ts"
import { collectRows, type Search } from "./search.ts"

const groupFields =
  "ad_group.resource_name, ad_group.id, ad_group.name, ad_group.status, campaign.resource_name"
const adFields = `ad_group_ad.resource_name, ad_group_ad.status, ad_group_ad.ad.final_urls,
 ad_group_ad.ad.responsive_search_ad.headlines, ad_group_ad.ad.responsive_search_ad.descriptions,
 ad_group_ad.ad.responsive_search_ad.path1, ad_group_ad.ad.responsive_search_ad.path2, ad_group.resource_name`

const Group = Schema.Struct({
  adGroup: Schema.Struct({ resourceName: Schema.String, id: Schema.String, name: text, status: text }),
  campaign: ResourceReference
})

const Texts = list(Schema.Struct({ text }))
const Ad = Schema.Struct({
  adGroupAd: Schema.Struct({
    resourceName: Schema.String,
    status: text,
    ad: Schema.Struct({
      finalUrls: list(Schema.String),
      responsiveSearchAd: optionalMessage({ headlines: Texts, descriptions: Texts, path1: text, path2: text })
    })
  }),
  adGroup: ResourceReference
})
type Ad = typeof Ad.Type

/** Returns the ad that represents its group: an enabled one before a paused one, then the oldest. */
const representativeAd = (ads: ReadonlyArray<Ad>): Ad | undefined =>
  ads.find(({ adGroupAd }) => adGroupAd.status === "ENABLED") ?? ads[0]

const adOf = ({ adGroup, campaign }: typeof Group.Type, ads: ReadonlyArray<Ad>): PlatformAd => {
  const ad = representativeAd(ads)?.adGroupAd
  const texts = ad?.ad.responsiveSearchAd
  return {
    ref: adGroup.resourceName,
    platformId: adGroup.id,
    campaign: campaign.resourceName,
    name: adGroup.name,
    state: adGroup.status === "ENABLED" ? "enabled" : "paused",
    adRef: ad?.resourceName ?? null,
    adState: ad === undefined ? null : ad.status === "PAUSED" ? "paused" : "enabled",
    url: ad?.ad.finalUrls[0] ?? "",
    headlines: texts?.headlines.map(({ text }) => text) ?? [],
    descriptions: texts?.descriptions.map(({ text }) => text) ?? [],
    paths: [texts?.path1 ?? "", texts?.path2 ?? ""].filter((path) => path !== "")
  }
}

export const readAds = (search: Search, account: AdAccount, campaign?: Ref) =>
  Effect.gen(function* () {
    const where = campaign === undefined ? "" : ` AND campaign.resource_name = ${gaqlString(campaign)}`
    const [groups, ads] = yield* Effect.all(
      [
        collectRows(
          search(
            account,
            `SELECT ${groupFields} FROM ad_group WHERE ${searchCampaignsFilter} AND ad_group.status != 'REMOVED'${where}`,
            Group
          )
        ),
        collectRows(
          search(
            account,
            `SELECT ${adFields} FROM ad_group_ad WHERE ${searchCampaignsFilter} AND ad_group_ad.status != 'REMOVED'${where}`,
            Ad
          )
        )
      ],
      { concurrency: 2 }
    )
    const byGroup = Map.groupBy(ads, ({ adGroup }) => adGroup.resourceName)
    return groups.map((group) => adOf(group, byGroup.get(group.adGroup.resourceName) ?? []))
  })

/** Whether an ad still exists. */
export const adExists = (search: Search, account: AdAccount, ad: Ref) =>
  Effect.map(
    collectRows(
      search(
        account,
        `SELECT ad_group.resource_name FROM ad_group
         WHERE ad_group.resource_name = ${gaqlString(ad)} AND ad_group.status != 'REMOVED'`,
        Schema.Struct({ adGroup: ResourceReference })
      )
    ),
    (rows) => rows.length > 0
  )
