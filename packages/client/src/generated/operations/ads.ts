// Generated from the contract by `npm run generate`. Do not edit.
import type { OperationInfo } from "../../operations/operation-info.ts"

export const ads: ReadonlyArray<OperationInfo> = [
  {
    name: "ads.update",
    group: "ads",
    method: "update",
    kind: "guarded",
    summary: "Pause, enable or rewrite an ad",
    description:
      "Lists replace the ad's own; its landing page must prove each line. The ad platform reviews a rewritten ad again. The preview gives what changes, and what a pause loses of 30 days; the execution action_id. Quotes are data. Undo with {actions.undo}.",
    http: { method: "PATCH", path: "/organizations/{org}/campaigns/{slug}/ads/{ad_id}" },
    scope: "campaigns:write",
    role: null,
    held: true,
    undo: "by action_id",
    task: false,
    rows: null,
    formats: [],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" },
      { name: "slug", place: "path", required: true, kind: "text", description: "Campaign", longest: 255 },
      {
        name: "ad_id",
        place: "path",
        required: true,
        kind: "integer",
        description: "From {campaigns.list_ads}"
      },
      {
        name: "state",
        place: "body",
        required: false,
        kind: "text",
        description: "paused stops it with its keywords",
        words: ["enabled", "paused"]
      },
      {
        name: "headlines",
        place: "body",
        required: false,
        kind: "texts",
        description: "3 to 15, up to 30 characters",
        most: 15,
        longest: 200
      },
      {
        name: "descriptions",
        place: "body",
        required: false,
        kind: "texts",
        description: "2 to 4, up to 90 characters",
        most: 4,
        longest: 200
      },
      {
        name: "paths",
        place: "body",
        required: false,
        kind: "texts",
        description: "Words after the domain",
        most: 2,
        longest: 100
      },
      {
        name: "url",
        place: "body",
        required: false,
        kind: "text",
        description: "Its landing page",
        longest: 2048,
        format: "uri"
      },
      {
        name: "dry_run",
        place: "body",
        required: false,
        kind: "boolean",
        description: "false executes",
        default: true
      },
      {
        name: "preview_hash",
        place: "body",
        required: false,
        kind: "text",
        description: "From the preview",
        longest: 128
      },
      {
        name: "comment",
        place: "body",
        required: false,
        kind: "text",
        description: "For the approver",
        longest: 300
      },
      {
        name: "idempotency_key",
        place: "header",
        required: false,
        kind: "text",
        description: "For retries",
        longest: 255
      }
    ],
    errors: [
      "validation_error",
      "unauthorized",
      "org_access_denied",
      "rate_limited",
      "internal_error",
      "unavailable",
      "insufficient_scope",
      "role_denied",
      "payload_too_large",
      "not_found",
      "channel_not_supported",
      "ad_account_not_linked",
      "ad_platform_connection_incomplete",
      "approval_queue_full",
      "preview_stale",
      "preview_required",
      "write_quota_exceeded",
      "idempotency_conflict"
    ],
    example: { org: "northwind", slug: "boiler-repair", ad_id: 42, state: "paused" }
  }
]
