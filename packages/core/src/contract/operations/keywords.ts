import { Schema } from "effect"
import { limits } from "../limits.ts"
import { operation } from "../operation.ts"
import { KeywordRow, KeywordState, MatchType } from "../resources/ad.ts"
import { contentNote } from "../resources/campaign.ts"
import {
  contentErrors,
  contentPreviewOutput,
  guardedInput,
  heldInput,
  Share,
  syncOutput
} from "../resources/changes.ts"
import {
  ActionId,
  AdId,
  CampaignSlug,
  Count,
  Line,
  OneOf,
  OrgRef,
  optional,
  pageInput,
  pageOutput,
  ThirdPartyText,
  withDefault
} from "../values/index.ts"

export const listKeywords = operation("keywords.list", {
  summary: "List a campaign's keywords with their last 30 days",
  when: "Shows what is bid on.",
  gives:
    "Gives match type, state, clicks, cost and conversions of each, paused ones included unless state narrows.",
  next: "Find weak ones with {detectors.run}.",
  http: "GET /organizations/{org}/campaigns/{slug}/keywords",
  tool: "svc_list_keywords",
  scope: "campaigns:read",
  effect: "read",
  input: Schema.Struct({
    org: OrgRef,
    slug: CampaignSlug,
    state: optional(KeywordState, "In this state"),
    sort: withDefault(OneOf("cost", "clicks", "conversions"), "cost", "Highest of this first"),
    ...pageInput
  }),
  output: Schema.Struct({ keywords: Schema.Array(KeywordRow), ...pageOutput, ...contentNote }),
  errors: ["not_found"],
  example: {
    input: { org: "northwind", slug: "boiler-repair" },
    output: {
      keywords: [
        {
          text: "boiler repair near me",
          match_type: "phrase",
          state: "enabled",
          clicks_30d: 120,
          cost_30d: 640.5,
          conversions_30d: 11,
          avg_cpc: 5.34
        }
      ],
      total: 1,
      next_cursor: null
    }
  }
})

const keywordOps = ["add", "pause", "enable", "remove"] as const

const KeywordChange = Schema.Struct({
  op: OneOf(...keywordOps),
  text: Line(80),
  match_type: optional(MatchType, "phrase when added; else each that it has"),
  ad_id: optional(AdId, "Its ad, if there are several")
})

export const updateKeywords = operation("keywords.update", {
  summary: "Add, pause, enable or remove keywords of a campaign",
  when: "For searches to bid on, or no longer.",
  gives:
    "The preview gives each change, and what pauses and removals lose of 30 days; the execution action_id.",
  next: "Undo with {actions.undo}.",
  http: "PATCH /organizations/{org}/campaigns/{slug}/keywords",
  tool: "svc_update_keywords",
  scope: "campaigns:write",
  effect: "guarded",
  input: Schema.Struct({
    org: OrgRef,
    slug: CampaignSlug,
    keywords: Schema.Array(KeywordChange).pipe(
      Schema.minItems(1, { message: () => `must have 1 to ${limits.keywords} keywords` }),
      Schema.maxItems(limits.keywords, { message: () => `must have 1 to ${limits.keywords} keywords` }),
      Schema.annotations({ description: "The changes" })
    ),
    ...guardedInput,
    ...heldInput
  }),
  output: Schema.Union(
    Schema.Struct({
      ...contentPreviewOutput,
      would_apply: Schema.Array(
        Schema.Struct({
          op: OneOf(...keywordOps),
          text: ThirdPartyText,
          match_type: MatchType,
          ad_id: AdId
        })
      ),
      already_there: optional(Schema.Array(ThirdPartyText)),
      would_lose: optional(Share, "Shares of the campaign's last 30 days, and amounts")
    }),
    Schema.Struct({
      applied: Schema.Literal(true),
      action_id: Schema.NullOr(ActionId),
      changed: Schema.Struct({ added: Count, paused: Count, enabled: Count, removed: Count }),
      ...syncOutput
    })
  ),
  errors: contentErrors,
  example: {
    input: { org: "northwind", slug: "boiler-repair", keywords: [{ op: "pause", text: "boiler fix" }] },
    output: {
      dry_run: true,
      campaign: "boiler-repair",
      needs_approval: false,
      would_apply: [{ op: "pause", text: "boiler fix", match_type: "exact", ad_id: 42 }],
      preview_hash: "7d2a"
    }
  }
})

