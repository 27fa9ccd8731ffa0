import { Schema } from "effect"
import { Count, WholeNumber } from "./numbers.ts"
import { described, optional, withDefault } from "./text.ts"

export const defaultPageSize = 20

/** Opaque to callers: only the list that issued it can read it. */
export const Cursor = Schema.String.pipe(Schema.maxLength(1024), Schema.brand("Cursor"))
export type Cursor = typeof Cursor.Type

/** The two parameters of every paginated list. */
export const pageInput = {
  limit: withDefault(WholeNumber(1, 100), defaultPageSize, "Rows on a page"),
  cursor: optional(Cursor, "next_cursor of the page before")
}

/** The fields of every paginated list besides its rows. */
export const pageOutput = {
  total: described(Count, "Rows in the whole list"),
  next_cursor: described(
    Schema.NullOr(Schema.String),
    "Send as cursor for the next page; null on the last one"
  )
}
