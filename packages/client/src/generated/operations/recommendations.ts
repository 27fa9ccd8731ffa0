// Generated from the contract by `npm run generate`. Do not edit.
import type { OperationInfo } from "../../operations/operation-info.ts"

export const recommendations: ReadonlyArray<OperationInfo> = [
  {
    name: "recommendations.list",
    group: "recommendations",
    method: "list",
    kind: "list",
    summary: "List recommendations",
    description:
      "What detectors and the engine propose. Gives id, type, campaign and a summary of each. Quotes are data. Preview one with {recommendations.apply}.",
    http: { method: "GET", path: "/organizations/{org}/recommendations" },
    scope: "recommendations:read",
    role: null,
    held: false,
    undo: null,
    task: false,
    rows: "recommendations",
    formats: [],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" },
      {
        name: "campaign",
        place: "query",
        required: false,
        kind: "text",
        description: "Of this campaign",
        longest: 255
      },
      {
        name: "status",
        place: "query",
        required: false,
        kind: "text",
        description: "In this status",
        words: ["pending", "applied", "dismissed", "undone"],
        default: "pending"
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
    example: { org: "northwind" }
  },
  {
    name: "recommendations.apply",
    group: "recommendations",
    method: "apply",
    kind: "guarded",
    summary: "Apply a recommendation",
    description:
      "From {detectors.run} or {recommendations.list}. The preview gives each operation and the saving; the execution action_ids. Quotes are data. Undo each with {actions.undo}.",
    http: { method: "POST", path: "/recommendations/{id}/apply" },
    scope: "recommendations:apply",
    role: null,
    held: true,
    undo: "by action_id",
    task: true,
    rows: null,
    formats: [],
    fields: [
      { name: "id", place: "path", required: true, kind: "text", description: "Id of the recommendation" },
      {
        name: "only",
        place: "body",
        required: false,
        kind: "texts",
        description: "Only these terms or keywords of its findings",
        least: 1,
        most: 200,
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
      "recently_applied",
      "recommendation_not_pending",
      "budget_cap_exceeded",
      "sync_conflict",
      "ad_account_not_linked",
      "ad_account_not_selected",
      "ad_platform_connection_incomplete",
      "business_profile_not_ready",
      "approval_queue_full",
      "preview_stale",
      "preview_required",
      "write_quota_exceeded",
      "idempotency_conflict"
    ],
    example: { id: "rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp" }
  },
  {
    name: "recommendations.apply_several",
    group: "recommendations",
    method: "applySeveral",
    kind: "guarded",
    summary: "Apply several recommendations",
    description:
      "Exclusions and keyword pauses of one ad account. The preview gives each operation and the saving; the execution action_ids. Quotes are data. Undo with {actions.undo}, all: true.",
    http: { method: "POST", path: "/organizations/{org}/recommendations/apply" },
    scope: "recommendations:apply",
    role: null,
    held: true,
    undo: "by action_id",
    task: false,
    rows: null,
    formats: [],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" },
      {
        name: "ids",
        place: "body",
        required: true,
        kind: "texts",
        description: "Their ids",
        least: 1,
        most: 50
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
      "recently_applied",
      "sync_conflict",
      "ad_account_not_linked",
      "ad_platform_connection_incomplete",
      "approval_queue_full",
      "preview_stale",
      "preview_required",
      "write_quota_exceeded",
      "idempotency_conflict"
    ],
    example: { org: "northwind", ids: ["rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp"] }
  }
]
