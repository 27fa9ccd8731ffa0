import { Schema } from "effect"
import { operation } from "../operation.ts"
import { KeywordState } from "../resources/ad.ts"
import {
  contentErrors,
  contentPreviewOutput,
  guardedInput,
  heldInput,
  Share,
  syncOutput
} from "../resources/changes.ts"
import { adLinesInput, assetsInput } from "../resources/parts.ts"
import {
  ActionId,
  AdId,
  CampaignSlug,
  described,
  OrgRef,
  optional,
  thirdParty,
  WebUrl
} from "../values/index.ts"

/** Lists of lines or links before and after, by part. */
const ContentChanges = thirdParty(
  Schema.Record({ key: Schema.String, value: Schema.Struct({ from: Schema.Unknown, to: Schema.Unknown }) })
)

const executed = Schema.Struct({
  applied: Schema.Literal(true),
  action_id: Schema.NullOr(ActionId),
  changed: ContentChanges,
  ...syncOutput
})

export const updateAd = operation("ads.update", {
  summary: "Pause, enable or rewrite an ad",
  when: "Lists replace the ad's own; its landing page must prove each line. The ad platform reviews a rewritten ad again.",
  gives: "The preview gives what changes, and what a pause loses of 30 days; the execution action_id.",
  next: "Undo with {actions.undo}.",
  http: "PATCH /organizations/{org}/campaigns/{slug}/ads/{ad_id}",
  tool: "svc_update_ad",
  scope: "campaigns:write",
  effect: "guarded",
  input: Schema.Struct({
    org: OrgRef,
    slug: CampaignSlug,
    ad_id: described(AdId, "From {campaigns.list_ads}"),
    state: optional(KeywordState, "paused stops it with its keywords"),
    ...adLinesInput,
    url: optional(WebUrl, "Its landing page"),
    ...guardedInput,
    ...heldInput
  }),
  output: Schema.Union(
    Schema.Struct({
      ...contentPreviewOutput,
      would_change: ContentChanges,
      would_lose: optional(Share, "Shares of the campaign's last 30 days, and amounts")
    }),
    executed
  ),
  errors: contentErrors,
  example: {
    input: { org: "northwind", slug: "boiler-repair", ad_id: 42, state: "paused" },
    output: {
      dry_run: true,
      campaign: "boiler-repair",
      needs_approval: false,
      would_change: { state: { from: "enabled", to: "paused" } },
      preview_hash: "7d2a"
    }
  }
})

export const updateAssets = operation("assets.update", {
  summary: "Replace a campaign's sitelinks or callouts",
  when: "Each list replaces the one before; the pages must prove each line.",
  gives: "The preview gives old and new lists; the execution action_id.",
  next: "Undo with {actions.undo}.",
  http: "PATCH /organizations/{org}/campaigns/{slug}/assets",
  tool: "svc_update_assets",
  scope: "campaigns:write",
  effect: "guarded",
  input: Schema.Struct({
    org: OrgRef,
    slug: CampaignSlug,
    ...assetsInput,
    ...guardedInput,
    ...heldInput
  }),
  output: Schema.Union(Schema.Struct({ ...contentPreviewOutput, would_change: ContentChanges }), executed),
  errors: contentErrors,
  example: {
    input: {
      org: "northwind",
      slug: "boiler-repair",
      callouts: ["Fixed prices", "Open daily"]
    },
    output: {
      dry_run: true,
      campaign: "boiler-repair",
      needs_approval: false,
      would_change: { callouts: { from: ["Fixed prices"], to: ["Fixed prices", "Open daily"] } },
      preview_hash: "7d2a"
    }
  }
})
