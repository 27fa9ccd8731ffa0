// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"
import type { KeywordState, MatchType } from "./shared.ts"

export interface Finding {
  /** Apply it with `client.recommendations.apply`; omitted if none was stored. */
  readonly recommendation_id?: string
  /** With detector all: the one that found it. */
  readonly detector?: string
  readonly [name: string]: unknown
}

/** Parameters of `client.detectors.run`. */
export interface DetectorsRunParams {
  /**
   * high_cpc: clicks far above the average CPC; no_conversion_keywords: costly keywords that never
   * converted; zero_impression: keywords not shown for 90 days; negative_keywords: search terms that
   * cost without conversions; tcpa: a target CPA unlike the actual one; exact_match: broad or phrase
   * keywords to add as exact; hipo: cheap converting keywords held back by the budget; keyword_count:
   * ads with too many keywords; optimized_keywords: keywords to keep, add and pause, ranked;
   * new_keywords: converting search terms, not yet keywords; all: all ten, without options.
   */
  readonly detector:
    | "high_cpc"
    | "no_conversion_keywords"
    | "zero_impression"
    | "negative_keywords"
    | "tcpa"
    | "exact_match"
    | "hipo"
    | "keyword_count"
    | "optimized_keywords"
    | "new_keywords"
    | "all"
  /** Those that the detector takes. */
  readonly options?:
    | {
        /** high_cpc: 1 to 10 times the average CPC (3); keyword_count: 1 to 50 (15). */
        readonly threshold?: number | undefined
        /** zero_impression: include paused keywords. */
        readonly include_paused?: boolean | undefined
        /** negative_keywords: days, 1 to 90 (7). */
        readonly days?: number | undefined
        /** Tcpa: days, 7 to 90 (30). */
        readonly period_days?: number | undefined
        /** optimized_keywords: keywords to keep, 1 to 50 (15). */
        readonly suggested_count?: number | undefined
        /** optimized_keywords: list kept ones. */
        readonly include_kept?: boolean | undefined
      }
    | undefined
}

