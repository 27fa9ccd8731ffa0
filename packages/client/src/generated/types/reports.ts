// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"

export interface ReportRow {
  /** Id of the report. */
  readonly id: string
  readonly type: Open<ReportType>
  readonly generated_at: string
}

export type ReportType = "weekly" | "strategic" | "intelligence" | "performance" | "competitor"

export interface Report {
  /** Id of the report. */
  readonly id: string
  readonly type: Open<ReportType>
  readonly generated_at: string
  /** What the document begins with. */
  readonly summary?: string
  /** Its headings, for section. */
  readonly sections?: ReadonlyArray<string>
  readonly markdown: string
}

/** Parameters of `client.reports.list`. */
export interface ReportsListParams {
  /** Rows. 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** next_cursor. At most 1,024 characters. */
  readonly cursor?: string | undefined
}

/** A page of `client.reports.list`. */
export interface ReportsListPage {
  readonly reports: ReadonlyArray<ReportRow>
  /** Rows in the whole list. */
  readonly total: number
  /** Send as cursor for the next page; null on the last one. */
  readonly next_cursor: string | null
}

/** Parameters of `client.reports.latest`. */
export interface ReportsLatestParams {
  /** One heading. At most 200 characters. */
  readonly section?: string | undefined
}

/** Parameters of `client.reports.get`. */
export interface ReportsGetParams {
  /** One heading. At most 200 characters. */
  readonly section?: string | undefined
}

/** Result of `client.reports.generate`. */
export interface ReportsGenerateExecuted {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "executed"
  /** From the call that started it. */
  readonly task_tracking_id: number
  readonly status: Open<"queued">
}
