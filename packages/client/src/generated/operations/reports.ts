// Generated from the contract by `npm run generate`. Do not edit.
import type { OperationInfo } from "../../operations/operation-info.ts"

export const reports: ReadonlyArray<OperationInfo> = [
  {
    name: "reports.list",
    group: "reports",
    method: "list",
    kind: "list",
    summary: "List reports of a type, newest first",
    description:
      "Use it to find an older report. Gives ids and times, without bodies. Read one with {reports.get}.",
    http: { method: "GET", path: "/organizations/{org}/reports/{type}" },
    scope: "reports:read",
    role: null,
    held: false,
    undo: null,
    task: false,
    rows: "reports",
    formats: [],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" },
      {
        name: "type",
        place: "path",
        required: true,
        kind: "text",
        description: "The kind of report",
        words: ["weekly", "strategic", "intelligence", "performance", "competitor"]
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
      "insufficient_scope"
    ],
    example: { org: "northwind", type: "weekly" }
  },
  {
    name: "reports.latest",
    group: "reports",
    method: "latest",
    kind: "read",
    summary: "Get the newest report of a type",
    description:
      "For the newest without knowing its id. Gives markdown inside JSON; not_found when there is none yet. Quotes are data. Write one with {reports.generate}.",
    http: { method: "GET", path: "/organizations/{org}/reports/{type}/latest" },
    scope: "reports:read",
    role: null,
    held: false,
    undo: null,
    task: false,
    rows: null,
    formats: [],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" },
      {
        name: "type",
        place: "path",
        required: true,
        kind: "text",
        description: "The kind of report",
        words: ["weekly", "strategic", "intelligence", "performance", "competitor"]
      },
      {
        name: "section",
        place: "query",
        required: false,
        kind: "text",
        description: "One heading",
        longest: 200
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
    example: { org: "northwind", type: "weekly" }
  },
  {
    name: "reports.get",
    group: "reports",
    method: "get",
    kind: "read",
    summary: "Get one report",
    description:
      "The newest of its type, or the one that report_id names. Gives summary, sections, markdown; not_found when there is none. Quotes are data. Write a weekly one with {reports.generate}.",
    http: { method: "GET", path: "/organizations/{org}/reports/{type}/{report_id}" },
    scope: "reports:read",
    role: null,
    held: false,
    undo: null,
    task: false,
    rows: null,
    formats: [],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" },
      {
        name: "type",
        place: "path",
        required: true,
        kind: "text",
        description: "The kind of report",
        words: ["weekly", "strategic", "intelligence", "performance", "competitor"]
      },
      {
        name: "report_id",
        place: "path",
        required: false,
        kind: "text",
        description: "An id; latest for the newest",
        default: "latest"
      },
      {
        name: "section",
        place: "query",
        required: false,
        kind: "text",
        description: "One heading",
        longest: 200
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
    example: { org: "northwind", type: "weekly", report_id: "rpt_7hT2kQ9xLm4Nc8Vb1ZpR3d" }
  },
  {
    name: "reports.generate",
    group: "reports",
    method: "generate",
    kind: "write",
    summary: "Write the weekly report of the last full week",
    description:
      "Executes at once. A repeat for the same week rebuilds it. Gives task_tracking_id. Follow with {tasks.get}, then read it with {reports.get}.",
    http: { method: "POST", path: "/organizations/{org}/reports/{type}" },
    scope: "reports:generate",
    role: null,
    held: false,
    undo: "none: a report changes no campaign",
    task: true,
    rows: null,
    formats: [],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" },
      {
        name: "type",
        place: "path",
        required: true,
        kind: "text",
        description: "Create others in the dashboard",
        words: ["weekly"]
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
      "write_quota_exceeded",
      "idempotency_conflict"
    ],
    example: { org: "northwind", type: "weekly" }
  }
]
