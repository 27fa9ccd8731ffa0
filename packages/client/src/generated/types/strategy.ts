// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"

export interface StrategyRow {
  /** Id of the strategy. */
  readonly id: string
  readonly status: Open<"queued" | "running" | "succeeded" | "failed">
  readonly title: string
  readonly created_at: string
  readonly finished_at: string | null
  /** Opens it in the dashboard. */
  readonly url: string
}

export interface Strategy {
  /** Id of the strategy. */
  readonly id: string
  readonly status: Open<"queued" | "running" | "succeeded" | "failed">
  readonly title: string
  readonly created_at: string
  readonly finished_at: string | null
  /** Opens it in the dashboard. */
  readonly url: string
  /** What the document begins with. */
  readonly summary?: string
  /** Its headings, for section. */
  readonly sections?: ReadonlyArray<string>
  /** Null while it is being written. */
  readonly markdown: string | null
  /** Why it failed, if it did. */
  readonly error: string | null
}

/** Parameters of `client.strategy.generate`. */
export interface StrategyGenerateParams {
  /** To consider. At most 5 items. */
  readonly documents?:
    | ReadonlyArray<{
        /** At most 255 characters. */
        readonly name: string
        /** Markdown or plain text. At most 20,000 characters. */
        readonly content: string
      }>
    | undefined
}

/** Result of `client.strategy.generate`. */
export interface StrategyGenerateExecuted {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "executed"
  readonly status: Open<"queued">
  /** Id of the strategy. */
  readonly strategy: string
  /** From the call that started it. */
  readonly task_tracking_id: number
  readonly url: string
}

/** Parameters of `client.strategy.list`. */
export interface StrategyListParams {
  /** Rows. 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** next_cursor. At most 1,024 characters. */
  readonly cursor?: string | undefined
}

/** A page of `client.strategy.list`. */
export interface StrategyListPage {
  readonly strategies: ReadonlyArray<StrategyRow>
  /** Rows in the whole list. */
  readonly total: number
  /** Send as cursor for the next page; null on the last one. */
  readonly next_cursor: string | null
}

/** Parameters of `client.strategy.get`. */
export interface StrategyGetParams {
  /** One heading. At most 200 characters. */
  readonly section?: string | undefined
}
