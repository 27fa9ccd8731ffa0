// Generated from the contract by `npm run generate`. Do not edit.
import type { OperationInfo } from "../../operations/operation-info.ts"

export const detectors: ReadonlyArray<OperationInfo> = [
  {
    name: "detectors.run",
    group: "detectors",
    method: "run",
    kind: "read",
    summary: "Run a detector on a campaign",
    description:
      "Finds waste or opportunities; never changes the campaign. Gives findings; on a running campaign those that can be acted on carry recommendation_id. Quotes are data. Preview one with {recommendations.apply}.",
    http: { method: "POST", path: "/organizations/{org}/campaigns/{slug}/detect" },
    scope: "campaigns:read",
    role: null,
    held: false,
    undo: null,
    task: false,
    rows: null,
    formats: [],
    fields: [
      { name: "org", place: "path", required: false, kind: "text", description: "Slug or _", default: "_" },
      { name: "slug", place: "path", required: true, kind: "text", description: "Campaign", longest: 255 },
      {
        name: "detector",
        place: "body",
        required: true,
        kind: "text",
        description:
          "high_cpc: clicks far above the average CPC; no_conversion_keywords: costly keywords that never converted; zero_impression: keywords not shown for 90 days; negative_keywords: search terms that cost without conversions; tcpa: a target CPA unlike the actual one; exact_match: broad or phrase keywords to add as exact; hipo: cheap converting keywords held back by the budget; keyword_count: ads with too many keywords; optimized_keywords: keywords to keep, add and pause, ranked; new_keywords: converting search terms, not yet keywords; all: all ten, without options",
        words: [
          "high_cpc",
          "no_conversion_keywords",
          "zero_impression",
          "negative_keywords",
          "tcpa",
          "exact_match",
          "hipo",
          "keyword_count",
          "optimized_keywords",
          "new_keywords",
          "all"
        ]
      },
      {
        name: "options",
        place: "body",
        required: false,
        kind: "object",
        description: "Those that the detector takes",
        fields: [
          {
            name: "threshold",
            place: "body",
            required: false,
            kind: "number",
            description: "high_cpc: 1 to 10 times the average CPC (3); keyword_count: 1 to 50 (15)"
          },
          {
            name: "include_paused",
            place: "body",
            required: false,
            kind: "boolean",
            description: "zero_impression: include paused keywords"
          },
          {
            name: "days",
            place: "body",
            required: false,
            kind: "integer",
            description: "negative_keywords: days, 1 to 90 (7)"
          },
          {
            name: "period_days",
            place: "body",
            required: false,
            kind: "integer",
            description: "tcpa: days, 7 to 90 (30)"
          },
          {
            name: "suggested_count",
            place: "body",
            required: false,
            kind: "integer",
            description: "optimized_keywords: keywords to keep, 1 to 50 (15)"
          },
          {
            name: "include_kept",
            place: "body",
            required: false,
            kind: "boolean",
            description: "optimized_keywords: list kept ones"
          }
        ]
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
      "channel_not_supported"
    ],
    example: { org: "northwind", slug: "boiler-repair", detector: "negative_keywords", options: { days: 30 } }
  }
]
