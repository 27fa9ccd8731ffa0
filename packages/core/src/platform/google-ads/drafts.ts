import type { AdDraft, CampaignDraft, CreatedAd, CreatedCampaign, Ref } from "../model/index.ts"
import { keywordBody } from "./keyword-operations.ts"
import type { Body, WrappedOperation } from "./mutate.ts"
import { idOf, microsOf } from "./rows.ts"

/*
 * A campaign as one list of operations. Resources that do not exist yet get negative ids, which later
 * operations refer to. The results come in the same order.
 */

interface OperationPlan<A> {
  readonly operations: ReadonlyArray<WrappedOperation>
  /** Picks the resource names of the created items from the results. */
  readonly toResult: (refs: ReadonlyArray<Ref>) => A
}

type NameGenerator = (collection: string) => Ref

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
): OperationPlan<CreatedAd> => {
  const adGroup = names("adGroups")
  const [path1, path2] = draft.paths ?? []
  const keywords = draft.keywords.map((keyword) =>
    create("adGroupCriterion", { adGroup, status: "ENABLED", keyword: keywordBody(keyword) })
  )
  const negatives = (draft.negatives ?? []).map((keyword) =>
    create("adGroupCriterion", { adGroup, negative: true, keyword: keywordBody(keyword) })
  )
  const operations = [
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
    ...keywords,
    ...negatives
  ]
  return {
    operations,
    toResult: ([ref = "", adRef = "", ...words]) => ({
      ref,
      platformId: idOf(ref),
      adRef,
      keywords: words.slice(0, keywords.length),
      negatives: words.slice(keywords.length)
    })
  }
}

/** Returns the operations for targeting and assets of a campaign. */
const criterionOperations = (draft: CampaignDraft, campaign: Ref): ReadonlyArray<WrappedOperation> => {
  const { radius } = draft
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
    ...(draft.languages ?? []).map((languageConstant) => ({ language: { languageConstant } }))
  ].map((criterion) => create("campaignCriterion", { campaign, ...criterion }))
}

const assetOperations = (
  draft: CampaignDraft,
  campaign: Ref,
  names: NameGenerator
): ReadonlyArray<WrappedOperation> => {
  const linked = (body: Body, fieldType: string) => {
    const asset = names("assets")
    return [
      create("asset", { resourceName: asset, ...body }),
      create("campaignAsset", { campaign, asset, fieldType })
    ]
  }
  return [
    ...(draft.sitelinks ?? []).flatMap(({ description1, description2, text, url }) => {
      const lines = description1 ? { description1, description2 } : {}
      return linked({ finalUrls: [url], sitelinkAsset: { linkText: text, ...lines } }, "SITELINK")
    }),
    ...(draft.callouts ?? []).flatMap((calloutText) => linked({ calloutAsset: { calloutText } }, "CALLOUT"))
  ]
}

export const campaignOperations = (
  draft: CampaignDraft,
  customerId: string
): OperationPlan<CreatedCampaign> => {
  const names = temporaryNames(customerId)
  const [campaignBudget, campaign] = [names("campaignBudgets"), names("campaigns")]
  const head = [
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
      maximizeConversions: draft.targetCpa ? { targetCpaMicros: microsOf(draft.targetCpa) } : {},
      networkSettings: { targetGoogleSearch: true, targetSearchNetwork: false, targetContentNetwork: false },
      // One campaign without this declaration makes every later change in its account fail.
      containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING"
    })
  ]
  const negatives = (draft.negatives ?? []).map((keyword) =>
    create("campaignCriterion", { campaign, negative: true, keyword: keywordBody(keyword) })
  )
  const ads = draft.ads.map((ad) => adOperations(ad, campaign, names))
  const operations = [
    ...head,
    ...negatives,
    ...ads.flatMap((ad) => ad.operations),
    ...criterionOperations(draft, campaign),
    ...assetOperations(draft, campaign, names)
  ]
  return {
    operations,
    toResult: (refs) => {
      let next = head.length
      const take = (count: number) => {
        next += count
        return refs.slice(next - count, next)
      }
      const excluded = take(negatives.length)
      const ref = refs[1] ?? ""
      return {
        ref,
        platformId: idOf(ref),
        budgetRef: refs[0] ?? "",
        negatives: excluded,
        ads: ads.map((ad) => ad.toResult(take(ad.operations.length)))
      }
    }
  }
}
