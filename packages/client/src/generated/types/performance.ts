// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"

export interface Performance {
  readonly period: Period
  /** The organization's first day with data; null without any. */
  readonly data_from: string | null
  /** The latest day with data, at most to; zeros after it are no decline; null without any data. */
  readonly data_until: string | null
  /** The days of vs_previous; null if the period has no data; omitted if compare is false. */
  readonly previous_period?: Period | null
  /** Why the period has no figures, such as one in the future. */
  readonly note?: string
  readonly summary: PerformanceSummary
  readonly by_campaign?: ReadonlyArray<{
    readonly slug: string
    readonly spend: number
    readonly conversions: number
    readonly cpa: number
    /** What the conversions are worth, as the ad platform counts it. */
    readonly value?: number
    /** Value for each unit of spend; 0 when nothing converted. */
    readonly roas?: number
  }>
  readonly by_day?: ReadonlyArray<{
    readonly date: string
    readonly spend: number
    readonly conversions: number
    readonly cpa: number
  }>
  readonly by_week?: ReadonlyArray<{
    /** A Monday. */
    readonly week_start: string
    readonly spend: number
    readonly conversions: number
    readonly cpa: number
    /** Fewer than seven of its days have data. */
    readonly partial?: true
  }>
}

export interface Period {
  readonly from: string
  readonly to: string
}

export interface PerformanceSummary {
  readonly spend: number
  readonly impressions: number
  readonly clicks: number
  /** Clicks for each impression, as a fraction. */
  readonly ctr: number
  readonly conversions: number
  readonly cpa: number
  /** Conversion value for each unit of spend; 0 when nothing converted. */
  readonly roas: number
  /**
   * From from to data_until against previous_period; null if that had no data; omitted if compare is
   * false.
   */
  readonly vs_previous?: {
    readonly spend: string | null
    readonly conversions: string | null
    readonly cpa: string | null
    /** previous_period begins before data_from. */
    readonly partial?: true
  }
}

export interface SearchTermRow {
  readonly term: string
  /** Slug of the campaign that paid for it. */
  readonly campaign: string
  readonly clicks: number
  readonly cost: number
  readonly conversions: number
  /** What matched it; null if unknown for one of the days. */
  readonly match_source?: Open<"keyword" | "ai_max" | "both"> | null
}

/** Parameters of `client.performance.get`. */
export interface PerformanceGetParams {
  /** First day, YYYY-MM-DD. */
  readonly from?: string | undefined
  /** Last day, YYYY-MM-DD. */
  readonly to?: string | undefined
  /** Only this campaign. At most 255 characters. */
  readonly campaign?: string | undefined
  /** What each row covers. Default "campaign". */
  readonly group_by?: "campaign" | "day" | "week" | undefined
  /** Compare with the period before. Default true. */
  readonly compare?: boolean | undefined
}

/** What each value of `group_by` makes certain about `client.performance.get`. */
export interface PerformanceGetCases {
  readonly campaign: {
    readonly params: object
    readonly answer: {
      readonly by_campaign: ReadonlyArray<{
        readonly slug: string
        readonly spend: number
        readonly conversions: number
        readonly cpa: number
        /** What the conversions are worth, as the ad platform counts it. */
        readonly value?: number
        /** Value for each unit of spend; 0 when nothing converted. */
        readonly roas?: number
      }>
    }
  }
  readonly day: {
    readonly params: object
    readonly answer: {
      readonly by_day: ReadonlyArray<{
        readonly date: string
        readonly spend: number
        readonly conversions: number
        readonly cpa: number
      }>
    }
  }
  readonly week: {
    readonly params: object
    readonly answer: {
      readonly by_week: ReadonlyArray<{
        /** A Monday. */
        readonly week_start: string
        readonly spend: number
        readonly conversions: number
        readonly cpa: number
        /** Fewer than seven of its days have data. */
        readonly partial?: true
      }>
    }
  }
}

/** Parameters of `client.performance.searchTerms`. */
export interface PerformanceSearchTermsParams {
  /** Only this campaign. At most 255 characters. */
  readonly campaign?: string | undefined
  /** Up to the latest day with data. 1 to 90; default 30. */
  readonly days?: number | undefined
  /** Terms that cost at least this. 0 to 1,000,000,000. */
  readonly min_cost?: number | undefined
  /** Only terms without a conversion on any day. */
  readonly never_converted?: boolean | undefined
  /** Rows. 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** next_cursor. At most 1,024 characters. */
  readonly cursor?: string | undefined
}

/** A page of `client.performance.searchTerms`. */
export interface PerformanceSearchTermsPage {
  readonly search_terms: ReadonlyArray<SearchTermRow>
  /** Rows in the whole list. */
  readonly total: number
  /** Send as cursor for the next page; null on the last one. */
  readonly next_cursor: string | null
  /** Why it is empty, for a campaign of another channel than search. */
  readonly note?: string
}

/** Parameters of `client.performance.query`. */
export interface PerformanceQueryParams {
  /** GAQL: SELECT … FROM … WHERE …. At most 10,000 characters. */
  readonly query: string
  /** Ad account; else the selected one. At most 100 characters. */
  readonly account_id?: string | undefined
  /** Else 100, in 8 KiB. 1 to 1,000. */
  readonly limit?: number | undefined
}

/** Response of `client.performance.query`. */
export interface PerformanceQueryAnswer {
  readonly rows: ReadonlyArray<{ readonly [name: string]: unknown }>
  /** Whether there are more rows. */
  readonly truncated: boolean
  /** The days that DURING stood for, of the ad account. */
  readonly period?: Period
  /** Why the rows end there, and how to narrow the query. */
  readonly note?: string
}