/** What each value of `detector` makes certain about `client.detectors.run`. */
export interface DetectorsRunCases {
  readonly high_cpc: {
    readonly params: {
      readonly options?:
        | {
            /** 1 to 10 times the average CPC (3). */
            readonly threshold?: number | undefined
          }
        | undefined
    }
    readonly answer: {
      readonly findings: ReadonlyArray<{
        readonly text: string
        readonly match_type: Open<MatchType>
        /** The average cost of its clicks. */
        readonly avg_cpc: number
        /** The average cost of the campaign's clicks. */
        readonly campaign_avg_cpc: number
        /** The first as a multiple of the second. */
        readonly multiple: number
        readonly clicks_30d: number
        /** In the organization's currency. */
        readonly cost_30d: number
        readonly conversions_30d: number
        /** Pause: applying pauses it; review: look at it yourself. */
        readonly action: Open<"pause" | "review">
        /** Why, in a sentence. */
        readonly reason: string
        /** Apply it with `client.recommendations.apply`; omitted if none was stored. */
        readonly recommendation_id?: string
        /** With detector all: the one that found it. */
        readonly detector?: string
      }>
    }
  }
  readonly no_conversion_keywords: {
    readonly params: object
    readonly answer: {
      readonly findings: ReadonlyArray<{
        readonly text: string
        readonly match_type: Open<MatchType>
        readonly clicks_30d: number
        /** In the organization's currency. */
        readonly cost_30d: number
        /** What a conversion of the campaign costs. */
        readonly reference_cpa: number
        /** Pause: applying pauses it; review: look at it yourself. */
        readonly action: Open<"pause" | "review">
        /** Why, in a sentence. */
        readonly reason: string
        /** Apply it with `client.recommendations.apply`; omitted if none was stored. */
        readonly recommendation_id?: string
        /** With detector all: the one that found it. */
        readonly detector?: string
      }>
    }
  }
  readonly zero_impression: {
    readonly params: {
      readonly options?:
        | {
            /** Include paused keywords. */
            readonly include_paused?: boolean | undefined
          }
        | undefined
    }
    readonly answer: {
      readonly findings: ReadonlyArray<{
        readonly text: string
        readonly match_type: Open<MatchType>
        readonly state: Open<KeywordState>
        readonly days_without_impressions: number
        /** Pause: applying pauses it; review: look at it yourself. */
        readonly action: Open<"pause" | "review">
        /** Why, in a sentence. */
        readonly reason: string
        /** Apply it with `client.recommendations.apply`; omitted if none was stored. */
        readonly recommendation_id?: string
        /** With detector all: the one that found it. */
        readonly detector?: string
      }>
    }
  }
  readonly negative_keywords: {
    readonly params: {
      readonly options?:
        | {
            /** Days, 1 to 90 (7). */
            readonly days?: number | undefined
          }
        | undefined
    }
    readonly answer: {
      readonly findings: ReadonlyArray<{
        /** What to exclude. */
        readonly term: string
        readonly match_type: Open<MatchType>
        /** What it cost in the analysed days. */
        readonly [name: `cost_${number}d`]: number
        /** In the same days. */
        readonly clicks: number
        /** In the same days. */
        readonly conversions: number
        /** Of the campaign's cost in the same days, as a fraction. */
        readonly share_of_cost: number
        /** The searches that share the word. */
        readonly terms?: ReadonlyArray<string>
        /**
         * Exclude: applying excludes it; switch_off_ai_max: applying switches off the setting that matched it;
         * review: look at it yourself.
         */
        readonly action: Open<"exclude" | "switch_off_ai_max" | "review">
        /** Why, in a sentence. */
        readonly reason: string
        /** Apply it with `client.recommendations.apply`; omitted if none was stored. */
        readonly recommendation_id?: string
        /** With detector all: the one that found it. */
        readonly detector?: string
      }>
    }
  }
  readonly tcpa: {
    readonly params: {
      readonly options?:
        | {
            /** Days, 7 to 90 (30). */
            readonly period_days?: number | undefined
          }
        | undefined
    }
    readonly answer: {
      readonly findings: ReadonlyArray<{
        readonly current_target: number | null
        /** In the organization's currency. */
        readonly actual_cpa: number
        readonly conversions: number
        /** In the organization's currency. */
        readonly suggested_target: number
        readonly direction: Open<"set" | "lower" | "raise">
        /** Why, in a sentence. */
        readonly reason: string
        /** Apply it with `client.recommendations.apply`; omitted if none was stored. */
        readonly recommendation_id?: string
        /** With detector all: the one that found it. */
        readonly detector?: string
      }>
    }
  }
  readonly exact_match: {
    readonly params: object
    readonly answer: {
      readonly findings: ReadonlyArray<{
        readonly text: string
        readonly current_match_type: Open<MatchType>
        readonly term_clicks: number
        /** In the organization's currency. */
        readonly term_cost: number
        readonly term_conversions: number
        /** In the organization's currency. */
        readonly term_cpa: number
        /** Why, in a sentence. */
        readonly reason: string
        /** Apply it with `client.recommendations.apply`; omitted if none was stored. */
        readonly recommendation_id?: string
        /** With detector all: the one that found it. */
        readonly detector?: string
      }>
    }
  }
  readonly hipo: {
    readonly params: object
    readonly answer: {
      readonly findings: ReadonlyArray<{
        readonly text: string
        readonly conversions_30d: number
        /** In the organization's currency. */
        readonly cpa: number
        /** Of the campaign's conversions, as a fraction. */
        readonly conversion_share: number
        /** The used part of the budget, as a fraction. */
        readonly budget_utilisation: number
        /** Why, in a sentence. */
        readonly reason: string
        /** Apply it with `client.recommendations.apply`; omitted if none was stored. */
        readonly recommendation_id?: string
        /** With detector all: the one that found it. */
        readonly detector?: string
      }>
    }
  }
  readonly keyword_count: {
    readonly params: {
      readonly options?:
        | {
            /** 1 to 50 (15). */
            readonly threshold?: number | undefined
          }
        | undefined
    }
    readonly answer: {
      readonly findings: ReadonlyArray<{
        readonly ad_id: number
        readonly ad_name: string
        /** Its enabled keywords. */
        readonly count: number
        readonly threshold: number
        readonly excess: number
        /** Why, in a sentence. */
        readonly reason: string
        /** Apply it with `client.recommendations.apply`; omitted if none was stored. */
        readonly recommendation_id?: string
        /** With detector all: the one that found it. */
        readonly detector?: string
      }>
    }
  }
  readonly optimized_keywords: {
    readonly params: {
      readonly options?:
        | {
            /** Keywords to keep, 1 to 50 (15). */
            readonly suggested_count?: number | undefined
            /** List kept ones. */
            readonly include_kept?: boolean | undefined
          }
        | undefined
    }
    readonly answer: {
      readonly findings: ReadonlyArray<{
        readonly text: string
        readonly match_type: Open<MatchType>
        readonly rank: number
        readonly action: Open<"keep" | "add" | "pause">
        readonly clicks: number
        /** In the organization's currency. */
        readonly cost: number
        readonly conversions: number
        /** Why, in a sentence. */
        readonly reason: string
        /** Apply it with `client.recommendations.apply`; omitted if none was stored. */
        readonly recommendation_id?: string
        /** With detector all: the one that found it. */
        readonly detector?: string
      }>
    }
  }
  readonly new_keywords: {
    readonly params: object
    readonly answer: {
      readonly findings: ReadonlyArray<{
        /** The search to add as a keyword. */
        readonly term: string
        readonly suggested_match_type: Open<MatchType>
        readonly clicks: number
        /** In the organization's currency. */
        readonly cost: number
        readonly conversions: number
        /** In the organization's currency. */
        readonly cpa: number
        /** Why, in a sentence. */
        readonly reason: string
        /** Apply it with `client.recommendations.apply`; omitted if none was stored. */
        readonly recommendation_id?: string
        /** With detector all: the one that found it. */
        readonly detector?: string
      }>
    }
  }
  readonly all: {
    readonly params: object
    readonly answer: {
      readonly findings: ReadonlyArray<Finding>
    }
  }
}

/** Response of `client.detectors.run`. */
export interface DetectorsRunAnswer {
  readonly detector: Open<
    | "high_cpc"
    | "no_conversion_keywords"
    | "zero_impression"
    | "negative_keywords"
    | "tcpa"
    | "exact_match"
    | "hipo"
    | "keyword_count"
    | "optimized_keywords"
    | "new_keywords"
    | "all"
  >
  readonly findings: ReadonlyArray<Finding>
  /** Why nothing was found, or what to know about the saving. */
  readonly note?: string
  /**
   * Cost of the last 30 days that it would have prevented, each keyword and term counted once; omitted
   * if none.
   */
  readonly estimated_monthly_saving?: number
}
