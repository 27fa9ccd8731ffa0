import { Effect, type Schema } from "effect"
import { type StatementsShape, sharedStatement, statement, textStatement } from "../storage/index.ts"
import { cursorCodec, splitPage } from "./cursor.ts"

/** A list that is read in pages. */
export interface ListDefinition<Row, Position extends readonly [unknown, ...ReadonlyArray<unknown>]> {
  /** Part of every cursor, so that a cursor of another list is rejected. */
  readonly name: string
  /**
   * SQL of a page. Its parameters are the filters, the position after which it starts (nulls for the first page),
   * and the number of rows.
   */
  readonly page: string
  /** SQL of the first page, without the position, if it is another: it can then be planned for an index. */
  readonly firstPage?: string
  /** Whether the rows of a page are arrays of texts. */
  readonly textRows?: boolean
  /** SQL that counts the list as `total`. Its parameters are the filters. */
  readonly count: string
  /** Whether it grows for ever, so that counting it may take long. */
  readonly growsForEver?: boolean
  /** The schema of a row's position in the list: a tuple. */
  readonly position: Schema.Schema<Position> & { readonly elements: ReadonlyArray<unknown> }
  readonly positionOf: (row: Row) => Position
}

export interface Page<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly total: number
  readonly next_cursor: string | null
}

export interface PageRequest {
  readonly cursor?: string | undefined
  readonly limit: number
}

/**
 * Declares a list and returns the function that reads one page of it. A first page that holds the whole list needs
 * no count. Otherwise the first page counts, and its cursor carries the total to the next ones. `identity`
 * distinguishes the list from others, for cursors.
 */
export const pagedList = <Row, Position extends readonly [unknown, ...ReadonlyArray<unknown>]>({
  growsForEver = false,
  name,
  position,
  positionOf,
  textRows = false,
  ...sql
}: ListDefinition<Row, Position>) => {
  const declare = textRows ? textStatement : statement
  const page = declare(sql.page)
  const firstPage = sql.firstPage === undefined ? undefined : declare(sql.firstPage)
  const count = growsForEver ? sharedStatement("count", sql.count) : statement(sql.count)
  const start = position.elements.map(() => null)

  return Effect.fnUntraced(function* (
    statements: StatementsShape,
    filters: ReadonlyArray<unknown>,
    { cursor, limit }: PageRequest,
    identity: ReadonlyArray<unknown> = filters
  ) {
    const list = cursorCodec(position, name, ...identity)
    const { after, total: carried } = yield* list.decode(cursor)
    const found =
      after === null && firstPage !== undefined
        ? yield* statements.query<Row>(firstPage, [...filters, limit + 1])
        : yield* statements.query<Row>(page, [...filters, ...(after ?? start), limit + 1])
    const { last, page: rows } = splitPage(found, limit)
    const total =
      after === null && last === null
        ? rows.length
        : (carried ?? (yield* statements.query<{ readonly total: number }>(count, filters))[0]!.total)
    return {
      rows,
      total,
      next_cursor: last === null ? null : list.encode(positionOf(last), total)
    }
  })
}
