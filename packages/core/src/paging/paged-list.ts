import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Schema } from "effect"
import type { ValidationError } from "../contract/index.ts"
import { type StatementsShape, statement, textStatement } from "../storage/index.ts"
import { cursorCodec, splitPage } from "./cursor.ts"

/** A list that is read in pages. */
interface ListDefinition<Row, Position extends readonly [unknown, ...ReadonlyArray<unknown>]> {
  /** Part of every cursor, so that a cursor of another list is rejected. */
  readonly name: string
  /**
   * SQL of a page. Its parameters are the filters, the position after which it starts (nulls for the first page),
   * and the number of rows.
   */
  readonly page: string
  /** Whether the rows of a page are arrays of texts. */
  readonly textRows?: boolean
  /** SQL that counts the list as `total`. Its parameters are the filters, and the maximum if there is one. */
  readonly count: string
  /** For lists that grow for ever: counting stops here. */
  readonly maxTotal?: number
  /** The schema of a row's position in the list: a tuple. */
  readonly position: Schema.Schema<Position> & { readonly elements: ReadonlyArray<unknown> }
  readonly positionOf: (row: Row) => Position
}

interface Page<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly total: number
  readonly next_cursor: string | null
}

/**
 * Declares a list and returns the function that reads one page of it. A first page that holds the whole list needs
 * no count.
 */
export const pagedList = <Row, Position extends readonly [unknown, ...ReadonlyArray<unknown>]>({
  maxTotal,
  name,
  position,
  positionOf,
  textRows = false,
  ...sql
}: ListDefinition<Row, Position>) => {
  const page = textRows ? textStatement(sql.page) : statement(sql.page)
  const count = statement(sql.count)
  const limits = maxTotal === undefined ? [] : [maxTotal]
  const start = position.elements.map(() => null)

  return (
    statements: StatementsShape,
    filters: ReadonlyArray<unknown>,
    { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number }
  ): Effect.Effect<Page<Row>, ValidationError | SqlError> =>
    Effect.gen(function* () {
      const list = cursorCodec(position, name, ...filters)
      const after = yield* list.decode(cursor)
      const readRows = statements.query<Row>(page, [...filters, ...(after ?? start), limit + 1])
      const readTotal = Effect.map(
        statements.query<{ readonly total: number }>(count, [...filters, ...limits]),
        ([row]) => row!.total
      )
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
