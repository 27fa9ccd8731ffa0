import { hash } from "node:crypto"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema, Struct } from "effect"
import { ValidationError } from "./contract/index.ts"
import { bindStatement, type StatementsShape, sharedStatement, statement } from "./storage/index.ts"

const invalidCursor = new ValidationError({
  fields: [
    { path: "cursor", message: "does not belong to this list and these filters; leave it out to start again" }
  ]
})

/**
 * A timestamp in milliseconds within a valid range, so that a forged cursor cannot cause a database error.
 */
export const EpochMillis = Schema.Number.pipe(Schema.int(), Schema.between(0, 253_402_300_799_999))
export const NonNegativeInteger = Schema.Number.pipe(Schema.int(), Schema.between(0, Number.MAX_SAFE_INTEGER))

/** A timestamp and a number that separates equal ones: the position in most lists sorted by time. */
export const TimePosition = Schema.Tuple(EpochMillis, NonNegativeInteger)

/** Cursors of the version before carry no total. */
const isTotal = Schema.is(Schema.NullOr(NonNegativeInteger))

/**
 * Encodes cursors. A cursor contains the position of the last row and a fingerprint of its list (operation,
 * organization, filters, sort). It names a row, not an offset, so that inserted or deleted rows never cause
 * duplicates or gaps. It may also carry the total, which then is counted once for all pages.
 */
export const cursorCodec = <Position>(
  position: Schema.Schema<Position>,
  ...identity: ReadonlyArray<unknown>
) => {
  // Computed only when a cursor is read or written: most responses have none.
  const fingerprint = () => hash("sha256", JSON.stringify(identity), "base64url").slice(0, 12)
  const isPosition = (last: unknown): last is Position => Schema.is(position)(last)
  return {
    encode: (last: Position, total?: number): string =>
      Buffer.from(JSON.stringify([fingerprint(), last, total])).toString("base64url"),
    decode: (
      cursor: string | undefined
    ): Effect.Effect<{ readonly after: Position | null; readonly total: number | null }, ValidationError> => {
      if (cursor === undefined) return Effect.succeed({ after: null, total: null })
      try {
        const [cursorFingerprint, last, total = null] = JSON.parse(
          Buffer.from(cursor, "base64url").toString()
        ) as ReadonlyArray<unknown>
        return cursorFingerprint === fingerprint() && isPosition(last) && isTotal(total)
          ? Effect.succeed({ after: last, total })
          : Effect.fail(invalidCursor)
      } catch {
        return Effect.fail(invalidCursor)
      }
    }
  }
}

/** Splits off the extra row that was read only to detect a next page. */
export const splitPage = <Row>(rows: ReadonlyArray<Row>, limit: number) => ({
  page: rows.length > limit ? rows.slice(0, limit) : rows,
  last: rows.length > limit ? rows[limit - 1]! : null
})

/** A list that is read in pages. */
interface ListDefinition<Row, Position extends readonly [unknown, ...ReadonlyArray<unknown>]> {
  /** Part of every cursor, so that a cursor of another list is rejected. */
  readonly name: string
  /**
   * SQL of a page. Its parameters are the filters, the position after which it starts (nulls for the first page),
   * and the number of rows.
   */
  readonly page: string
  /** SQL of the first page, without the position, if it is another: it can then be planned for an index. */
  readonly firstPage?: string
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

interface PageRequest {
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
  ...sql
}: ListDefinition<Row, Position>) => {
  const page = statement(sql.page)
  const firstPage = sql.firstPage === undefined ? undefined : statement(sql.firstPage)
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
        ? yield* statements.read(bindStatement<Row>(firstPage, [...filters, limit + 1]))
        : yield* statements.read(bindStatement<Row>(page, [...filters, ...(after ?? start), limit + 1]))
    const { last, page: rows } = splitPage(found, limit)
    const total =
      after === null && last === null
        ? rows.length
        : (carried ??
          (yield* statements.read(bindStatement<{ readonly total: number }>(count, filters)))[0]!.total)
    return {
      rows,
      total,
      next_cursor: last === null ? null : list.encode(positionOf(last), total)
    }
  })
}

/** The filters of a list. Null leaves one out. */
type Filters<Name extends string> = Readonly<Record<Name, string | number | null>>

/** A list of an organization that grows for ever, with filters that a request may leave out. */
interface FilteredListDefinition<
  Row,
  Position extends readonly [unknown, ...ReadonlyArray<unknown>],
  Name extends string
> extends Omit<ListDefinition<Row, Position>, "page" | "firstPage" | "count" | "growsForEver"> {
  /** SQL of each filter with its value. */
  readonly conditions: Readonly<Record<Name, (value: string) => string>>
  /** SQL: whether a row comes after a position. */
  readonly after: (...position: ReadonlyArray<string>) => string
  /** SQL of the first rows in the list's order that fulfil a condition. */
  readonly page: (where: string, limit: string) => string
  /** SQL that counts these rows as `total`. */
  readonly count: (where: string) => string
}

/**
 * Declares a list with filters and returns the function that reads one page of it. Each combination of filters has
 * statements of its own: one that tests each value for null may be planned once for all, and then reads the whole
 * list where an index has the rows.
 */
export const filteredList = <
  Row,
  Position extends readonly [unknown, ...ReadonlyArray<unknown>],
  Name extends string
>({
  after,
  conditions,
  count,
  page,
  ...list
}: FilteredListDefinition<Row, Position, Name>) => {
  const names = Struct.keys(conditions)
  const readers = new Map<string, ReturnType<typeof pagedList<Row, Position>>>()

  const makeReader = (given: ReadonlyArray<Name>) => {
    const where = [
      "organization_id = $1",
      ...given.map((name, index) => conditions[name](`$${index + 2}`))
    ].join(" and ")
    const next = given.length + 2
    const position = list.position.elements.map((_, index) => `$${next + index}`)
    return pagedList<Row, Position>({
      ...list,
      growsForEver: true,
      firstPage: page(where, `$${next}`),
      page: page(`${where} and ${after(...position)}`, `$${next + position.length}`),
      count: count(where)
    })
  }

  const readerOf = (given: ReadonlyArray<Name>) => {
    const key = given.join(" ")
    const reader = readers.get(key) ?? makeReader(given)
    readers.set(key, reader)
    return reader
  }

  return (
    statements: StatementsShape,
    organization: number,
    filters: Filters<Name>,
    request: PageRequest
  ): Effect.Effect<Page<Row>, ValidationError | SqlError> => {
    const given = names.filter((name) => filters[name] !== null)
    // The same cursor identity as with every filter as a parameter.
    const identity = [organization, ...names.map((name) => filters[name])]
    return readerOf(given)(
      statements,
      [organization, ...given.map((name) => filters[name])],
      request,
      identity
    )
  }
}
