import { Schema } from "effect"

/** The end of a page: the cost of its last row, and the term's id, which orders rows of equal cost. */
export const CursorPosition = Schema.Tuple(
  Schema.Number.pipe(Schema.int(), Schema.between(0, Number.MAX_SAFE_INTEGER)),
  Schema.Number.pipe(Schema.int(), Schema.between(0, Number.MAX_SAFE_INTEGER))
)
export type CursorPosition = typeof CursorPosition.Type

/** Before every row, so the first page uses the same query. */
export const startPosition: CursorPosition = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

/** The filter, and the start of the page. */
export interface SearchTermQuery {
  readonly organization: number
  readonly campaign: number | null
  readonly days: number
  /** In micros; 0 without a minimum. */
  readonly minCost: number
  readonly after: CursorPosition
  /** One more than the page size. */
  readonly rows: number
}

/** A row of the result. */
export interface TermTotalsRow {
  readonly term: string
  readonly campaign: string
  readonly clicks: number
  readonly cost_micros: number
  readonly conversions: number
  readonly term_id: number
}

export interface SearchTermPage {
  readonly rows: ReadonlyArray<TermTotalsRow>
  readonly total: number
}

/** Returns the smallest cost in micros that rounds to at least this amount in cents. */
export const minCostMicros = (amount: number): number => {
  const cents = Math.ceil(Math.round(amount * 1e8) / 1e6)
  return Math.max(0, cents * 10_000 - 5_000)
}

/** Whether a row comes after a position: highest cost first, then highest id. */
export const isAfter = (
  { cost_micros, term_id }: Pick<TermTotalsRow, "cost_micros" | "term_id">,
  [cost, id]: CursorPosition
): boolean => cost_micros < cost || (cost_micros === cost && term_id < id)
