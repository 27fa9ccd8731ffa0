import { Schema } from "effect"
import { operation } from "../operation.ts"
import { Ad, NegativeKeyword } from "../resources/ad.ts"
import { CampaignSlug, OrgRef, pageInput, pageOutput } from "../values/index.ts"

export const listAds = operation("campaigns.list_ads", {
  summary: "List a campaign's ads",
  when: "Read what a draft says before launching it.",
  gives: "Gives each ad's landing page, state, headlines and descriptions, each line with its source.",
  next: "Add one with {campaigns.create_ad}; launch with {campaigns.set_state}.",
  http: "GET /organizations/{org}/campaigns/{slug}/ads",
  tool: "svc_list_ads",
  scope: "campaigns:read",
  effect: "read",
  input: Schema.Struct({ org: OrgRef, slug: CampaignSlug, ...pageInput }),
  output: Schema.Struct({ ads: Schema.Array(Ad), ...pageOutput }),
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
  next: "Add some with {keywords.add_negatives}; undo an action_id with {actions.undo}.",
  http: "GET /organizations/{org}/campaigns/{slug}/negative-keywords",
  tool: "svc_list_negative_keywords",
  scope: "campaigns:read",
  effect: "read",
  input: Schema.Struct({ org: OrgRef, slug: CampaignSlug, ...pageInput }),
  output: Schema.Struct({ negative_keywords: Schema.Array(NegativeKeyword), ...pageOutput }),
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
