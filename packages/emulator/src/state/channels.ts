/** The demand of a campaign without keywords, of which reports name no part. */
export interface Demand {
  /** Impressions on an average day, without limits. */
  readonly impressions: number
  readonly ctr: number
  /** Conversions per click. */
  readonly cvr: number
  /** Cost per click in the account's currency. */
  readonly cpc: number
}

interface Channel {
  /** The value of segments.ad_network_type. */
  readonly network: string
  /** Default first. A campaign of a channel without types has no ad groups that clients can create. */
  readonly adGroupTypes: readonly string[]
  /** Click rate, cost per click and conversion rate of a campaign whose market is not planted. */
  readonly typical: Omit<Demand, "impressions">
  /** Whether `search_impression_share` and the like are known. */
  readonly impressionShares?: true
  /** The most days of a campaign with a total budget. Other channels have daily budgets only. */
  readonly totalBudgetDays?: number
  /** The setting that a new campaign must have. */
  readonly setting?: readonly [camel: string, error: "MISSING_SHOPPING_SETTING" | "MISSING_HOTEL_SETTING"]
  /** What clients of the API cannot do; people can, in Google Ads itself. */
  readonly readOnly?: "all" | "existence and settings"
}

/**
 * The facts of each advertising_channel_type. Rates are typical values of each channel; only those of search,
 * shopping and display come from published benchmarks.
 */
export const channels: Readonly<Record<string, Channel>> = {
  SEARCH: {
    network: "SEARCH",
    adGroupTypes: ["SEARCH_STANDARD"],
    typical: { ctr: 0.0664, cpc: 5.42, cvr: 0.0818 },
    impressionShares: true,
    totalBudgetDays: 90
  },
  PERFORMANCE_MAX: {
    network: "MIXED",
    adGroupTypes: [],
    typical: { ctr: 0.012, cpc: 1.3, cvr: 0.045 },
    totalBudgetDays: 90
  },
  SHOPPING: {
    network: "SEARCH",
    adGroupTypes: ["SHOPPING_PRODUCT_ADS", "SHOPPING_SMART_ADS", "SHOPPING_COMPARISON_LISTING_ADS"],
    typical: { ctr: 0.0086, cpc: 0.66, cvr: 0.0191 },
    impressionShares: true,
    totalBudgetDays: 90,
    setting: ["shoppingSetting", "MISSING_SHOPPING_SETTING"]
  },
  DISPLAY: {
    network: "CONTENT",
    adGroupTypes: ["DISPLAY_STANDARD"],
    typical: { ctr: 0.0046, cpc: 0.63, cvr: 0.0077 }
  },
  VIDEO: {
    network: "YOUTUBE",
    adGroupTypes: ["VIDEO_RESPONSIVE", "VIDEO_BUMPER", "VIDEO_TRUE_VIEW_IN_STREAM"],
    typical: { ctr: 0.0065, cpc: 0.49, cvr: 0.003 },
    totalBudgetDays: 366,
    readOnly: "all"
  },
  DEMAND_GEN: {
    network: "DISCOVER",
    adGroupTypes: ["UNSPECIFIED"],
    typical: { ctr: 0.011, cpc: 0.72, cvr: 0.012 },
    totalBudgetDays: 366
  },
  SMART: {
    network: "MIXED",
    adGroupTypes: ["SMART_CAMPAIGN_ADS"],
    typical: { ctr: 0.03, cpc: 2.1, cvr: 0.06 }
  },
  LOCAL_SERVICES: {
    network: "SEARCH",
    adGroupTypes: [],
    typical: { ctr: 0.05, cpc: 9, cvr: 0.3 },
    readOnly: "existence and settings"
  },
  HOTEL: {
    network: "SEARCH",
    adGroupTypes: ["HOTEL_ADS", "PROMOTED_HOTEL_ADS"],
    typical: { ctr: 0.02, cpc: 0.9, cvr: 0.03 },
    setting: ["hotelSetting", "MISSING_HOTEL_SETTING"]
  },
  TRAVEL: {
    network: "SEARCH",
    adGroupTypes: ["TRAVEL_ADS"],
    typical: { ctr: 0.03, cpc: 1.2, cvr: 0.02 }
  },
  MULTI_CHANNEL: {
    network: "MIXED",
    adGroupTypes: ["UNSPECIFIED"],
    typical: { ctr: 0.02, cpc: 0.5, cvr: 0.08 }
  }
}

export const channelOf = (campaign: Readonly<Record<string, unknown>> | undefined): Channel =>
  channels[String(campaign?.["advertisingChannelType"])] ?? channels["SEARCH"]!
