// Generated from the contract by `npm run generate`. Do not edit.
import type { Effect } from "effect"
import {
  attempt,
  type CallOptions,
  type RowStream,
  rows,
  type WriteCallOptions
} from "../../effect/variant.ts"
import type { ReportsResource as Promised } from "../resources/reports.ts"
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
import type { ReportsGenerateError, ReportsGetError, ReportsLatestError, ReportsListError } from "./errors.ts"

export class ReportsResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
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
   * yield* Stream.runForEach(client.reports.list("weekly"), Console.log)
   * ```
   */
  list(
    type: ReportType,
    params?: ReportsListParams,
    options?: CallOptions
  ): RowStream<ReportRow, ReportsListPage, ReportsListError> {
    return rows((signal) => this.#client.list(type, params, { ...options, signal }))
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
   * yield* client.reports.latest("weekly")
   * ```
   */
  latest(
    type: ReportType,
    params?: ReportsLatestParams,
    options?: CallOptions
  ): Effect.Effect<Report, ReportsLatestError> {
    return attempt((signal) => this.#client.latest(type, params, { ...options, signal }))
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
   * yield* client.reports.get("weekly", "rpt_7hT2kQ9xLm4Nc8Vb1ZpR3d")
   * ```
   */
  get(
    type: ReportType,
    reportId = "latest",
    params?: ReportsGetParams,
    options?: CallOptions
  ): Effect.Effect<Report, ReportsGetError> {
    return attempt((signal) => this.#client.get(type, reportId, params, { ...options, signal }))
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
   * yield* client.reports.generate("weekly")
   * ```
   */
  generate(
    type: "weekly",
    options?: WriteCallOptions
  ): Effect.Effect<ReportsGenerateExecuted, ReportsGenerateError> {
    return attempt((signal) => this.#client.generate(type, { ...options, signal }))
  }
}
