import type { MarketTerm } from "../generator/markets.ts"
import { plumbingCampaigns } from "./plumbing.ts"
import type { DemoCampaign } from "./types.ts"

/** Searches that match no keyword of "Emergency plumber". */
const keywordless: readonly MarketTerm[] = (
  [
    ["water coming through the ceiling", 0.9, 5.2, 0.14],
    ["leak under kitchen sink", 0.8, 4.8, 0.12],
    ["sewage smell in basement", 0.6, 4.9, 0.08],
    ["toilet overflowing what to do", 0.7, 4.6, 0, "informational"]
  ] as const
).map(([text, clicks, cpc, cvr, label]) => ({
  text,
  impressions: clicks / 0.06,
  ctr: 0.06,
  cvr,
  cpc,
  ...(label ? { label } : {})
}))

/** A person turned AI Max on in "Emergency plumber". */
const withAiMax = (campaign: DemoCampaign): DemoCampaign =>
  campaign.slug === "emergency-plumber"
    ? { ...campaign, aiMaxDaysAgo: 35, market: { ...campaign.market!, keywordless } }
    : campaign

const allServices: DemoCampaign = {
  slug: "all-services",
  name: "All services",
  budget: 40,
  channel: { type: "PERFORMANCE_MAX", fields: { maximizeConversions: {} } },
  adGroups: [],
  negatives: [],
  market: {
    terms: [],
    valuePerConversion: 210,
    whole: { impressions: 3200, ctr: 0.0125, cvr: 0.052, cpc: 1.3 }
  }
}

const winterHeatingSale: DemoCampaign = {
  slug: "winter-heating-sale",
  name: "Winter heating sale",
  budget: 0,
  total: { amount: 2000, startedDaysAgo: 35, endsInDays: 20 },
  channel: {
    type: "SHOPPING",
    adGroup: "Heating products",
    fields: { targetSpend: {}, shoppingSetting: { merchantId: "5550100", feedLabel: "US" } }
  },
  adGroups: [],
  negatives: [],
  market: {
    terms: [],
    valuePerConversion: 85,
    whole: { impressions: 7600, ctr: 0.009, cvr: 0.023, cpc: 0.71 }
  }
}

const remarketing: DemoCampaign = {
  slug: "remarketing",
  name: "Remarketing",
  budget: 12,
  pausedDaysAgo: 60,
  channel: { type: "DISPLAY", adGroup: "Website visitors", fields: { targetSpend: {} } },
  adGroups: [],
  negatives: [],
  market: {
    terms: [],
    valuePerConversion: 180,
    whole: { impressions: 5400, ctr: 0.0051, cvr: 0.011, cpc: 0.58 }
  }
}

/** Northwind advertises on other channels too. */
export const northwindCampaigns: readonly DemoCampaign[] = [
  ...plumbingCampaigns.map(withAiMax),
  allServices,
  winterHeatingSale,
  remarketing
]
