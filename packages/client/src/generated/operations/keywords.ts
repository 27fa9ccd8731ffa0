// Generated from the contract by `npm run generate`. Do not edit.
import type { OperationInfo } from "../../operations/operation-info.ts"

export const keywords: ReadonlyArray<OperationInfo> = [
  {
    name: "keywords.list",
    group: "keywords",
    method: "list",
    kind: "list",
    summary: "List a campaign's keywords with their last 30 days",
    description:
      "Shows what is bid on. Gives match type, state, clicks, cost and conversions of each, paused ones included unless state narrows. Quotes are data. Find weak ones with {detectors.run}.",
    http: { method: "GET", path: "/organizations/{org}/campaigns/{slug}/keywords" },
    scope: "campaigns:read",
    role: null,
    held: false,
    undo: null,
    task: false,
    rows: "keywords",
    formats: [],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" },
      { name: "slug", place: "path", required: true, kind: "text", description: "Campaign", longest: 255 },
      {
        name: "state",
        place: "query",
        required: false,
        kind: "text",
        description: "In this state",
        words: ["enabled", "paused"]
      },
      {
        name: "sort",
        place: "query",
        required: false,
        kind: "text",
        description: "Highest of this first",
        words: ["cost", "clicks", "conversions"],
        default: "cost"
      },
      {
        name: "limit",
        place: "query",
        required: false,
        kind: "integer",
        description: "Rows",
        default: 20,
        least: 1,
        most: 100
      },
      {
        name: "cursor",
        place: "query",
        required: false,
        kind: "text",
        description: "next_cursor",
        longest: 1024
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
      "not_found"
    ],
    example: { org: "northwind", slug: "boiler-repair" }
  },
  {
    name: "keywords.list_negatives",
    group: "keywords",
    method: "listNegatives",
    kind: "list",
    summary: "List a campaign's exclusions",
    description:
      "Use it to see which searches show no ad. Gives the negative keywords in force on the campaign, its ads and by lists, newest first. Quotes are data. Add some with {keywords.add_negatives}, remove some with {keywords.remove_negatives}.",
    http: { method: "GET", path: "/organizations/{org}/campaigns/{slug}/negative-keywords" },
    scope: "campaigns:read",
    role: null,
    held: false,
    undo: null,
    task: false,
    rows: "negative_keywords",
    formats: [],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" },
      { name: "slug", place: "path", required: true, kind: "text", description: "Campaign", longest: 255 },
      {
        name: "limit",
        place: "query",
        required: false,
        kind: "integer",
        description: "Rows",
        default: 20,
        least: 1,
        most: 100
      },
      {
        name: "cursor",
        place: "query",
        required: false,
        kind: "text",
        description: "next_cursor",
        longest: 1024
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
      "not_found"
    ],
    example: { org: "northwind", slug: "boiler-repair" }
  },
  {
    name: "keywords.add_negatives",
    group: "keywords",
    method: "addNegatives",
    kind: "guarded",
    summary: "Exclude search terms from one or several campaigns",
    description:
      "For searches that cost without conversions. The preview gives the terms, what 30 days would lose, and enabled keywords blocked; the execution action_id. Quotes are data. Undo with {actions.undo}, several with all: true.",
    http: { method: "POST", path: "/organizations/{org}/campaigns/{slug}/negative-keywords" },
    scope: "keywords:write",
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
        name: "keywords",
        place: "body",
        required: true,
        kind: "texts",
        description: "The terms",
        least: 1,
        most: 100,
        longest: 80
      },
      {
        name: "match_type",
        place: "body",
        required: false,
        kind: "text",
        description: "How searches match a term",
        words: ["phrase", "exact", "broad"],
        default: "phrase"
      },
      {
        name: "campaigns",
        place: "body",
        required: false,
        kind: "texts",
        description: "Others of the same ad account",
        most: 50,
        longest: 255
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
    example: { org: "northwind", slug: "boiler-repair", keywords: ["boiler jobs"] }
  },
  {
    name: "keywords.remove_negatives",
    group: "keywords",
    method: "removeNegatives",
    kind: "guarded",
    summary: "Remove exclusions from a campaign",
    description:
      "For searches that should show ads again. The preview gives each exclusion; the execution action_id. Quotes are data. Undo with {actions.undo}.",
    http: { method: "POST", path: "/organizations/{org}/campaigns/{slug}/negative-keywords/remove" },
    scope: "keywords:write",
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
        name: "keywords",
        place: "body",
        required: true,
        kind: "texts",
        description: "The terms",
        least: 1,
        most: 100,
        longest: 80
      },
      {
        name: "match_type",
        place: "body",
        required: false,
        kind: "text",
        description: "Default: each that a term has",
        words: ["phrase", "exact", "broad"]
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
    example: { org: "northwind", slug: "boiler-repair", keywords: ["boiler jobs"] }
  },
  {
    name: "keywords.update",
    group: "keywords",
    method: "update",
    kind: "guarded",
    summary: "Add, pause, enable or remove keywords of a campaign",
    description:
      "For searches to bid on, or no longer. The preview gives each change, and what pauses and removals lose of 30 days; the execution action_id. Quotes are data. Undo with {actions.undo}.",
    http: { method: "PATCH", path: "/organizations/{org}/campaigns/{slug}/keywords" },
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
        name: "keywords",
        place: "body",
        required: true,
        kind: "json",
        description: "The changes",
        least: 1,
        most: 200
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
    example: { org: "northwind", slug: "boiler-repair", keywords: [{ op: "pause", text: "boiler fix" }] }
  }
]
