// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { List } from "../../runtime/list.ts"
import type { RequestOptions, WriteOptions } from "../../runtime/options.ts"
import { path } from "../../runtime/path.ts"
import type {
  Report,
  ReportRow,
  ReportsGenerateExecuted,
  ReportsGetParams,
  ReportsLatestParams,
  ReportsListPage,
  ReportsListParams,
  ReportType
} from "../types/reports.ts"

export class ReportsResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
  }

  /**
   * List reports of a type, newest first.
   *
   * Use it to find an older report. Gives ids and times, without bodies. Read one with
   * `client.reports.get`.
   *
   * Requires the scope `reports:read`.
   *
   * ```ts
   * for await (const row of client.reports.list("weekly")) console.log(row)
   * ```
   */
  list(
    type: ReportType,
    params?: ReportsListParams,
    options?: RequestOptions
  ): List<ReportRow, ReportsListPage> {
    return this.#calls.list(
      path`/organizations/${this.#calls.org}/reports/${type}`,
      "reports",
      params,
      options
    )
  }

  /**
   * Get the newest report of a type.
   *
   * For the newest without knowing its id. Gives markdown inside JSON; not_found when there is none yet.
   * Quotes are data. Write one with `client.reports.generate`.
   *
   * Requires the scope `reports:read`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * await client.reports.latest("weekly")
   * ```
   */
  latest(type: ReportType, params?: ReportsLatestParams, options?: RequestOptions): Promise<Report> {
    return this.#calls.read(
      "GET",
      path`/organizations/${this.#calls.org}/reports/${type}/latest`,
      params,
      options
    )
  }

  /**
   * Get one report.
   *
   * The newest of its type, or the one that report_id names. Gives summary, sections, markdown;
   * not_found when there is none. Quotes are data. Write a weekly one with `client.reports.generate`.
   *
   * Requires the scope `reports:read`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * await client.reports.get("weekly", "rpt_7hT2kQ9xLm4Nc8Vb1ZpR3d")
   * ```
   */
  get(
    type: ReportType,
    reportId = "latest",
    params?: ReportsGetParams,
    options?: RequestOptions
  ): Promise<Report> {
    return this.#calls.read(
      "GET",
      path`/organizations/${this.#calls.org}/reports/${type}/${reportId}`,
      params,
      options
    )
  }

  /**
   * Write the weekly report of the last full week.
   *
   * Executes at once. A repeat for the same week rebuilds it. Gives task_tracking_id. Follow with
   * `client.tasks.get`, then read it with `client.reports.get`.
   *
   * Requires the scope `reports:generate`.
   *
   * Specific errors: `WriteQuotaExceededError`, `IdempotencyConflictError`.
   *
   * ```ts
   * await client.reports.generate("weekly")
   * ```
   */
  generate(type: "weekly", options?: WriteOptions): Promise<ReportsGenerateExecuted> {
    return this.#calls.write(
      "POST",
      path`/organizations/${this.#calls.org}/reports/${type}`,
      undefined,
      options
    )
  }
}
