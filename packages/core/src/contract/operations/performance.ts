import { Schema } from "effect"
import { operation } from "../operation.ts"
import { SearchTermRow } from "../resources/ad.ts"
import { contentNote } from "../resources/campaign.ts"
import { Performance, Period } from "../resources/performance.ts"
import {
  CampaignSlug,
  described,
  Flag,
  Line,
  NumberBetween,
  OneOf,
  OrgRef,
  optional,
  Prose,
  pageInput,
  pageOutput,
  periodInput,
  periodProblem,
  thirdParty,
  WholeNumber,
  withDefault
} from "../values/index.ts"

const Campaign = optional(CampaignSlug, "Only this campaign")

export const getPerformance = operation("performance.get", {
  summary: "Get spend, clicks, conversions and CPA of a period",
  when: "Without from and to, the seven days up to the latest with data.",
  gives:
    "Gives totals, their change against as many days before, and rows by campaign (with value and roas), day or week; data_from and data_until bound the data.",
  next: "See the searches with {performance.search_terms}.",
  http: "GET /organizations/{org}/performance",
  tool: "svc_get_performance",
  scope: "performance:read",
  effect: "read",
  input: Schema.Struct({
    org: OrgRef,
    ...periodInput,
    campaign: Campaign,
    group_by: withDefault(OneOf("campaign", "day", "week"), "campaign", "What each row covers"),
    compare: withDefault(Flag, true, "Compare with the period before")
  }).pipe(Schema.filter(periodProblem)),
  output: Performance,
  errors: ["not_found"],
  example: {
    input: { org: "northwind", from: "2026-01-05", to: "2026-01-11" },
    output: {
      period: { from: "2026-01-05", to: "2026-01-11" },
      data_from: "2025-10-14",
      data_until: "2026-01-11",
      previous_period: { from: "2025-12-29", to: "2026-01-04" },
      summary: {
        spend: 700,
        impressions: 2000,
        clicks: 130,
        ctr: 0.065,
        conversions: 10,
        cpa: 70,
        roas: 2.1,
        vs_previous: { spend: "+4.2%", conversions: "-10%", cpa: null }
      },
      by_campaign: [{ slug: "boiler-repair", spend: 700, conversions: 10, cpa: 70, value: 1470, roas: 2.1 }]
    }
  }
})

export const listSearchTerms = operation("performance.search_terms", {
  summary: "List what people searched for and what it cost",
  when: "Shows waste: cost without conversions.",
  gives: "Gives clicks, cost and conversions of each term, highest cost first.",
  next: "Exclude some with {keywords.add_negatives}.",
  http: "GET /organizations/{org}/search-terms",
  tool: "svc_get_search_terms",
  scope: "performance:read",
  effect: "read",
  input: Schema.Struct({
    org: OrgRef,
    campaign: Campaign,
    days: withDefault(WholeNumber(1, 90), 30, "Up to the latest day with data"),
    min_cost: optional(NumberBetween(0, 1_000_000_000), "Terms that cost at least this"),
    never_converted: optional(Flag, "Only terms without a conversion on any day"),
    ...pageInput
  }),
  output: Schema.Struct({ search_terms: Schema.Array(SearchTermRow), ...pageOutput, ...contentNote }),
  errors: ["not_found"],
  example: {
    input: { org: "northwind", days: 7 },
    output: {
      search_terms: [
        {
          term: "boiler jobs",
          campaign: "boiler-repair",
          clicks: 9,
          cost: 41.2,
          conversions: 0,
          match_source: "keyword"
        }
      ],
      total: 1,
      next_cursor: null
    }
  }
})

export const queryPlatform = operation("performance.query", {
  summary: "Query the ad platform in its own language",
  when: "For devices, hours, audiences and the like.",
  gives:
    "Gives the rows, fields as named, and period for DURING; truncated if there are more, with note: how to narrow.",
  next: "Prefer {performance.get} for spend.",
  http: "POST /organizations/{org}/query",
  tool: "svc_query",
  scope: "performance:read",
  effect: "read",
  hints: { openWorld: true },
  input: Schema.Struct({
    org: OrgRef,
    query: described(Prose(10_000), "GAQL: SELECT … FROM … WHERE …"),
    account_id: optional(Line(100), "Ad account; else the selected one"),
    limit: optional(WholeNumber(1, 1000), "Else 100, in 8 KiB")
  }),
  output: Schema.Struct({
    rows: Schema.Array(thirdParty(Schema.Record({ key: Schema.String, value: Schema.Unknown }))),
    truncated: described(Schema.Boolean, "Whether there are more rows"),
    period: optional(Period, "The days that DURING stood for, of the ad account"),
    note: optional(Schema.String, "Why the rows end there, and how to narrow the query")
  }),
  errors: [
    "not_found",
    "ad_account_not_linked",
    "ad_account_not_selected",
    "ad_platform_connection_incomplete",
    "unavailable"
  ],
  example: {
    input: {
      org: "northwind",
      query:
        "SELECT campaign.name, metrics.clicks FROM campaign WHERE segments.date DURING LAST_7_DAYS ORDER BY metrics.clicks DESC"
    },
    output: {
      rows: [{ "campaign.name": "Boiler repair", "metrics.clicks": 130 }],
      truncated: false,
      period: { from: "2026-01-05", to: "2026-01-11" }
    }
  }
})
