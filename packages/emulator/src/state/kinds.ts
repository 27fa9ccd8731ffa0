/** The kinds of resources that the emulator stores, by GAQL name. */
interface KindFacts {
  readonly collection: string
  readonly message: string
  /** The field with the numeric id, if any. */
  readonly id?: string
  /** The name in the change_event report. As at Google, kinds without a name create no event. */
  readonly changeType?: string
}

export const kinds = {
  customer: { collection: "customers", message: "resources.Customer", id: "id" },
  customer_client_link: { collection: "customerClientLinks", message: "resources.CustomerClientLink" },
  billing_setup: { collection: "billingSetups", message: "resources.BillingSetup", id: "id" },
  campaign: { collection: "campaigns", message: "resources.Campaign", id: "id", changeType: "CAMPAIGN" },
  campaign_budget: {
    collection: "campaignBudgets",
    message: "resources.CampaignBudget",
    id: "id",
    changeType: "CAMPAIGN_BUDGET"
  },
  ad_group: { collection: "adGroups", message: "resources.AdGroup", id: "id", changeType: "AD_GROUP" },
  ad_group_ad: { collection: "adGroupAds", message: "resources.AdGroupAd", changeType: "AD_GROUP_AD" },
  /** An ad's texts, which are stored with the ad in its group. */
  ad: { collection: "ads", message: "resources.Ad", id: "id", changeType: "AD" },
  ad_group_criterion: {
    collection: "adGroupCriteria",
    message: "resources.AdGroupCriterion",
    id: "criterionId",
    changeType: "AD_GROUP_CRITERION"
  },
  campaign_criterion: {
    collection: "campaignCriteria",
    message: "resources.CampaignCriterion",
    id: "criterionId",
    changeType: "CAMPAIGN_CRITERION"
  },
  asset: { collection: "assets", message: "resources.Asset", id: "id", changeType: "ASSET" },
  campaign_asset: {
    collection: "campaignAssets",
    message: "resources.CampaignAsset",
    changeType: "CAMPAIGN_ASSET"
  },
  shared_set: { collection: "sharedSets", message: "resources.SharedSet", id: "id" },
  shared_criterion: {
    collection: "sharedCriteria",
    message: "resources.SharedCriterion",
    id: "criterionId"
  },
  campaign_shared_set: { collection: "campaignSharedSets", message: "resources.CampaignSharedSet" },
  customer_negative_criterion: {
    collection: "customerNegativeCriteria",
    message: "resources.CustomerNegativeCriterion",
    id: "id"
  },
  bidding_strategy: { collection: "biddingStrategies", message: "resources.BiddingStrategy", id: "id" }
} as const satisfies Readonly<Record<string, KindFacts>>

export type Kind = keyof typeof kinds

export const factsOf = (kind: Kind): KindFacts => kinds[kind]

export const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name)

const byCollection = new Map(
  Object.entries(kinds).map(([kind, facts]) => [facts.collection as string, kind as Kind])
)

export const kindOfCollection = (collection: string): Kind | undefined => byCollection.get(collection)

interface Named {
  readonly customerId: string
  readonly kind: Kind
  /** The last part of the resource name: `12` or `12~34`. */
  readonly key: string
}

export const parseName = (name: string): Named | undefined => {
  const match = /^customers\/(\d+)\/(\w+)\/([^/]+)$/.exec(name)
  const kind = match && kindOfCollection(match[2]!)
  return match && kind ? { customerId: match[1]!, kind, key: match[3]! } : undefined
}

export const nameOf = (kind: Kind, customerId: string, ...key: readonly string[]): string =>
  kind === "customer"
    ? `customers/${customerId}`
    : `customers/${customerId}/${kinds[kind].collection}/${key.join("~")}`
