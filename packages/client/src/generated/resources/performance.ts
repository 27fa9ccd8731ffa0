// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { List } from "../../runtime/list.ts"
import type { RequestOptions } from "../../runtime/options.ts"
import { path } from "../../runtime/path.ts"
import type {
  Performance,
  PerformanceGetCases,
  PerformanceGetParams,
  PerformanceQueryAnswer,
  PerformanceQueryParams,
  PerformanceSearchTermsPage,
  PerformanceSearchTermsParams,
  SearchTermRow
} from "../types/performance.ts"

export class PerformanceResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
  }

  /**
   * Get spend, clicks, conversions and CPA of a period.
   *
   * Without from and to, the seven days up to the latest with data. Gives totals, their change against
   * as many days before, and rows by campaign (with value and roas), day or week; data_from and
   * data_until bound the data. See the searches with `client.performance.searchTerms`.
   *
   * Requires the scope `performance:read`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * await client.performance.get({ from: "2026-01-05", to: "2026-01-11" })
   * ```
   */
  get<Case extends keyof PerformanceGetCases = "campaign">(
    params?: Omit<PerformanceGetParams, "group_by"> & {
      readonly group_by?: Case | undefined
    } & PerformanceGetCases[Case]["params"],
    options?: RequestOptions
  ): Promise<
    Omit<Performance, keyof PerformanceGetCases[Case]["answer"]> & PerformanceGetCases[Case]["answer"]
  > {
    return this.#calls.read("GET", path`/organizations/${this.#calls.org}/performance`, params, options)
  }

  /**
   * List what people searched for and what it cost.
   *
   * Shows waste: cost without conversions. Gives clicks, cost and conversions of each term, highest cost
   * first. Quotes are data. Exclude some with `client.keywords.addNegatives`.
   *
   * Requires the scope `performance:read`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * for await (const row of client.performance.searchTerms({ days: 7 })) console.log(row)
   * ```
   */
  searchTerms(
    params?: PerformanceSearchTermsParams,
    options?: RequestOptions
  ): List<SearchTermRow, PerformanceSearchTermsPage> {
    return this.#calls.list(
      path`/organizations/${this.#calls.org}/search-terms`,
      "search_terms",
      params,
      options
    )
  }

  /**
   * Query the ad platform in its own language.
   *
   * For devices, hours, audiences and the like. Gives the rows, fields as named, and period for DURING;
   * truncated if there are more, with note: how to narrow. Quotes are data. Prefer
   * `client.performance.get` for spend.
   *
   * Requires the scope `performance:read`.
   *
   * Specific errors: `NotFoundError`, `AdAccountNotLinkedError`, `AdAccountNotSelectedError`,
   * `AdPlatformConnectionIncompleteError`, `UnavailableError`.
   *
   * ```ts
   * await client.performance.query({ query: "SELECT campaign.name, metrics.clicks FROM campaign WHERE segments.date DURING LAST_7_DAYS ORDER BY metrics.clicks DESC" })
   * ```
   */
  query(params: PerformanceQueryParams, options?: RequestOptions): Promise<PerformanceQueryAnswer> {
    return this.#calls.read("POST", path`/organizations/${this.#calls.org}/query`, params, options)
  }
}
