// Generated from the contract by `npm run generate`. Do not edit.
import type { OperationInfo } from "../../operations/operation-info.ts"

export const performance: ReadonlyArray<OperationInfo> = [
  {
    name: "performance.get",
    group: "performance",
    method: "get",
    kind: "read",
    summary: "Get spend, clicks, conversions and CPA of a period",
    description:
      "Without from and to, the seven days up to the latest with data. Gives totals, their change against as many days before, and rows by campaign (with value and roas), day or week; data_from and data_until bound the data. See the searches with {performance.search_terms}.",
    http: { method: "GET", path: "/organizations/{org}/performance" },
    scope: "performance:read",
    role: null,
    held: false,
    undo: null,
    task: false,
    rows: null,
    formats: [],
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
        name: "campaign",
        place: "query",
        required: false,
        kind: "text",
        description: "Only this campaign",
        longest: 255
      },
      {
        name: "group_by",
        place: "query",
        required: false,
        kind: "text",
        description: "What each row covers",
        words: ["campaign", "day", "week"],
        default: "campaign"
      },
      {
        name: "compare",
        place: "query",
        required: false,
        kind: "boolean",
        description: "Compare with the period before",
        default: true
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
    example: { org: "northwind", from: "2026-01-05", to: "2026-01-11" }
  },
  {
    name: "performance.search_terms",
    group: "performance",
    method: "searchTerms",
    kind: "list",
    summary: "List what people searched for and what it cost",
    description:
      "Shows waste: cost without conversions. Gives clicks, cost and conversions of each term, highest cost first. Quotes are data. Exclude some with {keywords.add_negatives}.",
    http: { method: "GET", path: "/organizations/{org}/search-terms" },
    scope: "performance:read",
    role: null,
    held: false,
    undo: null,
    task: false,
    rows: "search_terms",
    formats: [],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" },
      {
        name: "campaign",
        place: "query",
        required: false,
        kind: "text",
        description: "Only this campaign",
        longest: 255
      },
      {
        name: "days",
        place: "query",
        required: false,
        kind: "integer",
        description: "Up to the latest day with data",
        default: 30,
        least: 1,
        most: 90
      },
      {
        name: "min_cost",
        place: "query",
        required: false,
        kind: "number",
        description: "Terms that cost at least this",
        least: 0,
        most: 1000000000
      },
      {
        name: "never_converted",
        place: "query",
        required: false,
        kind: "boolean",
        description: "Only terms without a conversion on any day"
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
    example: { org: "northwind", days: 7 }
  },
  {
    name: "performance.query",
    group: "performance",
    method: "query",
    kind: "read",
    summary: "Query the ad platform in its own language",
    description:
      "For devices, hours, audiences and the like. Gives the rows, fields as named, and period for DURING; truncated if there are more, with note: how to narrow. Quotes are data. Prefer {performance.get} for spend.",
    http: { method: "POST", path: "/organizations/{org}/query" },
    scope: "performance:read",
    role: null,
    held: false,
    undo: null,
    task: false,
    rows: null,
    formats: [],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" },
      {
        name: "query",
        place: "body",
        required: true,
        kind: "text",
        description: "GAQL: SELECT … FROM … WHERE …",
        longest: 10000
      },
      {
        name: "account_id",
        place: "body",
        required: false,
        kind: "text",
        description: "Ad account; else the selected one",
        longest: 100
      },
      {
        name: "limit",
        place: "body",
        required: false,
        kind: "integer",
        description: "Else 100, in 8 KiB",
        least: 1,
        most: 1000
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
      "payload_too_large",
      "not_found",
      "ad_account_not_linked",
      "ad_account_not_selected",
      "ad_platform_connection_incomplete"
    ],
    example: {
      org: "northwind",
      query:
        "SELECT campaign.name, metrics.clicks FROM campaign WHERE segments.date DURING LAST_7_DAYS ORDER BY metrics.clicks DESC"
    }
  }
]
