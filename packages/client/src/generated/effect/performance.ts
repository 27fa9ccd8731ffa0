// Generated from the contract by `npm run generate`. Do not edit.
import type { Effect } from "effect"
import { attempt, type CallOptions, type RowStream, rows } from "../../effect/variant.ts"
import type { PerformanceResource as Promised } from "../resources/performance.ts"
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
import type { PerformanceGetError, PerformanceQueryError, PerformanceSearchTermsError } from "./errors.ts"

export class PerformanceResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
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
   * yield* client.performance.get({ from: "2026-01-05", to: "2026-01-11" })
   * ```
   */
  get<Case extends keyof PerformanceGetCases = "campaign">(
    params?: Omit<PerformanceGetParams, "group_by"> & {
      readonly group_by?: Case | undefined
    } & PerformanceGetCases[Case]["params"],
    options?: CallOptions
  ): Effect.Effect<
    Omit<Performance, keyof PerformanceGetCases[Case]["answer"]> & PerformanceGetCases[Case]["answer"],
    PerformanceGetError
  > {
    return attempt((signal) => this.#client.get(params, { ...options, signal }))
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
   * yield* Stream.runForEach(client.performance.searchTerms({ days: 7 }), Console.log)
   * ```
   */
  searchTerms(
    params?: PerformanceSearchTermsParams,
    options?: CallOptions
  ): RowStream<SearchTermRow, PerformanceSearchTermsPage, PerformanceSearchTermsError> {
    return rows((signal) => this.#client.searchTerms(params, { ...options, signal }))
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
   * yield* client.performance.query({ query: "SELECT campaign.name, metrics.clicks FROM campaign WHERE segments.date DURING LAST_7_DAYS ORDER BY metrics.clicks DESC" })
   * ```
   */
  query(
    params: PerformanceQueryParams,
    options?: CallOptions
  ): Effect.Effect<PerformanceQueryAnswer, PerformanceQueryError> {
    return attempt((signal) => this.#client.query(params, { ...options, signal }))
  }
}
