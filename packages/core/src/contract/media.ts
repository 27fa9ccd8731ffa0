import { jsonMediaType } from "./operation.ts"
import type { AnyOperation } from "./table.ts"

/** A line break, a comma or a quote inside a cell needs quotes around it; a quote inside them is doubled (RFC 4180). */
const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? "" : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV, with the names of their columns on top. */
export const csvOf = <Row extends object>(
  columns: ReadonlyArray<keyof Row & string>,
  rows: ReadonlyArray<Row>
): string =>
  [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => `${cells.map(cell).join(",")}\r\n`)
    .join("")

/** Every media type that an operation's answer can have, JSON first. */
export const mediaTypesOf = (operation: AnyOperation): ReadonlyArray<string> => [
  jsonMediaType,
  ...Object.values(operation.media?.forms ?? {}).map(({ type }) => type)
]

/** An answer as text in the form that the input asked for, and that form's media type. */
export const writeAnswer = (
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  output: unknown
): { readonly type: string; readonly text: string } => {
  const wanted = operation.media === null ? undefined : input[operation.media.field]
  const forms = operation.media?.forms ?? {}
  const form = typeof wanted === "string" && Object.hasOwn(forms, wanted) ? forms[wanted] : undefined
  // The form was declared beside the output's own schema, which the compiler cannot see through the table.
  if (form !== undefined) return { type: form.type, text: form.write(output as never) }
  return { type: jsonMediaType, text: JSON.stringify(output) }
}
