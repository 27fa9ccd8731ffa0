import type { ColumnTypes } from "./bulk.ts"

/*
 * Many rows as parameters of a statement: one array for each column. Postgres reads arrays in half the time of
 * a list of JSON objects.
 */

type Value = number | string
export type ColumnRow = Readonly<Record<string, Value>>

const quoted = (text: string): string =>
  /["\\]/.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : `"${text}"`

const element = (value: Value): Value => (typeof value === "string" ? quoted(value) : value)

/** Returns an array literal of Postgres. */
export const arrayLiteral = (values: ReadonlyArray<Value>): string => `{${values.map(element).join(",")}}`

/** SQL: rows as a table expression for `from`. Their columns are the parameters from `first` on. */
export const unnested = (columns: ColumnTypes, first: number): string =>
  `unnest(${Object.values(columns)
    .map((type, n) => `$${first + n}::${type}[]`)
    .join(", ")}) as given(${Object.keys(columns).join(", ")})`

/** Returns the parameters of `unnested`. */
export const columnParameters = (
  columns: ColumnTypes,
  rows: ReadonlyArray<ColumnRow>
): ReadonlyArray<string> =>
  Object.keys(columns).map((name) => `{${rows.map((row) => element(row[name] ?? missing(name))).join(",")}}`)

const missing = (name: string): never => {
  throw new Error(`A row has no ${name}.`)
}
