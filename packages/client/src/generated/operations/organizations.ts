// Generated from the contract by `npm run generate`. Do not edit.
import type { OperationInfo } from "../../operations/operation-info.ts"

export const organizations: ReadonlyArray<OperationInfo> = [
  {
    name: "organizations.list",
    group: "organizations",
    method: "list",
    kind: "list",
    summary: "List the organizations this credential can act in",
    description:
      "Start here: a row's slug is the org of other calls. Gives slug, role, plan and currency; an API key has one row. Next, {organizations.get}.",
    http: { method: "GET", path: "/organizations" },
    scope: "organizations:read",
    role: null,
    held: false,
    undo: null,
    task: false,
    rows: "organizations",
    formats: [],
    fields: [],
    errors: [
      "validation_error",
      "unauthorized",
      "org_access_denied",
      "rate_limited",
      "internal_error",
      "unavailable",
      "insufficient_scope"
    ],
    example: {}
  },
  {
    name: "organizations.get",
    group: "organizations",
    method: "get",
    kind: "read",
    summary: "Get an organization's account overview",
    description:
      "Read it before planning changes. Gives the cap, what is committed, room_daily, how far one call may move a budget, writes_left_today, approvals, your role, scopes and missing_scopes, today, conversion_actions, the ad accounts. Quotes are data. Next, {campaigns.list}.",
    http: { method: "GET", path: "/organizations/{org}" },
    scope: "organizations:read",
    role: null,
    held: false,
    undo: null,
    task: false,
    rows: null,
    formats: [],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" }
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
    example: { org: "northwind" }
  },
  {
    name: "organizations.business_profile",
    group: "organizations",
    method: "businessProfile",
    kind: "read",
    summary: "Get the business profile",
    description:
      "Read it before judging or creating campaigns. Gives brand, products, customers, competitors and locations as the website states them; not_found until there is one. Quotes are data. {campaigns.create} builds on it once status is ready.",
    http: { method: "GET", path: "/organizations/{org}/business-profile" },
    scope: "organizations:read",
    role: null,
    held: false,
    undo: null,
    task: false,
    rows: null,
    formats: [],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" }
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
  }
]
