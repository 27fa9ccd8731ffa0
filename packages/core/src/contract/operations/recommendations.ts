import { Schema } from "effect"
import {
  allDetectors,
  detectorDescriptions,
  detectorOptionsSchema,
  detectors,
  optionProblems
} from "../detectors.ts"
import { limits } from "../limits.ts"
import { operation } from "../operation.ts"
import {
  contentPreviewOutput,
  guardedInput,
  heldInput,
  limitsOutput,
  previewOutput,
  Share,
  syncOutput
} from "../resources/changes.ts"
import { Finding, Recommendation, recommendationStatuses } from "../resources/insight.ts"
import {
  ActionId,
  CampaignSlug,
  described,
  Line,
  Money,
  OneOf,
  OrgRef,
  optional,
  pageInput,
  pageOutput,
  RecommendationId,
  TaskId,
  ThirdPartyText,
  withDefault
} from "../values/index.ts"

export const runDetector = operation("detectors.run", {
  summary: "Run a detector on a campaign",
  when: "Finds waste or opportunities; never changes the campaign.",
  gives: "Gives findings; on a running campaign those that can be acted on carry recommendation_id.",
  next: "Preview one with {recommendations.apply}.",
  http: "POST /organizations/{org}/campaigns/{slug}/detect",
  tool: "svc_run_detector",
  scope: "campaigns:read",
  effect: "read",
  // It stores what it finds as recommendations.
  hints: { readOnly: false },
  input: Schema.Struct({
    org: OrgRef,
    slug: CampaignSlug,
    detector: described(OneOf(...detectors, allDetectors), detectorDescriptions),
    options: optional(detectorOptionsSchema, "Those that the detector takes")
  }).pipe(Schema.filter(({ detector, options }) => [...optionProblems(detector, options ?? {})])),
  output: Schema.Struct({
    detector: OneOf(...detectors, allDetectors),
    findings: Schema.Array(Finding),
    note: optional(ThirdPartyText, "Why nothing was found, or what to know about the saving"),
    estimated_monthly_saving: optional(
      Money,
      "Cost of the last 30 days that it would have prevented, each keyword and term counted once; omitted if none"
    )
  }),
  errors: ["not_found", "channel_not_supported"],
  example: {
    input: { org: "northwind", slug: "boiler-repair", detector: "negative_keywords", options: { days: 30 } },
    output: {
      detector: "negative_keywords",
      findings: [
        {
          term: "boiler jobs",
          match_type: "exact",
          cost_30d: 41.2,
          clicks: 9,
          conversions: 0,
          share_of_cost: 0.02,
          action: "exclude",
          reason:
            "About 2.9 conversions were to be expected from 30 clicks (90 days, without the last 3); none came.",
          recommendation_id: "rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp"
        }
      ],
      estimated_monthly_saving: 41.2
    }
  }
})

export const listRecommendations = operation("recommendations.list", {
  summary: "List recommendations",
  when: "What detectors and the engine propose.",
  gives: "Gives id, type, campaign and a summary of each.",
  next: "Preview one with {recommendations.apply}.",
  http: "GET /organizations/{org}/recommendations",
  tool: "svc_list_recommendations",
  scope: "recommendations:read",
  effect: "read",
  input: Schema.Struct({
    org: OrgRef,
    campaign: optional(CampaignSlug, "Of this campaign"),
    status: withDefault(OneOf(...recommendationStatuses), "pending", "In this status"),
    ...pageInput
  }),
  output: Schema.Struct({ recommendations: Schema.Array(Recommendation), ...pageOutput }),
  errors: ["not_found"],
  example: {
    input: { org: "northwind" },
    output: {
      recommendations: [
        {
          id: "rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp",
          type: "negative_keywords",
          campaign: "boiler-repair",
          summary: "Exclude 12 search terms that cost $310.40 in 30 days and never converted",
          estimated_monthly_saving: null,
          created_at: "2026-01-12T06:00:00.000Z"
        }
      ],
      total: 1,
      next_cursor: null
    }
  }
})

