import type { SqlError } from "@effect/sql/SqlError"
import { type Effect, Struct } from "effect"
import type { ValidationError } from "../contract/index.ts"
import type { StatementsShape } from "../storage/index.ts"
import { type ListDefinition, type Page, type PageRequest, pagedList } from "./paged-list.ts"

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
