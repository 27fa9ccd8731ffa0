import { Schema } from "effect"

/** Where a page ends: the cost of its last row, and the term's number, which tells apart those that cost the same. */
export const CursorPosition = Schema.Tuple(
  Schema.Number.pipe(Schema.int(), Schema.between(0, Number.MAX_SAFE_INTEGER)),
  Schema.Number.pipe(Schema.int(), Schema.between(0, Number.MAX_SAFE_INTEGER))
)
export type CursorPosition = typeof CursorPosition.Type

/** Before every row, so that the first page is asked for like any other. */
export const startPosition: CursorPosition = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

/** What is listed, and where the page begins. */
export interface SearchTermQuery {
  readonly organization: number
  readonly campaign: number | null
  readonly days: number
  /** In micros; 0 where nothing is asked of costs. */
  readonly minCost: number
  readonly after: CursorPosition
  /** One more than the page has. */
  readonly rows: number
}

/** A row as it is found. */
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

/** The least cost that is told as at least so much: amounts are told to the cent. */
export const minCostMicros = (amount: number): number => {
  const cents = Math.ceil(Math.round(amount * 1e8) / 1e6)
  return Math.max(0, cents * 10_000 - 5_000)
}

/** Whether a row comes after a position: the highest cost first, and of the same cost the latest learnt. */
export const isAfter = (
  { cost_micros, term_id }: Pick<TermTotalsRow, "cost_micros" | "term_id">,
  [cost, id]: CursorPosition
): boolean => cost_micros < cost || (cost_micros === cost && term_id < id)
