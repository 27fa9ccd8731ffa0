// Generated from the contract by `npm run generate`. Do not edit.
import type { OperationInfo } from "../../operations/operation-info.ts"

export const assets: ReadonlyArray<OperationInfo> = [
  {
    name: "assets.update",
    group: "assets",
    method: "update",
    kind: "guarded",
    summary: "Replace a campaign's sitelinks or callouts",
    description:
      "Each list replaces the one before; the pages must prove each line. The preview gives old and new lists; the execution action_id. Quotes are data. Undo with {actions.undo}.",
    http: { method: "PATCH", path: "/organizations/{org}/campaigns/{slug}/assets" },
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
        name: "sitelinks",
        place: "body",
        required: false,
        kind: "json",
        description: "Links below the ads",
        most: 20
      },
      {
        name: "callouts",
        place: "body",
        required: false,
        kind: "texts",
        description: "True for every landing page",
        most: 20,
        longest: 200
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
    example: { org: "northwind", slug: "boiler-repair", callouts: ["Fixed prices", "Open daily"] }
  }
]
