/** The joins, segments and metrics of each GAQL resource that Google allows and the emulator computes. */
export interface Source {
  readonly message: string
  /** Resources whose fields a query can select along with it. */
  readonly joins: readonly string[]
  readonly segments: readonly string[]
  readonly metrics: readonly string[]
}

export const dateSegments = ["date", "day_of_week", "week", "month", "quarter", "year"]
/** Segments that divide the traffic of a day. */
export const partSegments = ["device", "hour"]
/** Segments that can filter without being selected. */
export const coreDates = ["date", "week", "month", "quarter", "year"]
const keywordSegments = ["keyword.info.text", "keyword.info.match_type", "keyword.ad_group_criterion"]

const baseMetrics = [
  "impressions",
  "clicks",
  "cost_micros",
  "conversions",
  "conversions_value",
  "all_conversions",
  "all_conversions_value",
  "ctr",
  "average_cpc",
  "average_cpm",
  "average_cost",
  "cost_per_conversion",
  "cost_per_all_conversions",
  "conversions_from_interactions_rate",
  "value_per_conversion",
  "interactions",
  "interaction_rate"
]
export const shareMetrics = [
  "search_impression_share",
  "search_budget_lost_impression_share",
  "search_rank_lost_impression_share"
]

const reporting = { segments: [...dateSegments, "device", "ad_network_type"], metrics: baseMetrics }
const hourly = { segments: [...reporting.segments, "hour"], metrics: baseMetrics }
const plain = { segments: [], metrics: [] }

export const sources: Readonly<Record<string, Source>> = {
  customer: { message: "resources.Customer", joins: [], ...hourly },
  customer_client: { message: "resources.CustomerClient", joins: ["customer"], ...plain },
  customer_client_link: { message: "resources.CustomerClientLink", joins: ["customer"], ...plain },
  customer_manager_link: { message: "resources.CustomerManagerLink", joins: ["customer"], ...plain },
  campaign: {
    message: "resources.Campaign",
    joins: ["campaign_budget", "customer", "bidding_strategy"],
    segments: hourly.segments,
    metrics: [...baseMetrics, ...shareMetrics]
  },
  campaign_budget: { message: "resources.CampaignBudget", joins: ["customer"], ...plain },
  ad_group: {
    message: "resources.AdGroup",
    joins: ["campaign", "customer", "bidding_strategy"],
    ...hourly
  },
  ad_group_ad: { message: "resources.AdGroupAd", joins: ["ad_group", "campaign", "customer"], ...reporting },
  ad_group_criterion: {
    message: "resources.AdGroupCriterion",
    joins: ["ad_group", "campaign", "customer", "bidding_strategy"],
    ...plain
  },
  campaign_criterion: { message: "resources.CampaignCriterion", joins: ["campaign", "customer"], ...plain },
  asset: { message: "resources.Asset", joins: ["customer"], ...plain },
  campaign_asset: { message: "resources.CampaignAsset", joins: ["campaign", "asset", "customer"], ...plain },
  shared_set: { message: "resources.SharedSet", joins: ["customer"], ...plain },
  shared_criterion: { message: "resources.SharedCriterion", joins: ["shared_set", "customer"], ...plain },
  campaign_shared_set: {
    message: "resources.CampaignSharedSet",
    joins: ["campaign", "shared_set", "customer"],
    ...plain
  },
  customer_negative_criterion: {
    message: "resources.CustomerNegativeCriterion",
    joins: ["customer"],
    ...plain
  },
  bidding_strategy: { message: "resources.BiddingStrategy", joins: ["customer"], ...plain },
  keyword_view: {
    message: "resources.KeywordView",
    joins: ["ad_group_criterion", "ad_group", "campaign", "customer", "bidding_strategy"],
    ...reporting
  },
  search_term_view: {
    message: "resources.SearchTermView",
    joins: ["ad_group", "campaign", "customer"],
    segments: [...reporting.segments, ...keywordSegments, "search_term_match_type"],
    metrics: baseMetrics
  },
  change_event: { message: "resources.ChangeEvent", joins: ["ad_group", "campaign", "customer"], ...plain },
  geo_target_constant: { message: "resources.GeoTargetConstant", joins: [], ...plain },
  language_constant: { message: "resources.LanguageConstant", joins: [], ...plain }
}
