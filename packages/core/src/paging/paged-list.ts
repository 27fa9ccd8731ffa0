import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Schema } from "effect"
import { type StatementsShape, statement, textStatement } from "../storage/index.ts"
import { cursorCodec, splitPage } from "./cursor.ts"
import { makeFullLists } from "./full-lists.ts"

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
  /** SQL that counts the list as `total`. Its parameters are the filters, and the maximum if there is one. */
  readonly count: string
  /** For lists that grow for ever: counting stops here. */
  readonly maxTotal?: number
  /** Whether it never loses a row. Such a list with the maximum of rows is counted once. */
  readonly onlyGrows?: boolean
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
 * no count. `identity` distinguishes the list from others, for cursors.
 */
export const pagedList = <Row, Position extends readonly [unknown, ...ReadonlyArray<unknown>]>({
  maxTotal,
  name,
  onlyGrows = false,
  position,
  positionOf,
  textRows = false,
  ...sql
}: ListDefinition<Row, Position>) => {
  const declare = textRows ? textStatement : statement
  const page = declare(sql.page)
  const firstPage = sql.firstPage === undefined ? undefined : declare(sql.firstPage)
  const count = statement(sql.count)
  const limits = maxTotal === undefined ? [] : [maxTotal]
  const fullLists = makeFullLists()
  const start = position.elements.map(() => null)

  const countRows = (
    statements: StatementsShape,
    filters: ReadonlyArray<unknown>,
    identity: ReadonlyArray<unknown>
  ): Effect.Effect<number, SqlError> => {
    const key = JSON.stringify(identity)
    if (maxTotal !== undefined && fullLists.has(statements, key)) return Effect.succeed(maxTotal)
    return Effect.map(
      statements.query<{ readonly total: number }>(count, [...filters, ...limits]),
      ([row]) => {
        if (onlyGrows && row!.total === maxTotal) fullLists.add(statements, key)
        return row!.total
      }
    )
  }

  return Effect.fnUntraced(function* (
    statements: StatementsShape,
    filters: ReadonlyArray<unknown>,
    { cursor, limit }: PageRequest,
    identity: ReadonlyArray<unknown> = filters
  ) {
    const list = cursorCodec(position, name, ...identity)
    const after = yield* list.decode(cursor)
    const readRows =
      after === null && firstPage !== undefined
        ? statements.query<Row>(firstPage, [...filters, limit + 1])
        : statements.query<Row>(page, [...filters, ...(after ?? start), limit + 1])
    const readTotal = countRows(statements, filters, identity)
    const [found, total] =
      after === null
        ? yield* Effect.flatMap(readRows, (rows) =>
            rows.length > limit
              ? Effect.map(readTotal, (total) => [rows, total] as const)
              : Effect.succeed([rows, rows.length] as const)
          )
        : yield* Effect.all([readRows, readTotal], { concurrency: 2 })
    const { last, page: rows } = splitPage(found, limit)
    return { rows, total, next_cursor: last === null ? null : list.encode(positionOf(last)) }
  })
}
