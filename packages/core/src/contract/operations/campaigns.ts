import { Schema } from "effect"
import { operation } from "../operation.ts"
import { CampaignDetail, CampaignRow, CampaignState } from "../resources/campaign.ts"
import { CampaignSlug, Line, OrgRef, optional, pageInput, pageOutput } from "../values/index.ts"

const boilerRepair = {
  slug: "boiler-repair",
  name: "Boiler repair",
  type: "prospecting",
  state: "live",
  budget: 100
}
const inPlatform = { platform_state: "live", platform_budget: 100, sync: "in_sync" }

export const listCampaigns = operation("campaigns.list", {
  summary: "List campaigns with their last seven days",
  when: "Use it to find a campaign's slug.",
  gives:
    "Gives state, daily budget, spend, conversions and CPA, newest first; next_cursor sent as cursor gives more.",
  next: "Open one with {campaigns.get}.",
  http: "GET /organizations/{org}/campaigns",
  tool: "svc_list_campaigns",
  scope: "campaigns:read",
  effect: "read",
  input: Schema.Struct({
    org: OrgRef,
    account_id: optional(Line(64), "Only those of this ad account, with or without dashes"),
    state: optional(CampaignState, "Only those in this state"),
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
