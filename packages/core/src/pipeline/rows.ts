import type { SqlError } from "@effect/sql/SqlError"
import type { Stream } from "effect"
import type { AnyOperation } from "../contract/index.ts"

/** An answer's rows where they may be of any number: read while they are written. */
export type Rows<Row = object> = Stream.Stream<Row, SqlError>

export interface Split {
  readonly rest: Readonly<Record<string, unknown>>
  readonly rows: Rows
}

/** An answer and its rows apart; null where the contract says of the operation that it has none. */
export const splitRows = ({ rows: field }: AnyOperation, output: unknown): Split | null => {
  if (field === null) return null
  // What runs an operation with rows answers them as a stream: the type of its handle says so.
  const { [field]: rows, ...rest } = output as Record<string, unknown>
  return { rest, rows: rows as Rows }
}
