import { refuse } from "../protocol/errors.ts"
import { camelCase, fieldAt, messageNamed } from "../schema/index.ts"

/** The joins, segments and metrics of each GAQL resource that Google allows and the emulator computes. */
interface Source {
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
/** Segments that divide conversions: by the days since their click, or by what was done. */
export const conversionSegments = ["conversion_lag_bucket", "conversion_action"]
/** The metrics that Google divides by them. */
export const conversionMetrics = [
  "conversions",
  "conversions_value",
  "all_conversions",
  "all_conversions_value"
]
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
  customer: {
    message: "resources.Customer",
    joins: [],
    segments: [...hourly.segments, ...conversionSegments],
    metrics: baseMetrics
  },
  conversion_action: { message: "resources.ConversionAction", joins: ["customer"], ...plain },
  billing_setup: { message: "resources.BillingSetup", joins: ["customer"], ...plain },
  customer_client: { message: "resources.CustomerClient", joins: ["customer"], ...plain },
  customer_client_link: { message: "resources.CustomerClientLink", joins: ["customer"], ...plain },
  customer_manager_link: { message: "resources.CustomerManagerLink", joins: ["customer"], ...plain },
  campaign: {
    message: "resources.Campaign",
    joins: ["campaign_budget", "customer", "bidding_strategy"],
    segments: [...hourly.segments, ...conversionSegments],
    metrics: [...baseMetrics, ...shareMetrics]
  },
  campaign_budget: {
    message: "resources.CampaignBudget",
    joins: ["customer"],
    segments: [],
    metrics: baseMetrics
  },
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
    segments: [
      ...reporting.segments,
      ...keywordSegments,
      "search_term_match_type",
      "search_term_match_source"
    ],
    metrics: baseMetrics
  },
  change_event: { message: "resources.ChangeEvent", joins: ["ad_group", "campaign", "customer"], ...plain },
  geo_target_constant: { message: "resources.GeoTargetConstant", joins: [], ...plain },
  language_constant: { message: "resources.LanguageConstant", joins: [], ...plain }
}

export interface ResolvedField {
  /** The name in the query: `campaign.maximize_conversions.target_cpa_micros`. */
  readonly name: string
  readonly scope: "attribute" | "metric" | "segment"
  readonly resource: string
  /** Camel-cased path within the resource, the metrics or the segments. */
  readonly path: readonly string[]
  readonly type: string
  readonly of: string
  readonly repeated: boolean
}

type Clause = "SELECT" | "WHERE" | "ORDER BY"

/** Messages that a query can select as a whole although they are not lists. */
const selectableMessages = new Set(["change_event.old_resource", "change_event.new_resource"])

export const resolveField = (name: string, from: string, clause: Clause): ResolvedField => {
  const source = sources[from]!
  const [resource = "", ...path] = name.split(".")
  const scope = resource === "metrics" ? "metric" : resource === "segments" ? "segment" : "attribute"
  const message =
    scope === "metric"
      ? "common.Metrics"
      : scope === "segment"
        ? "common.Segments"
        : sources[resource]?.message
  const field = message === undefined || path.length === 0 ? undefined : fieldAt(messageNamed(message), path)
  if (!field) return unrecognized(name)
  if (field.type === "message" && !field.repeated && !selectableMessages.has(name)) return unrecognized(name)
  if (scope === "attribute") checkJoin(name, resource, from, source, clause)
  else checkReporting(name, scope, path.join("."), from, source)
  const { type, of, repeated } = field
  return { name, scope, resource, path: path.map(camelCase), type, of, repeated }
}

const unrecognized = (name: string, reason = "") =>
  refuse(
    { queryError: "UNRECOGNIZED_FIELD" },
    `Unrecognized field in the query: '${name}'.${reason}`,
    [],
    name
  )

const checkJoin = (name: string, resource: string, from: string, source: Source, clause: Clause): void => {
  if (resource === from || source.joins.includes(resource)) return
  refuse(
    {
      queryError:
        clause === "WHERE"
          ? "PROHIBITED_RESOURCE_TYPE_IN_WHERE_CLAUSE"
          : "PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE"
    },
    `The following field could not be used in the ${clause} clause: '${name}': the resource '${resource}' cannot be joined with '${from}'.`,
    [],
    name
  )
}

const checkReporting = (
  name: string,
  scope: "metric" | "segment",
  path: string,
  from: string,
  source: Source
): void => {
  const allowed = scope === "metric" ? source.metrics : source.segments
  if (allowed.includes(path)) return
  const computedSomewhere = Object.values(sources).some(({ metrics, segments }) =>
    (scope === "metric" ? metrics : segments).includes(path)
  )
  if (!computedSomewhere) unrecognized(name, " Google has it; the emulator does not compute it.")
  refuse(
    {
      queryError:
        scope === "metric"
          ? "PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE"
          : "PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE"
    },
    `Cannot select or filter on the following ${scope}s: '${name}', since ${scope} is incompatible with the resource in the FROM clause '${from}'.`,
    [],
    name
  )
}
