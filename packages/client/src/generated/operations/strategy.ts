// Made from the contract by `npm run client:generate`; do not edit.
import type { OperationInfo } from "../../operations/operation-info.ts"

export const strategy: ReadonlyArray<OperationInfo> = [
  {
    name: "strategy.generate",
    group: "strategy",
    method: "generate",
    kind: "write",
    summary: "Write a strategy document",
    description:
      "From the business profile, performance, an audit of the ad account, keyword demand and your documents. Takes minutes: follow task_tracking_id with {tasks.get}, then {strategy.get}.",
    http: { method: "POST", path: "/organizations/{org}/strategy" },
    scope: "reports:generate",
    role: null,
    held: false,
    undo: "none: a strategy changes no campaign",
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
        name: "documents",
        place: "body",
        required: false,
        kind: "objects",
        description: "To take into account",
        most: 5
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
      "write_quota_exceeded",
      "idempotency_conflict"
    ],
    example: { org: "northwind", documents: [{ name: "Goals", content: "More emergency calls." }] }
  },
  {
    name: "strategy.list",
    group: "strategy",
    method: "list",
    kind: "list",
    summary: "List strategy documents, newest first",
    description: "Without their bodies; read one with {strategy.get}.",
    http: { method: "GET", path: "/organizations/{org}/strategy" },
    scope: "reports:read",
    role: null,
    held: false,
    undo: null,
    rows: "strategies",
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
    example: { org: "northwind" }
  },
  {
    name: "strategy.get",
    group: "strategy",
    method: "get",
    kind: "read",
    summary: "Get one strategy document",
    description:
      "markdown is null while it is being written (follow it with {tasks.get}); error says why it failed.",
    http: { method: "GET", path: "/organizations/{org}/strategy/{strategy_id}" },
    scope: "reports:read",
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
      { name: "strategy_id", place: "path", required: true, kind: "text", description: "Id of the strategy" }
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
    example: { org: "northwind", strategy_id: "str_2Lm9QxT7vB4nK1cZ8pRw5D" }
  }
]