const Terms = Schema.Array(Line(80)).pipe(
  Schema.minItems(1, { message: () => `must have 1 to ${limits.negativeTerms} terms` }),
  Schema.maxItems(limits.negativeTerms, { message: () => `must have 1 to ${limits.negativeTerms} terms` }),
  Schema.annotations({ description: "The terms" })
)

export const addNegativeKeywords = operation("keywords.add_negatives", {
  summary: "Exclude search terms from one or several campaigns",
  when: "For searches that cost without conversions.",
  gives:
    "The preview gives the terms, what 30 days would lose, and enabled keywords blocked; the execution action_id.",
  next: "Undo with {actions.undo}, several with all: true.",
  http: "POST /organizations/{org}/campaigns/{slug}/negative-keywords",
  tool: "svc_add_negative_keywords",
  scope: "keywords:write",
  effect: "guarded",
  input: Schema.Struct({
    org: OrgRef,
    slug: CampaignSlug,
    keywords: Terms,
    match_type: withDefault(MatchType, "phrase", "How searches match a term"),
    campaigns: optional(
      Schema.Array(CampaignSlug).pipe(
        Schema.maxItems(limits.furtherCampaigns, {
          message: () => `must have at most ${limits.furtherCampaigns} campaigns`
        })
      ),
      "Others of the same ad account"
    ),
    ...guardedInput,
    ...heldInput
  }),
  output: Schema.Union(
    Schema.Struct({
      ...contentPreviewOutput,
      match_type: MatchType,
      would_apply: Schema.Array(
        Schema.Struct({
          op: Schema.Literal("add_negative_keyword"),
          term: ThirdPartyText,
          match_type: MatchType
        })
      ),
      already_there: optional(Schema.Array(ThirdPartyText)),
      would_lose: optional(Share, "Shares of the campaign's last 30 days, and amounts"),
      blocked_keywords: optional(Schema.Array(ThirdPartyText), "Enabled keywords that would no longer show"),
      by_campaign: optional(
        Schema.Array(
          Schema.Struct({
            campaign: Schema.String,
            terms: Schema.Array(ThirdPartyText),
            already_there: Schema.Array(ThirdPartyText),
            would_lose: Share,
            blocked_keywords: Schema.Array(ThirdPartyText)
          })
        ),
        "Of several campaigns, what each would get and lose"
      )
    }),
    Schema.Struct({
      applied: Schema.Literal(true),
      action_id: Schema.NullOr(ActionId),
      action_ids: optional(Schema.Array(ActionId), "Of several campaigns: the action of each that changed"),
      added: Count,
      match_type: MatchType,
      already_there: optional(Schema.Array(ThirdPartyText)),
      ...syncOutput
    })
  ),
  errors: contentErrors,
  example: {
    input: { org: "northwind", slug: "boiler-repair", keywords: ["boiler jobs"] },
    output: {
      dry_run: true,
      match_type: "phrase",
      would_apply: [{ op: "add_negative_keyword", term: "boiler jobs", match_type: "phrase" }]
    }
  }
})

export const removeNegativeKeywords = operation("keywords.remove_negatives", {
  summary: "Remove exclusions from a campaign",
  when: "For searches that should show ads again.",
  gives: "The preview gives each exclusion; the execution action_id.",
  next: "Undo with {actions.undo}.",
  http: "POST /organizations/{org}/campaigns/{slug}/negative-keywords/remove",
  tool: "svc_remove_negative_keywords",
  scope: "keywords:write",
  effect: "guarded",
  input: Schema.Struct({
    org: OrgRef,
    slug: CampaignSlug,
    keywords: Terms,
    match_type: optional(MatchType, "Default: each that a term has"),
    ...guardedInput,
    ...heldInput
  }),
  output: Schema.Union(
    Schema.Struct({
      ...contentPreviewOutput,
      would_apply: Schema.Array(
        Schema.Struct({
          op: Schema.Literal("remove_negative_keyword"),
          term: ThirdPartyText,
          match_type: MatchType,
          ad_id: Schema.NullOr(AdId)
        })
      ),
      note: Schema.String
    }),
    Schema.Struct({
      applied: Schema.Literal(true),
      action_id: Schema.NullOr(ActionId),
      removed: Count,
      ...syncOutput
    })
  ),
  errors: contentErrors,
  example: {
    input: { org: "northwind", slug: "boiler-repair", keywords: ["boiler jobs"] },
    output: {
      dry_run: true,
      would_apply: [
        { op: "remove_negative_keyword", term: "boiler jobs", match_type: "phrase", ad_id: null }
      ],
      note: "Searches with these terms can show ads again."
    }
  }
})
