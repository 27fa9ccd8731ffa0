// Made from the contract by `npm run client:generate`; do not edit.
import type { OperationInfo } from "../../operations/operation-info.ts"

export const campaigns: ReadonlyArray<OperationInfo> = [
  {
    name: "campaigns.list",
    group: "campaigns",
    method: "list",
    kind: "list",
    summary: "List campaigns with their last seven days",
    description: "Newest first. Send next_cursor as cursor until it is null. Open one with {campaigns.get}.",
    http: { method: "GET", path: "/organizations/{org}/campaigns" },
    scope: "campaigns:read",
    role: null,
    held: false,
    undo: null,
    rows: "campaigns",
    formats: [],
    fields: [
      {
        name: "org",
        place: "path",
        required: false,
        kind: "text",
        description: "Slug of the organization; _ is an API key's own",
        default: "_"
      },
      {
        name: "account_id",
        place: "query",
        required: false,
        kind: "text",
        description: "Only campaigns of this ad account",
        longest: 64
      },
      {
        name: "state",
        place: "query",
        required: false,
        kind: "text",
        description: "Only campaigns in this state",
        words: ["live", "paused", "draft", "error"]
      },
      {
        name: "limit",
        place: "query",
        required: false,
        kind: "integer",
        description: "Rows on a page",
        default: 20,
        least: 1,
        most: 100
      },
      {
        name: "cursor",
        place: "query",
        required: false,
        kind: "text",
        description: "next_cursor of the page before",
        longest: 1024
      }
    ],
    errors: [
      "validation_error",
      "unauthorized",
      "rate_limited",
      "internal_error",
      "unavailable",
      "insufficient_scope",
      "org_access_denied"
    ],
    example: { org: "northwind", state: "live", limit: 1 }
  },
  {
    name: "campaigns.get",
    group: "campaigns",
    method: "get",
    kind: "read",
    summary: "Get one campaign",
    description:
      "Budget, target CPA, website, counts, and whether the ad platform has the same. Change it with {campaigns.update} or {campaigns.set_state}.",
    http: { method: "GET", path: "/organizations/{org}/campaigns/{slug}" },
    scope: "campaigns:read",
    role: null,
    held: false,
    undo: null,
    rows: null,
    formats: [],
    fields: [
      {
        name: "org",
        place: "path",
        required: false,
        kind: "text",
        description: "Slug of the organization; _ is an API key's own",
        default: "_"
      },
      { name: "slug", place: "path", required: true, kind: "text", description: "Slug of the campaign" }
    ],
    errors: [
      "validation_error",
      "unauthorized",
      "rate_limited",
      "internal_error",
      "unavailable",
      "insufficient_scope",
      "org_access_denied",
      "not_found"
    ],
    example: { org: "northwind", slug: "boiler-repair" }
  },
  {
    name: "campaigns.create",
    group: "campaigns",
    method: "create",
    kind: "write",
    summary: "Create a draft campaign from a website",
    description:
      "Builds ads, keywords, sitelinks and callouts in the background: follow task_tracking_id with {tasks.get}. Always a draft; put it live with {campaigns.set_state}.",
    http: { method: "POST", path: "/organizations/{org}/campaigns" },
    scope: "campaigns:write",
    role: null,
    held: true,
    undo: "none: a draft serves nothing and costs nothing; remove it in the dashboard",
    rows: null,
    formats: [],
    fields: [
      {
        name: "org",
        place: "path",
        required: false,
        kind: "text",
        description: "Slug of the organization; _ is an API key's own",
        default: "_"
      },
      {
        name: "website_url",
        place: "body",
        required: true,
        kind: "text",
        description: "The site to build from",
        longest: 2048,
        format: "uri"
      },
      {
        name: "type",
        place: "body",
        required: false,
        kind: "text",
        description: "What the campaign is for",
        words: ["prospecting", "brand"],
        default: "prospecting"
      },
      {
        name: "name",
        place: "body",
        required: false,
        kind: "text",
        description: "Kept as sent; generated when left out",
        longest: 255
      },
      {
        name: "budget",
        place: "body",
        required: false,
        kind: "number",
        description: "Daily, rounded to whole units",
        least: 0,
        most: 1000000000
      },
      {
        name: "idempotency_key",
        place: "header",
        required: false,
        kind: "text",
        description: "Any text: sent again within 24 hours, the first answer comes back",
        longest: 255
      }
    ],
    errors: [
      "validation_error",
      "unauthorized",
      "rate_limited",
      "internal_error",
      "unavailable",
      "insufficient_scope",
      "org_access_denied",
      "role_denied",
      "payload_too_large",
      "budget_cap_exceeded",
      "business_profile_not_ready",
      "ad_account_not_selected",
      "approval_queue_full",
      "write_quota_exceeded",
      "idempotency_conflict"
    ],
    example: { org: "northwind", website_url: "https://northwind.example/", budget: 25 }
  },
  {
    name: "campaigns.create_ad",
    group: "campaigns",
    method: "createAd",
    kind: "write",
    summary: "Add an ad to a campaign from a landing page",
    description:
      "On a live campaign it is pushed and serves when finished; on a draft it waits. Follow task_tracking_id with {tasks.get}. Removed in the dashboard only.",
    http: { method: "POST", path: "/organizations/{org}/campaigns/{slug}/ads" },
    scope: "campaigns:write",
    role: null,
    held: true,
    undo: "none: an ad is removed in the dashboard",
    rows: null,
    formats: [],
    fields: [
      {
        name: "org",
        place: "path",
        required: false,
        kind: "text",
        description: "Slug of the organization; _ is an API key's own",
        default: "_"
      },
      { name: "slug", place: "path", required: true, kind: "text", description: "Slug of the campaign" },
      {
        name: "url",
        place: "body",
        required: true,
        kind: "text",
        description: "Landing page, on the campaign website's domain",
        longest: 2048,
        format: "uri"
      },
      {
        name: "name",
        place: "body",
        required: false,
        kind: "text",
        description: "Numbered after the existing ads when left out",
        longest: 255
      },
      {
        name: "idempotency_key",
        place: "header",
        required: false,
        kind: "text",
        description: "Any text: sent again within 24 hours, the first answer comes back",
        longest: 255
      }
    ],
    errors: [
      "validation_error",
      "unauthorized",
      "rate_limited",
      "internal_error",
      "unavailable",
      "insufficient_scope",
      "org_access_denied",
      "role_denied",
      "payload_too_large",
      "not_found",
      "ad_not_supported",
      "ad_account_not_linked",
      "ad_platform_connection_incomplete",
      "approval_queue_full",
      "write_quota_exceeded",
      "idempotency_conflict"
    ],
    example: { org: "northwind", slug: "boiler-repair", url: "https://northwind.example/boilers" }
  },
  {
    name: "campaigns.update",
    group: "campaigns",
    method: "update",
    kind: "guarded",
    summary: "Change a campaign's name, daily budget or target CPA",
    description:
      "Only the fields sent change; at least one. Previews first; send dry_run false to execute. Budgets move within the limits that {organizations.get} tells. Take back with {actions.undo}.",
    http: { method: "PATCH", path: "/organizations/{org}/campaigns/{slug}" },
    scope: "campaigns:write",
    role: null,
    held: true,
    undo: "by action_id",
    rows: null,
    formats: [],
    fields: [
      {
        name: "org",
        place: "path",
        required: false,
        kind: "text",
        description: "Slug of the organization; _ is an API key's own",
        default: "_"
      },
      { name: "slug", place: "path", required: true, kind: "text", description: "Slug of the campaign" },
      {
        name: "name",
        place: "body",
        required: false,
        kind: "text",
        description: "The new name",
        longest: 255
      },
      {
        name: "budget",
        place: "body",
        required: false,
        kind: "number",
        description: "The new daily budget, rounded to whole units",
        least: 0,
        most: 1000000000
      },
      {
        name: "target_cpa",
        place: "body",
        required: false,
        kind: "number",
        description: "The new target CPA, to the cent",
        least: 0.01,
        most: 1000000000
      },
      {
        name: "dry_run",
        place: "body",
        required: false,
        kind: "boolean",
        description: "true previews; false executes",
        default: true
      },
      {
        name: "preview_hash",
        place: "body",
        required: false,
        kind: "text",
        description: "Of a preview: refused if the plan changed since",
        longest: 128
      },
      {
        name: "idempotency_key",
        place: "header",
        required: false,
        kind: "text",
        description: "Any text: sent again within 24 hours, the first answer comes back",
        longest: 255
      }
    ],
    errors: [
      "validation_error",
      "unauthorized",
      "rate_limited",
      "internal_error",
      "unavailable",
      "insufficient_scope",
      "org_access_denied",
      "role_denied",
      "payload_too_large",
      "not_found",
      "budget_cap_exceeded",
      "approval_queue_full",
      "preview_stale",
      "write_quota_exceeded",
      "idempotency_conflict"
    ],
    example: { org: "northwind", slug: "boiler-repair", budget: 110 }
  },
  {
    name: "campaigns.set_state",
    group: "campaigns",
    method: "setState",
    kind: "guarded",
    summary: "Launch, pause, resume or take back a campaign",
    description:
      "Previews first: blocked_by says what a launch lacks. Send dry_run false to execute; the ad platform follows in the background: follow task_tracking_id with {tasks.get}. Take back with {actions.undo}.",
    http: { method: "PUT", path: "/organizations/{org}/campaigns/{slug}/state" },
    scope: "campaigns:write",
    role: null,
    held: true,
    undo: "by action_id",
    rows: null,
    formats: [],
    fields: [
      {
        name: "org",
        place: "path",
        required: false,
        kind: "text",
        description: "Slug of the organization; _ is an API key's own",
        default: "_"
      },
      { name: "slug", place: "path", required: true, kind: "text", description: "Slug of the campaign" },
      {
        name: "state",
        place: "body",
        required: true,
        kind: "text",
        description: "The state it shall be in",
        words: ["live", "paused", "draft"]
      },
      {
        name: "dry_run",
        place: "body",
        required: false,
        kind: "boolean",
        description: "true previews; false executes",
        default: true
      },
      {
        name: "preview_hash",
        place: "body",
        required: false,
        kind: "text",
        description: "Of a preview: refused if the plan changed since",
        longest: 128
      },
      {
        name: "idempotency_key",
        place: "header",
        required: false,
        kind: "text",
        description: "Any text: sent again within 24 hours, the first answer comes back",
        longest: 255
      }
    ],
    errors: [
      "validation_error",
      "unauthorized",
      "rate_limited",
      "internal_error",
      "unavailable",
      "insufficient_scope",
      "org_access_denied",
      "role_denied",
      "payload_too_large",
      "not_found",
      "launch_blocked",
      "budget_cap_exceeded",
      "sync_conflict",
      "ad_account_not_linked",
      "approval_queue_full",
      "preview_stale",
      "write_quota_exceeded",
      "idempotency_conflict"
    ],
    example: { org: "northwind", slug: "bathroom-fitting", state: "live" }
  }
]
