import { csvLine } from "./csv.ts"
import { jsonMediaType } from "./operation.ts"
import type { AnyOperation } from "./table.ts"

type Values = Readonly<Record<string, unknown>>

/** Every media type of an operation's response, JSON first. */
export const mediaTypesOf = (operation: AnyOperation): ReadonlyArray<string> => [
  jsonMediaType,
  ...Object.values(operation.media?.forms ?? {}).map(({ type }) => type)
]

/** Formats a response whose rows arrive in batches: its start, the rows and its end. */
export interface RowsWriter {
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  readonly prefix: string
  readonly formatRows: (rows: ReadonlyArray<object>, first: boolean) => string
  readonly suffix: string
}

/** The response's own fields, followed by the open list. */
const asJson = (field: string, rest: Values): Omit<RowsWriter, "headers"> => {
  const [open, fields] = ["{", JSON.stringify(rest).slice(1, -1)]
  return {
    type: jsonMediaType,
    prefix: `${open}${fields === "" ? "" : `${fields},`}${JSON.stringify(field)}:[`,
    // One row per line, so that shell tools show rows of a large file.
    formatRows: (rows, first) =>
      rows.map((row, n) => `${first && n === 0 ? "" : ","}\n${JSON.stringify(row)}`).join(""),
    suffix: "\n]}\n"
  }
}

const asTable = (type: string, columns: ReadonlyArray<string>): Omit<RowsWriter, "headers"> => ({
  type,
  prefix: csvLine(columns),
  formatRows: (rows) => rows.map((row) => csvLine(columns.map((column) => (row as Values)[column]))).join(""),
  suffix: ""
})

/** The writer for the media type that the input requests; `rest` is the response without its rows. */
export const rowsWriterFor = (operation: AnyOperation, input: Values, rest: Values): RowsWriter => {
  const { forms = {}, headers = {}, field = "" } = operation.media ?? {}
  const requestedForm = input[field]
  const form =
    typeof requestedForm === "string" && Object.hasOwn(forms, requestedForm)
      ? forms[requestedForm]
      : undefined
  const headerValues = Object.entries(headers).flatMap(([name, from]) =>
    rest[from] === null || rest[from] === undefined ? [] : [[name, String(rest[from])] as const]
  )
  return {
    ...(form === undefined ? asJson(operation.rows ?? "", rest) : asTable(form.type, form.columns)),
    headers: Object.fromEntries(headerValues)
  }
}
