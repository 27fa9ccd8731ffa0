// Generated from the contract by `npm run client:generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"

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
   * high_cpc: keywords with clicks far above the average CPC; no_conversion_keywords: keywords that cost
   * much and never converted; zero_impression: keywords not shown for 90 days; negative_keywords: search
   * terms to exclude: cost without conversions; tcpa: a target CPA that does not fit the actual one;
   * exact_match: broad or phrase keywords to add as exact; hipo: cheap converting keywords held back by
   * the budget; keyword_count: ads with too many keywords; optimized_keywords: keywords to keep, add and
   * pause, ranked; new_keywords: converting search terms that are no keyword yet; all: all ten, without
   * options.
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
  /** Only the options that the detector takes. */
  readonly options?:
    | {
        /** high_cpc: 1 to 10 times the average CPC (3); keyword_count: 1 to 50 (15). */
        readonly threshold?: number | undefined
        /** zero_impression: include paused keywords. */
        readonly include_paused?: boolean | undefined
        /** negative_keywords: days to analyse, 1 to 90 (7). */
        readonly days?: number | undefined
        /** Tcpa: days to analyse, 7 to 90 (30). */
        readonly period_days?: number | undefined
        /** optimized_keywords: keywords to keep, 1 to 50 (15). */
        readonly suggested_count?: number | undefined
        /** optimized_keywords: list kept ones. */
        readonly include_kept?: boolean | undefined
      }
    | undefined
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
  /** Why nothing was found, or that estimates are unreliable. */
  readonly note?: string
  /**
   * Cost of the last 30 days that it would have prevented, each keyword and term counted once; omitted
   * if none.
   */
  readonly estimated_monthly_saving?: number
}
