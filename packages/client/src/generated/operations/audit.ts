// Generated from the contract by `npm run generate`. Do not edit.
import type { OperationInfo } from "../../operations/operation-info.ts"

export const audit: ReadonlyArray<OperationInfo> = [
  {
    name: "audit.export",
    group: "audit",
    method: "export",
    kind: "download",
    summary: "Export the audit trail",
    description:
      "Owners only. Without from, the 30 days up to to, or up to now. Gives every request, including failures, in one response, in chain order. Changes alone are in {actions.list}.",
    http: { method: "GET", path: "/organizations/{org}/audit/export" },
    scope: "audit:read",
    role: "owner",
    held: false,
    undo: null,
    task: false,
    rows: "events",
    formats: ["json", "csv"],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" },
      {
        name: "from",
        place: "query",
        required: false,
        kind: "text",
        description: "First day, YYYY-MM-DD",
        format: "date"
      },
      {
        name: "to",
        place: "query",
        required: false,
        kind: "text",
        description: "Last day, YYYY-MM-DD",
        format: "date"
      },
      {
        name: "format",
        place: "query",
        required: false,
        kind: "text",
        description: "csv has the same columns",
        words: ["json", "csv"],
        default: "json"
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
      "role_denied"
    ],
    example: { org: "northwind" }
  }
]