export const applyRecommendation = operation("recommendations.apply", {
  summary: "Apply a recommendation",
  when: "From {detectors.run} or {recommendations.list}.",
  gives: "The preview gives each operation and the saving; the execution action_ids.",
  next: "Undo each with {actions.undo}.",
  http: "POST /recommendations/{id}/apply",
  tool: "svc_apply_recommendation",
  scope: "recommendations:apply",
  effect: "guarded",
  owner: "recommendation",
  input: Schema.Struct({
    id: RecommendationId,
    only: optional(
      Schema.Array(Line(255)).pipe(
        Schema.minItems(1, { message: () => `must have 1 to ${limits.appliedFindings} findings` }),
        Schema.maxItems(limits.appliedFindings, {
          message: () => `must have 1 to ${limits.appliedFindings} findings`
        })
      ),
      "Only these terms or keywords of its findings"
    ),
    ...guardedInput,
    ...heldInput
  }),
  output: Schema.Union(
    Schema.Struct({
      ...previewOutput,
      recommendation_id: optional(RecommendationId),
      would_apply: Schema.Array(Schema.Struct({ op: Schema.String, summary: ThirdPartyText })),
      estimated_monthly_saving: described(
        Schema.NullOr(Money),
        "Cost of the last 30 days that the operations left to do would have prevented"
      ),
      within_limits: optional(Schema.Boolean, "If budgets change"),
      ...limitsOutput,
      would_lose: optional(
        Share,
        "Of exclusions and pauses: shares of the campaign's last 30 days, and amounts"
      ),
      blocked_keywords: optional(Schema.Array(ThirdPartyText), "Enabled keywords that would no longer show")
    }),
    Schema.Struct({
      applied: Schema.Literal(true),
      action_id: described(Schema.NullOr(ActionId), "The first of action_ids; null if nothing changed"),
      action_ids: Schema.Array(ActionId),
      task_tracking_id: optional(TaskId, "If a draft is written"),
      ...syncOutput
    })
  ),
  errors: [
    "not_found",
    "recently_applied",
    "recommendation_not_pending",
    "budget_cap_exceeded",
    "sync_conflict",
    "ad_account_not_linked",
    "ad_account_not_selected",
    "ad_platform_connection_incomplete",
    "business_profile_not_ready",
    "unavailable"
  ],
  example: {
    input: { id: "rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp" },
    output: {
      dry_run: true,
      campaign: "boiler-repair",
      recommendation_id: "rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp",
      needs_approval: false,
      would_apply: [{ op: "add_negative_keyword", summary: 'Exclude "boiler jobs" (exact)' }],
      estimated_monthly_saving: 41.2,
      would_lose: {
        clicks: 0.02,
        cost: 0.02,
        conversions: 0,
        clicks_30d: 9,
        cost_30d: 41.2,
        conversions_30d: 0
      },
      blocked_keywords: []
    }
  }
})

export const applyRecommendations = operation("recommendations.apply_several", {
  summary: "Apply several recommendations",
  when: "Exclusions and keyword pauses of one ad account.",
  gives: "The preview gives each operation and the saving; the execution action_ids.",
  next: "Undo with {actions.undo}, all: true.",
  http: "POST /organizations/{org}/recommendations/apply",
  tool: "svc_apply_recommendations",
  scope: "recommendations:apply",
  effect: "guarded",
  input: Schema.Struct({
    org: OrgRef,
    ids: Schema.Array(RecommendationId).pipe(
      Schema.minItems(1, { message: () => `must have 1 to ${limits.appliedTogether} recommendations` }),
      Schema.maxItems(limits.appliedTogether, {
        message: () => `must have 1 to ${limits.appliedTogether} recommendations`
      }),
      Schema.annotations({ description: "Their ids" })
    ),
    ...guardedInput,
    ...heldInput
  }),
  output: Schema.Union(
    Schema.Struct({
      ...contentPreviewOutput,
      would_apply: Schema.Array(
        Schema.Struct({ campaign: Schema.String, op: Schema.String, summary: ThirdPartyText })
      ),
      estimated_monthly_saving: described(
        Schema.NullOr(Money),
        "Cost of the last 30 days that all of it would have prevented, each keyword and term counted once"
      ),
      by_campaign: Schema.Array(Schema.Struct({ campaign: Schema.String, would_lose: Share })),
      blocked_keywords: optional(Schema.Array(ThirdPartyText), "Enabled keywords that would no longer show")
    }),
    Schema.Struct({
      applied: Schema.Literal(true),
      action_id: described(Schema.NullOr(ActionId), "The first of action_ids; null if nothing changed"),
      action_ids: described(Schema.Array(ActionId), "One for each campaign"),
      ...syncOutput
    })
  ),
  errors: [
    "not_found",
    "recently_applied",
    "sync_conflict",
    "ad_account_not_linked",
    "ad_platform_connection_incomplete",
    "unavailable"
  ],
  example: {
    input: { org: "northwind", ids: ["rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp"] },
    output: {
      dry_run: true,
      campaign: "boiler-repair",
      needs_approval: false,
      would_apply: [
        {
          campaign: "boiler-repair",
          op: "add_negative_keyword",
          summary: 'Exclude "boiler jobs" (exact)'
        }
      ],
      estimated_monthly_saving: 41.2,
      by_campaign: [
        {
          campaign: "boiler-repair",
          would_lose: {
            clicks: 0.02,
            cost: 0.02,
            conversions: 0,
            clicks_30d: 9,
            cost_30d: 41.2,
            conversions_30d: 0
          }
        }
      ],
      blocked_keywords: []
    }
  }
})
