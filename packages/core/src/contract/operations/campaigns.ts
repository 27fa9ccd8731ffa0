import { Schema } from "effect"
import { operation } from "../operation.ts"
import { Ad, NegativeKeyword } from "../resources/ad.ts"
import { CampaignDetail, CampaignRow, CampaignState, Channel, contentNote } from "../resources/campaign.ts"
import { CampaignSlug, Line, OrgRef, optional, pageInput, pageOutput } from "../values/index.ts"

const boilerRepair = {
  slug: "boiler-repair",
  name: "Boiler repair",
  type: "prospecting",
  state: "live",
  budget: 100,
  channel: "search",
  ai_max: false,
  budget_type: "daily",
  budget_total: null,
  budget_left: null,
  ends_on: null
}
const inPlatform = { platform_state: "live", platform_budget: 100, sync: "in_sync" }

export const listCampaigns = operation("campaigns.list", {
  summary: "List campaigns with their last seven days",
  when: "Finds a campaign's slug.",
  gives:
    "Gives state, daily budget, spend, conversions and CPA, newest first; next_cursor sent as cursor gives more.",
  next: "Open one with {campaigns.get}.",
  http: "GET /organizations/{org}/campaigns",
  tool: "svc_list_campaigns",
  scope: "campaigns:read",
  effect: "read",
  input: Schema.Struct({
    org: OrgRef,
    account_id: optional(Line(64), "Of this ad account"),
    state: optional(CampaignState, "In this state"),
    channel: optional(Channel, "Of this channel"),
    ...pageInput
  }),
  output: Schema.Struct({ campaigns: Schema.Array(CampaignRow), ...pageOutput }),
  errors: ["not_found"],
  example: {
    input: { org: "northwind", state: "live", limit: 1 },
    output: {
      campaigns: [
        {
          ...boilerRepair,
          spend_7d: 642.17,
          conversions_7d: 11,
          cpa_7d: 58.38,
          created_at: "2026-01-05T09:00:00.000Z",
          ...inPlatform
        }
      ],
      total: 1,
      next_cursor: null
    }
  }
})

export const getCampaign = operation("campaigns.get", {
  summary: "Get one campaign",
  when: "Read it before changing it.",
  gives: "Gives budget, target CPA, website, counts, and in sync whether the ad platform has the same.",
  next: "Change it with {campaigns.update} or {campaigns.set_state}; find waste with {detectors.run}.",
  http: "GET /organizations/{org}/campaigns/{slug}",
  tool: "svc_get_campaign",
  scope: "campaigns:read",
  effect: "read",
  input: Schema.Struct({ org: OrgRef, slug: CampaignSlug }),
  output: CampaignDetail,
  errors: ["not_found"],
  example: {
    input: { org: "northwind", slug: "boiler-repair" },
    output: {
      ...boilerRepair,
      target_cpa: 0,
      goal: "leads",
      website_url: "https://northwind.example/",
      ads_count: 2,
      keywords_count: 18,
      negative_keywords_count: 3,
      last_synced_at: "2026-01-05T09:00:00.000Z",
      ...inPlatform,
      sync_error: null
    }
  }
})

export const listAds = operation("campaigns.list_ads", {
  summary: "List a campaign's ads",
  when: "Read what a draft says before launching it.",
  gives: "Gives each ad's landing page, state, headlines and descriptions, each line with its source.",
  next: "Change one with {ads.update}, add one with {campaigns.create_ad}.",
  http: "GET /organizations/{org}/campaigns/{slug}/ads",
  tool: "svc_list_ads",
  scope: "campaigns:read",
  effect: "read",
  input: Schema.Struct({ org: OrgRef, slug: CampaignSlug, ...pageInput }),
  output: Schema.Struct({ ads: Schema.Array(Ad), ...pageOutput, ...contentNote }),
  errors: ["not_found"],
  example: {
    input: { org: "northwind", slug: "boiler-repair" },
    output: {
      ads: [
        {
          ad_id: 42,
          name: "Boiler repair 1",
          url: "https://northwind.example/boilers",
          state: "enabled",
          lines: [
            {
              of: "headline",
              text: "Boiler Repair in Portland",
              source: "h1 of https://northwind.example/boilers"
            }
          ]
        }
      ],
      total: 1,
      next_cursor: null
    }
  }
})

export const listNegativeKeywords = operation("keywords.list_negatives", {
  summary: "List a campaign's exclusions",
  when: "Use it to see which searches show no ad.",
  gives: "Gives the negative keywords in force on the campaign, its ads and by lists, newest first.",
  next: "Add some with {keywords.add_negatives}, remove some with {keywords.remove_negatives}.",
  http: "GET /organizations/{org}/campaigns/{slug}/negative-keywords",
  tool: "svc_list_negative_keywords",
  scope: "campaigns:read",
  effect: "read",
  input: Schema.Struct({ org: OrgRef, slug: CampaignSlug, ...pageInput }),
  output: Schema.Struct({ negative_keywords: Schema.Array(NegativeKeyword), ...pageOutput, ...contentNote }),
  errors: ["not_found"],
  example: {
    input: { org: "northwind", slug: "boiler-repair" },
    output: {
      negative_keywords: [
        {
          text: "boiler jobs",
          match_type: "phrase",
          ad_id: null,
          source: "dashboard",
          action_id: "act_9Xk2Lm7Qv4Tn8Bc1Zp6RdS",
          created_at: "2026-01-12T06:00:00.000Z"
        }
      ],
      total: 1,
      next_cursor: null
    }
  }
})
