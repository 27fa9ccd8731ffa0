import { Schema } from "effect"
import { operation } from "../operation.ts"
import {
  FieldChanges,
  FromTo,
  guardedInput,
  heldInput,
  limitsOutput,
  previewOutput,
  Share,
  syncOutput
} from "../resources/changes.ts"
import { adPartsInput, campaignPartsInput } from "../resources/parts.ts"
import {
  ActionId,
  AdId,
  BudgetInput,
  CampaignSlug,
  described,
  Flag,
  Line,
  OneOf,
  OrgRef,
  optional,
  Sentence,
  TargetCpaInput,
  TaskId,
  ThirdPartyText,
  Timestamp,
  thirdParty,
  WebUrl,
  withDefault
} from "../values/index.ts"

const Queued = {
  task_tracking_id: TaskId,
  status: Schema.Literal("queued"),
  warnings: optional(
    Schema.Array(thirdParty(Sentence)),
    "What to check before it is launched, such as a website that belongs to another business"
  )
}

export const createCampaign = operation("campaigns.create", {
  summary: "Create a draft campaign from a website, with your ads or proposed ones",
  when: "Always a draft, which spends nothing. Its page must prove each line; a quote names the words. What you omit is proposed.",
  gives:
    "Gives its slug and task_tracking_id; the task's result gives action_id, refused lines with the nearest sentence, and needs.",
  next: "Follow with {tasks.get}, then launch with {campaigns.set_state}; {actions.undo} discards it.",
  http: "POST /organizations/{org}/campaigns",
  tool: "svc_create_campaign",
  scope: "campaigns:write",
  effect: "immediate",
  held: true,
  undo: "by action_id",
  success: 202,
  input: Schema.Struct({
    org: OrgRef,
    website_url: described(WebUrl, "The site to build from"),
    type: withDefault(OneOf("prospecting", "brand"), "prospecting", "What the campaign is for"),
    name: optional(Line(255), "Generated if omitted"),
    budget: optional(BudgetInput, "Daily, rounded to whole units"),
    ...campaignPartsInput,
    ...heldInput
  }),
  output: Schema.Struct({ ...Queued, campaign: Schema.String, url: Schema.String }),
  errors: ["budget_cap_exceeded", "business_profile_not_ready", "ad_account_not_selected"],
  example: {
    input: { org: "northwind", website_url: "https://northwind.example/", budget: 25 },
    output: {
      task_tracking_id: 1001,
      status: "queued",
      campaign: "northwind-prospecting",
      url: "https://adwarden.example/o/northwind/campaigns/northwind-prospecting"
    }
  }
})

export const createAd = operation("campaigns.create_ad", {
  summary: "Add an ad to a campaign from a landing page, with your lines or proposed ones",
  when: "On a live campaign the ad serves when finished, on a draft it waits; only the dashboard removes it.",
  gives: "Gives ad_id and task_tracking_id; the task's result gives refused lines and needs.",
  next: "Follow with {tasks.get}.",
  http: "POST /organizations/{org}/campaigns/{slug}/ads",
  tool: "svc_create_ad",
  scope: "campaigns:write",
  effect: "immediate",
  held: true,
  undo: "none: an ad is removed in the dashboard",
  success: 202,
  input: Schema.Struct({
    org: OrgRef,
    slug: CampaignSlug,
    url: described(WebUrl, "Landing page on the website's domain"),
    name: optional(Line(255), "Numbered if omitted"),
    ...adPartsInput,
    ...heldInput
  }),
  output: Schema.Struct({ ...Queued, ad_id: AdId }),
  errors: [
    "not_found",
    "ad_not_supported",
    "channel_not_supported",
    "ad_account_not_linked",
    "ad_platform_connection_incomplete"
  ],
  example: {
    input: { org: "northwind", slug: "boiler-repair", url: "https://northwind.example/boilers" },
    output: { task_tracking_id: 1002, status: "queued", ad_id: 42 }
  }
})

const asksForSomething = (input: {
  readonly name?: string
  readonly budget?: number
  readonly target_cpa?: number
  readonly ai_max?: boolean
}): string | undefined =>
  input.name === undefined &&
  input.budget === undefined &&
  input.target_cpa === undefined &&
  input.ai_max === undefined
    ? "asks for nothing: send at least one of name, budget, target_cpa, ai_max"
    : undefined

