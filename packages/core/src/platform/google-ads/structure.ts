import { Clock, Effect, Schema } from "effect"
import { type Channel, channelsWithAiMax } from "../../contract/index.ts"
import { instantOf } from "../local-time.ts"
import type {
  AccountStructure,
  AdAccount,
  PlatformAd,
  PlatformAsset,
  PlatformCampaign,
  PlatformLocation,
  Ref
} from "../model.ts"
import { readKeywords, readNegatives } from "./criteria.ts"
import {
  collectRows,
  flag,
  gaqlString,
  int64,
  list,
  maybeInt64,
  optionalMessage,
  presentCampaigns,
  ResourceReference,
  type Search,
  searchCampaigns,
  text,
  unitsOf
} from "./search.ts"

const fields = `campaign.resource_name, campaign.id, campaign.name, campaign.status,
 campaign.advertising_channel_type, campaign.ai_max_setting.enable_ai_max, campaign.asset_automation_settings, campaign.end_date_time, campaign.bidding_strategy_type, campaign.bidding_strategy, campaign.maximize_conversions.target_cpa_micros,
 campaign.target_cpa.target_cpa_micros, bidding_strategy.maximize_conversions.target_cpa_micros,
 bidding_strategy.target_cpa.target_cpa_micros, campaign.campaign_budget, campaign_budget.amount_micros,
 campaign_budget.period, campaign_budget.total_amount_micros, campaign_budget.explicitly_shared,
 campaign_budget.reference_count`

const targets = {
  maximizeConversions: optionalMessage({ targetCpaMicros: maybeInt64 }),
  targetCpa: optionalMessage({ targetCpaMicros: maybeInt64 })
}

const Row = Schema.Struct({
  campaign: Schema.Struct({
    resourceName: Schema.String,
    id: Schema.String,
    name: text,
    status: text,
    advertisingChannelType: text,
    aiMaxSetting: optionalMessage({ enableAiMax: flag }),
    assetAutomationSettings: list(Schema.Struct({ assetAutomationType: text, assetAutomationStatus: text })),
    /** In the account's time zone: "2026-12-08 23:59:59". */
    endDateTime: text,
    biddingStrategyType: text,
    biddingStrategy: text,
    ...targets,
    campaignBudget: text
  }),
  /** The portfolio strategy that it bids with, if any: the target is there, not on the campaign. */
  biddingStrategy: optionalMessage(targets),
  campaignBudget: optionalMessage({
    amountMicros: int64,
    period: text,
    totalAmountMicros: int64,
    explicitlyShared: flag,
    referenceCount: int64
  })
})
type Row = typeof Row.Type

const channels: Readonly<Record<string, Channel>> = {
  SEARCH: "search",
  PERFORMANCE_MAX: "performance_max",
  SHOPPING: "shopping",
  DISPLAY: "display",
  VIDEO: "video",
  DEMAND_GEN: "demand_gen"
}

/** The settings by which the platform writes texts of its own. */
const textAutomations: ReadonlySet<string> = new Set([
  "TEXT_ASSET_AUTOMATION",
  "FINAL_URL_EXPANSION_TEXT_ASSET_AUTOMATION"
])

const writesTexts = ({ assetAutomationSettings: settings }: Row["campaign"]): boolean =>
  settings.some(
    ({ assetAutomationStatus: status, assetAutomationType: type }) =>
      textAutomations.has(type) && status === "OPTED_IN"
  )

const targetOf = (
  bids: Pick<(typeof Row.Type)["campaign"], "maximizeConversions" | "targetCpa"> | undefined
) => bids?.maximizeConversions?.targetCpaMicros ?? bids?.targetCpa?.targetCpaMicros ?? 0

/** The platform sets this year where a campaign has no end. */
const noEnd = "2037"

const endOf = (local: string, timeZone: string, now: Date): PlatformCampaign["ends"] =>
  local === "" || local >= noEnd ? null : { on: local.slice(0, 10), at: instantOf(local, timeZone, now) }

const SpentRow = Schema.Struct({
  campaignBudget: ResourceReference,
  metrics: optionalMessage({ costMicros: int64 })
})

const spentQuery = `SELECT campaign_budget.resource_name, metrics.cost_micros FROM campaign_budget
 WHERE campaign_budget.period = 'CUSTOM_PERIOD' AND campaign_budget.status != 'REMOVED'`

/** Reads what was spent of each total budget so far, in micros, if any campaign has one. */
const readSpent = (search: Search, account: AdAccount, rows: ReadonlyArray<Row>) =>
  rows.some(({ campaignBudget }) => campaignBudget?.period === totalPeriod)
    ? Effect.map(
        collectRows(search(account, spentQuery, SpentRow)),
        (spent) =>
          new Map(
            spent.map(({ campaignBudget, metrics }) => [
              campaignBudget.resourceName,
              metrics?.costMicros ?? 0
            ])
          )
      )
    : Effect.succeed(new Map<Ref, number>())

