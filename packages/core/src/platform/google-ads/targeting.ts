import { Effect, Schema } from "effect"
import type { AccountStructure, AdAccount, PlatformLocation } from "../model/index.ts"
import { gaqlString, list, optionalMessage, ResourceReference, searchCampaignsFilter, text } from "./rows.ts"
import { collectRows, type Search } from "./search.ts"

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
 FROM campaign_criterion WHERE ${searchCampaignsFilter} AND campaign_criterion.type IN ('LOCATION', 'PROXIMITY')
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
export const readTargeting = (search: Search, account: AdAccount) =>
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
  asset: Schema.Struct({
    finalUrls: list(Schema.String),
    sitelinkAsset: optionalMessage({ linkText: text, description1: text, description2: text }),
    calloutAsset: optionalMessage({ calloutText: text })
  })
})

const assetsQuery = `SELECT campaign.resource_name, campaign_asset.field_type, asset.final_urls,
 asset.sitelink_asset.link_text, asset.sitelink_asset.description1, asset.sitelink_asset.description2,
 asset.callout_asset.callout_text FROM campaign_asset
 WHERE ${searchCampaignsFilter} AND campaign_asset.field_type IN ('SITELINK', 'CALLOUT') AND campaign_asset.status != 'REMOVED'`

/** Reads the sitelinks and callouts of each campaign. */
export const readExtras = (search: Search, account: AdAccount) =>
  Effect.map(collectRows(search(account, assetsQuery, AssetRow)), (rows) => ({
    sitelinks: rows.flatMap(({ asset: { finalUrls, sitelinkAsset: link }, campaign }) => {
      if (!link?.linkText) return []
      const sitelink = {
        text: link.linkText,
        url: finalUrls[0] ?? "",
        ...(link.description1 ? { description1: link.description1, description2: link.description2 } : {})
      }
      return [{ campaign: campaign.resourceName, sitelink }]
    }),
    callouts: rows.flatMap(({ asset: { calloutAsset }, campaign }) =>
      calloutAsset?.calloutText ? [{ campaign: campaign.resourceName, text: calloutAsset.calloutText }] : []
    )
  }))
