import { formatNumber, type MoneyFormat } from "../markdown/format.ts"
import { bar, type Column, unknownValue } from "../markdown/table.ts"
import { escapeMarkdown } from "../markdown/text.ts"

/* The columns of every table: our own text, untrusted text, figures and amounts. Null is unknown. */

export const orUnknown = <A>(value: A | null, format: (value: A) => string): string =>
  value === null ? unknownValue : format(value)

/** A column of our own text. */
export const plain = <Row>(title: string, of: (row: Row) => string | null): Column<Row> => ({
  title,
  cell: (row) => orUnknown(of(row), String)
})

/** A column of untrusted text, such as names and searches. */
export const quoted = <Row>(title: string, of: (row: Row) => string): Column<Row> => ({
  title,
  cell: (row) => escapeMarkdown(of(row))
})

/** A right-aligned column of counts, or of figures that are already text. */
export const figure = <Row>(title: string, of: (row: Row) => number | string | null): Column<Row> => ({
  title,
  numeric: true,
  cell: (row) => orUnknown(of(row), (value) => (typeof value === "number" ? formatNumber(value) : value))
})

export const amount = <Row>(
  title: string,
  money: MoneyFormat,
  of: (row: Row) => number | null
): Column<Row> => figure(title, (row) => orUnknown(of(row), money))

/** A column that is left out if no row has a value in it. */
export const optional = <Row>(column: Column<Row>): Column<Row> => ({ ...column, hideIfEmpty: true })

/** A column of bars, in proportion to the largest value. */
export const bars = <Row>(rows: ReadonlyArray<Row>, of: (row: Row) => number): Column<Row> => {
  const maximum = Math.max(...rows.map(of), 0)
  return { title: "", cell: (row) => bar(of(row), maximum) }
}

/** Formats a change in percent; an unchanged value has no sign. */
export const formatChange = (percentText: string | null): string =>
  orUnknown(percentText, (text) => text.replace(/^[+-]0%$/, "0%"))

export const formatSigned = (value: number, format: (value: number) => string): string =>
  value > 0 ? `+${format(value)}` : format(value)
