import type { AdDraft, Asset, CampaignDraft, Ref } from "../model.ts"
import { keywordBody } from "./criteria.ts"
import type { Body, WrappedOperation } from "./mutate.ts"
import { languageConstantOf } from "./planning.ts"
import { microsOf } from "./search.ts"
import { aiMaxBody } from "./settings-writes.ts"

/*
 * A campaign as one list of operations. Resources that do not exist yet get negative ids, which later
 * operations refer to.
 */

export type NameGenerator = (collection: string) => Ref

/** Generates temporary resource names of a customer. */
export const temporaryNames = (customerId: string): NameGenerator => {
  let last = 0
  return (collection) => `customers/${customerId}/${collection}/${--last}`
}

const create = (kind: string, body: Body): WrappedOperation => ({ [`${kind}Operation`]: { create: body } })
const texts = (words: ReadonlyArray<string>) => words.map((text) => ({ text }))

export const adOperations = (
  draft: AdDraft,
  campaign: Ref,
  names: NameGenerator
): ReadonlyArray<WrappedOperation> => {
  const adGroup = names("adGroups")
  const [path1, path2] = draft.paths ?? []
  return [
    create("adGroup", {
      resourceName: adGroup,
      campaign,
      name: draft.name,
      status: "ENABLED",
      type: "SEARCH_STANDARD"
    }),
    create("adGroupAd", {
      adGroup,
      status: "ENABLED",
      ad: {
        finalUrls: [draft.url],
        responsiveSearchAd: {
          headlines: texts(draft.headlines),
          descriptions: texts(draft.descriptions),
          ...(path1 === undefined ? {} : { path1 }),
          ...(path2 === undefined ? {} : { path2 })
        }
      }
    }),
    ...draft.keywords.map((keyword) =>
      create("adGroupCriterion", { adGroup, status: "ENABLED", keyword: keywordBody(keyword) })
    ),
    ...(draft.negatives ?? []).map((keyword) =>
      create("adGroupCriterion", { adGroup, negative: true, keyword: keywordBody(keyword) })
    )
  ]
}

/** Returns the operations for targeting and assets of a campaign. */
const criterionOperations = (draft: CampaignDraft, campaign: Ref): ReadonlyArray<WrappedOperation> => {
  const { radius } = draft
  const languageConstant = languageConstantOf(draft.language ?? null)
  return [
    ...draft.locations.map((geoTargetConstant) => ({ location: { geoTargetConstant } })),
    ...(radius == null
      ? []
      : [
          {
            proximity: {
              geoPoint: {
                latitudeInMicroDegrees: Math.round(radius.latitude * 1_000_000),
                longitudeInMicroDegrees: Math.round(radius.longitude * 1_000_000)
              },
              radius: radius.radius,
              radiusUnits: radius.unit.toUpperCase()
            }
          }
        ]),
    ...(languageConstant === null ? [] : [{ language: { languageConstant } }])
  ].map((criterion) => create("campaignCriterion", { campaign, ...criterion }))
}

/** Creates a sitelink or callout and links it to its campaign. Equal assets are stored once by the platform. */
export const assetOperations = (
  asset: Asset,
  campaign: Ref,
  names: NameGenerator
): ReadonlyArray<WrappedOperation> => {
  const resourceName = names("assets")
  if ("callout" in asset)
    return [
      create("asset", { resourceName, calloutAsset: { calloutText: asset.callout } }),
      create("campaignAsset", { campaign, asset: resourceName, fieldType: "CALLOUT" })
    ]
  const { description1, description2, text, url } = asset.sitelink
  const lines = description1 ? { description1, description2 } : {}
  return [
    create("asset", { resourceName, finalUrls: [url], sitelinkAsset: { linkText: text, ...lines } }),
    create("campaignAsset", { campaign, asset: resourceName, fieldType: "SITELINK" })
  ]
}

const draftAssetOperations = (
  draft: CampaignDraft,
  campaign: Ref,
  names: NameGenerator
): ReadonlyArray<WrappedOperation> => {
  return [
    ...(draft.sitelinks ?? []).map((sitelink) => ({ sitelink })),
    ...(draft.callouts ?? []).map((callout) => ({ callout }))
  ].flatMap((asset) => assetOperations(asset, campaign, names))
}

/** Conversions decide the bids, unless none is measured: then clicks are bought up to a price. */
const biddingOf = ({ cpcCeiling, targetCpa }: CampaignDraft): Body =>
  cpcCeiling && !targetCpa
    ? { targetSpend: { cpcBidCeilingMicros: microsOf(cpcCeiling) } }
    : { maximizeConversions: targetCpa ? { targetCpaMicros: microsOf(targetCpa) } : {} }

export const campaignOperations = (
  draft: CampaignDraft,
  customerId: string
): ReadonlyArray<WrappedOperation> => {
  const names = temporaryNames(customerId)
  const [campaignBudget, campaign] = [names("campaignBudgets"), names("campaigns")]
  return [
    // Explicit, because the platform's default is a shared budget, which other campaigns could join.
    create("campaignBudget", {
      resourceName: campaignBudget,
      amountMicros: microsOf(draft.budget),
      explicitlyShared: false
    }),
    create("campaign", {
      resourceName: campaign,
      name: draft.name,
      status: draft.state === "live" ? "ENABLED" : "PAUSED",
      advertisingChannelType: "SEARCH",
      campaignBudget,
      ...biddingOf(draft),
      // People in the place, not those who only read about it.
      geoTargetTypeSetting: { positiveGeoTargetType: "PRESENCE" },
      networkSettings: { targetGoogleSearch: true, targetSearchNetwork: false, targetContentNetwork: false },
      // Explicit, whatever the platform does where nothing is said.
      ...aiMaxBody(false),
      // One campaign without this declaration makes every later change in its account fail.
      containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING"
    }),
    ...(draft.negatives ?? []).map((keyword) =>
      create("campaignCriterion", { campaign, negative: true, keyword: keywordBody(keyword) })
    ),
    ...draft.ads.flatMap((ad) => adOperations(ad, campaign, names)),
    ...criterionOperations(draft, campaign),
    ...draftAssetOperations(draft, campaign, names)
  ]
}
