import type { Detector, recommendationTypes } from "../../contract/index.ts"

export type RecommendationType = (typeof recommendationTypes)[number]

/** What recommendations and findings are about, for people: a heading in documents and pages. */
export const recommendationLabels: Readonly<Record<RecommendationType | Detector, string>> = {
  high_cpc: "Expensive keywords",
  no_conversion_keywords: "Keywords without conversions",
  zero_impression: "Keywords that are never shown",
  negative_keywords: "Searches to exclude",
  tcpa: "Target cost per conversion",
  exact_match: "Exact keywords to add",
  hipo: "Keywords with high potential",
  keyword_count: "Ads with too many keywords",
  optimized_keywords: "Keywords to keep, add and pause",
  new_keywords: "Searches to add as keywords",
  brand_leak: "Brand searches in other campaigns",
  budget: "Daily budgets",
  location: "Locations without a campaign",
  icp: "Customers without a campaign"
}