export const updateCampaign = operation("campaigns.update", {
  summary: "Change a campaign's name, budget, target CPA or AI Max",
  when: "Only the fields sent change.",
  gives: "The preview gives from, to, the limits and through_ai_max; the execution action_id.",
  next: "Undo with {actions.undo}.",
  http: "PATCH /organizations/{org}/campaigns/{slug}",
  tool: "svc_update_campaign",
  scope: "campaigns:write",
  effect: "guarded",
  input: Schema.Struct({
    org: OrgRef,
    slug: CampaignSlug,
    name: optional(Line(255), "The new name"),
    budget: optional(BudgetInput, "Daily, in whole units"),
    target_cpa: optional(TargetCpaInput, "To the cent"),
    ai_max: optional(Flag, "On or off"),
    ...guardedInput,
    ...heldInput
  }).pipe(Schema.filter(asksForSomething)),
  output: Schema.Union(
    Schema.Struct({
      ...previewOutput,
      would_change: FieldChanges,
      within_limits: Schema.Boolean,
      through_ai_max: optional(Share, "What came through AI Max; absent if unknown or not switched"),
      ...limitsOutput
    }),
    Schema.Struct({
      applied: Schema.Literal(true),
      action_id: Schema.NullOr(ActionId),
      changed: FieldChanges,
      ...syncOutput
    })
  ),
  errors: ["not_found", "budget_cap_exceeded", "sync_conflict", "unavailable"],
  example: {
    input: { org: "northwind", slug: "boiler-repair", budget: 110 },
    output: {
      dry_run: true,
      campaign: "boiler-repair",
      needs_approval: false,
      would_change: { budget: { from: 100, to: 110 } },
      within_limits: true,
      preview_hash: "5f2c"
    }
  }
})

export const acceptChanges = operation("campaigns.accept_changes", {
  summary: "Accept what others changed in a campaign in the ad platform",
  when: "For a campaign whose sync is conflict, or after sync_conflict.",
  gives:
    "The preview gives changes and from, to; the execution takes over the ad platform's values, ads and keywords.",
  next: "Follow with {tasks.get}, then repeat your own change.",
  http: "POST /organizations/{org}/campaigns/{slug}/accept-changes",
  tool: "svc_accept_changes",
  scope: "campaigns:write",
  effect: "guarded",
  input: Schema.Struct({ org: OrgRef, slug: CampaignSlug, ...guardedInput, ...heldInput }),
  output: Schema.Union(
    Schema.Struct({
      ...previewOutput,
      changes: described(
        Schema.Array(
          Schema.Struct({
            at: Timestamp,
            by: Schema.NullOr(ThirdPartyText),
            what: ThirdPartyText
          })
        ),
        "What others changed"
      ),
      would_change: FieldChanges,
      committed_monthly: described(FromTo, "What all budgets commit in 30 days"),
      monthly_cap: optional(Schema.Number)
    }),
    Schema.Struct({
      accepted: Schema.Literal(true),
      action_id: Schema.NullOr(ActionId),
      task_tracking_id: Schema.NullOr(TaskId),
      changed: FieldChanges,
      ...syncOutput
    })
  ),
  errors: ["not_found", "ad_account_not_linked", "ad_platform_connection_incomplete", "unavailable"],
  example: {
    input: { org: "northwind", slug: "old-sync" },
    output: {
      dry_run: true,
      campaign: "old-sync",
      needs_approval: false,
      changes: [
        {
          at: "2026-01-05T09:00:00.000Z",
          by: "agency@northwind.test",
          what: "Daily budget changed from $10 to $14"
        }
      ],
      would_change: { budget: { from: 10, to: 14 } },
      committed_monthly: { from: 7800, to: 7920 },
      monthly_cap: 12000,
      preview_hash: "a71c"
    }
  }
})

export const setCampaignState = operation("campaigns.set_state", {
  summary: "Launch, pause or resume a campaign, or revert it to draft",
  when: "A launch is checked first; a pause meets no limit.",
  gives: "The preview gives blocked_by, what a launch lacks; the execution action_id and task_tracking_id.",
  next: "Follow with {tasks.get}; undo with {actions.undo}.",
  http: "PUT /organizations/{org}/campaigns/{slug}/state",
  tool: "svc_set_campaign_state",
  scope: "campaigns:write",
  effect: "guarded",
  input: Schema.Struct({
    org: OrgRef,
    slug: CampaignSlug,
    state: described(OneOf("live", "paused", "draft"), "The state to set"),
    ...guardedInput,
    ...heldInput
  }),
  output: Schema.Union(
    Schema.Struct({
      ...previewOutput,
      would_change: Schema.Struct({ state: optional(FromTo) }),
      blocked_by: described(Schema.NullOr(Schema.String), "The first thing that a launch lacks"),
      ...limitsOutput
    }),
    Schema.Struct({
      accepted: Schema.Literal(true),
      task_tracking_id: Schema.NullOr(TaskId),
      action_id: Schema.NullOr(ActionId),
      ...syncOutput
    })
  ),
  errors: [
    "not_found",
    "launch_blocked",
    "budget_cap_exceeded",
    "sync_conflict",
    "ad_account_not_linked",
    "unavailable"
  ],
  example: {
    input: { org: "northwind", slug: "bathroom-fitting", state: "live" },
    output: {
      dry_run: true,
      campaign: "bathroom-fitting",
      needs_approval: false,
      would_change: { state: { from: "paused", to: "live" } },
      blocked_by: null,
      preview_hash: "91ab"
    }
  }
})