const totalPeriod = "CUSTOM_PERIOD"

const campaignOf = (
  { biddingStrategy: shared, campaign, campaignBudget: budget }: Row,
  spent: ReadonlyMap<Ref, number>,
  timeZone: string,
  now: Date
): PlatformCampaign => {
  const channel = channels[campaign.advertisingChannelType] ?? "other"
  const portfolio = campaign.biddingStrategy !== ""
  const isTotal = budget?.period === totalPeriod
  const total = budget?.totalAmountMicros ?? 0
  const target = targetOf(portfolio ? shared : campaign)
  return {
    ref: campaign.resourceName,
    platformId: campaign.id,
    name: campaign.name,
    channel,
    aiMax: channelsWithAiMax.has(channel) ? (campaign.aiMaxSetting?.enableAiMax ?? false) : null,
    textAutomation: writesTexts(campaign),
    state: campaign.status === "ENABLED" ? "live" : "paused",
    budgetRef: campaign.campaignBudget,
    budget: isTotal ? 0 : unitsOf(budget?.amountMicros ?? 0),
    total: isTotal
      ? {
          amount: unitsOf(total),
          left: unitsOf(Math.max(0, total - (spent.get(campaign.campaignBudget) ?? 0)))
        }
      : null,
    ends: endOf(campaign.endDateTime, timeZone, now),
    budgetUsers: budget?.referenceCount ?? 1,
    bidding: campaign.biddingStrategyType,
    portfolio,
    targetCpa: target > 0 ? unitsOf(target) : null
  }
}

const readCampaigns = (search: Search, account: AdAccount, filter = "") =>
  Effect.gen(function* () {
    const now = new Date(yield* Clock.currentTimeMillis)
    const rows = yield* collectRows(
      search(account, `SELECT ${fields} FROM campaign WHERE ${presentCampaigns}${filter}`, Row)
    )
    const spent = yield* readSpent(search, account, rows)
    return rows.map((row) => campaignOf(row, spent, account.timeZone ?? "UTC", now))
  })

export const readCampaign = (search: Search, account: AdAccount, campaign: Ref) =>
  Effect.map(
    readCampaigns(search, account, ` AND campaign.resource_name = ${gaqlString(campaign)}`),
    ([match]) => match ?? null
  )

export const readCampaignNamed = (search: Search, account: AdAccount, name: string) =>
  Effect.map(
    readCampaigns(search, account, ` AND campaign.name = ${gaqlString(name)}`),
    ([match]) => match ?? null
  )

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
            `SELECT ${groupFields} FROM ad_group WHERE ${searchCampaigns} AND ad_group.status != 'REMOVED'${where}`,
            Group
          )
        ),
        collectRows(
          search(
            account,
            `SELECT ${adFields} FROM ad_group_ad WHERE ${searchCampaigns} AND ad_group_ad.status != 'REMOVED'${where}`,
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

const LocationRow = Schema.Struct({
  campaign: ResourceReference,
  campaignCriterion: Schema.Struct({
    location: optionalMessage({ geoTargetConstant: text }),
    proximity: optionalMessage({
      radius: Schema.optional(Schema.Number),
      radiusUnits: text,
      geoPoint: optionalMessage({
        latitudeInMicroDegrees: Schema.optional(Schema.Number),
        longitudeInMicroDegrees: Schema.optional(Schema.Number)
      })
    })
  })
})

const locationsQuery = `SELECT campaign.resource_name, campaign_criterion.resource_name,
 campaign_criterion.location.geo_target_constant, campaign_criterion.proximity.radius,
 campaign_criterion.proximity.radius_units, campaign_criterion.proximity.geo_point.latitude_in_micro_degrees,
 campaign_criterion.proximity.geo_point.longitude_in_micro_degrees
 FROM campaign_criterion WHERE ${searchCampaigns} AND campaign_criterion.type IN ('LOCATION', 'PROXIMITY')
 AND campaign_criterion.negative = FALSE AND campaign_criterion.status != 'REMOVED'`

const GeoTarget = Schema.Struct({
  geoTargetConstant: Schema.Struct({ resourceName: Schema.String, canonicalName: text })
})

const namesOf = (search: Search, account: AdAccount, targets: ReadonlyArray<string>) =>
  targets.length === 0
    ? Effect.succeed(new Map<string, string>())
    : Effect.map(
        collectRows(
          search(
            account,
            `SELECT geo_target_constant.resource_name, geo_target_constant.canonical_name FROM geo_target_constant
             WHERE geo_target_constant.resource_name IN (${targets.map(gaqlString).join(", ")})`,
            GeoTarget
          )
        ),
        (rows) =>
          new Map(
            rows.map(({ geoTargetConstant: { canonicalName, resourceName } }) => [
              resourceName,
              canonicalName.replaceAll(",", ", ")
            ])
          )
      )

/** Reads the location targeting of each campaign. */
const readTargeting = (search: Search, account: AdAccount) =>
  Effect.gen(function* () {
    const rows = yield* collectRows(search(account, locationsQuery, LocationRow))
    const targets = rows.flatMap(({ campaign, campaignCriterion: { location } }) =>
      location?.geoTargetConstant
        ? [{ campaign: campaign.resourceName, geoTarget: location.geoTargetConstant }]
        : []
    )
    const names = yield* namesOf(search, account, [...new Set(targets.map(({ geoTarget }) => geoTarget))])
    const locations = targets.map(
      (target): PlatformLocation => ({ ...target, name: names.get(target.geoTarget) ?? target.geoTarget })
    )
    const radii = rows.flatMap(({ campaign, campaignCriterion: { proximity } }) => {
      const { latitudeInMicroDegrees: latitude, longitudeInMicroDegrees: longitude } =
        proximity?.geoPoint ?? {}
      if (latitude === undefined || longitude === undefined) return []
      const unit = proximity?.radiusUnits === "MILES" ? ("miles" as const) : ("kilometers" as const)
      return [
        {
          campaign: campaign.resourceName,
          radius: {
            latitude: latitude / 1_000_000,
            longitude: longitude / 1_000_000,
            radius: proximity?.radius ?? 0,
            unit
          }
        }
      ]
    })
    return { locations, radii } satisfies Pick<AccountStructure, "locations" | "radii">
  })

const AssetRow = Schema.Struct({
  campaign: ResourceReference,
  campaignAsset: ResourceReference,
  asset: Schema.Struct({
    finalUrls: list(Schema.String),
    sitelinkAsset: optionalMessage({ linkText: text, description1: text, description2: text }),
    calloutAsset: optionalMessage({ calloutText: text })
  })
})

const assetsQuery = `SELECT campaign.resource_name, campaign_asset.resource_name, campaign_asset.field_type, asset.final_urls,
 asset.sitelink_asset.link_text, asset.sitelink_asset.description1, asset.sitelink_asset.description2,
 asset.callout_asset.callout_text FROM campaign_asset
 WHERE ${searchCampaigns} AND campaign_asset.field_type IN ('SITELINK', 'CALLOUT') AND campaign_asset.status != 'REMOVED'`

const assetOf = ({
  asset: { calloutAsset, finalUrls, sitelinkAsset: link },
  campaignAsset: { resourceName: ref }
}: typeof AssetRow.Type): PlatformAsset | null => {
  if (calloutAsset?.calloutText) return { ref, callout: calloutAsset.calloutText }
  if (!link?.linkText) return null
  const lines = link.description1 ? { description1: link.description1, description2: link.description2 } : {}
  return { ref, sitelink: { text: link.linkText, url: finalUrls[0] ?? "", ...lines } }
}

/** Reads the sitelinks and callouts of campaigns, with the campaign of each. */
const readCampaignAssets = (search: Search, account: AdAccount, campaign?: Ref) =>
  Effect.map(
    collectRows(
      search(
        account,
        campaign === undefined
          ? assetsQuery
          : `${assetsQuery} AND campaign.resource_name = ${gaqlString(campaign)}`,
        AssetRow
      )
    ),
    (rows) =>
      rows.flatMap((row) => {
        const asset = assetOf(row)
        return asset === null ? [] : [{ of: row.campaign.resourceName, asset }]
      })
  )

/** Reads the sitelinks and callouts of a campaign. */
export const readAssets = (search: Search, account: AdAccount, campaign: Ref) =>
  Effect.map(readCampaignAssets(search, account, campaign), (rows) => rows.map(({ asset }) => asset))

const readExtras = (search: Search, account: AdAccount) =>
  Effect.map(readCampaignAssets(search, account), (rows) => ({
    sitelinks: rows.flatMap(({ asset, of }) =>
      "sitelink" in asset ? [{ campaign: of, sitelink: asset.sitelink }] : []
    ),
    callouts: rows.flatMap(({ asset, of }) =>
      "callout" in asset ? [{ campaign: of, text: asset.callout }] : []
    )
  }))

export const readStructure = (search: Search) => (account: AdAccount) =>
  Effect.all(
    {
      campaigns: readCampaigns(search, account),
      ads: readAds(search, account),
      keywords: readKeywords(search, account),
      negatives: readNegatives(search, account),
      targeting: readTargeting(search, account),
      extras: readExtras(search, account)
    },
    { concurrency: 3 }
  ).pipe(
    Effect.map(({ extras, targeting, ...rest }): AccountStructure => ({ ...rest, ...targeting, ...extras })),
    Effect.withSpan("GoogleAds.structure")
  )
