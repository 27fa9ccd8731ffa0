import type { OrganizationPageReader } from "@adwarden/core"
import { csvLine, csvMediaType, pagePaths, type ServiceError } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Html, html } from "./html.ts"
import type { BrowserRequest, FileResponse } from "./page.ts"

/** The value of each column in a row, by the name of the column. */
export type FileColumns<Row> = Readonly<Record<string, (row: Row) => string | number | boolean | null>>

interface Table<Row> {
  /** The name of the file without its ending. */
  readonly name: string
  readonly rows: ReadonlyArray<Row>
  readonly columns: FileColumns<Row>
}

/** A table as CSV, the first row with the names of the columns. */
export const tableFile = <Row>({ columns, name, rows }: Table<Row>): FileResponse => {
  const cells = Object.values(columns)
  const lines = rows.map((row) => csvLine(cells.map((cell) => cell(row))))
  return {
    file: { name: `${name}.csv`, type: csvMediaType, text: csvLine(Object.keys(columns)) + lines.join("") }
  }
}

/** The link to the table of a page as a file, with the query of the page. */
export const exportLink = ({ path }: BrowserRequest): Html => {
  const [page = "", query] = path.split("?")
  return linkToFile(page, query)
}

/** The same of another page, with the query of its own. */
export const linkToFile = (page: string, query?: string): Html =>
  html`<a class="button quiet tiny p2" href="${pagePaths.file(page)}${query === undefined ? null : `?${query}`}">Export CSV</a>`

/** Longer files are not for spreadsheets. */
export const mostRows = 10_000

type SqlError = Effect.Effect.Error<ReturnType<OrganizationPageReader["read"]>>
type Work<A> = Effect.Effect<A, ServiceError | SqlError>

/** Reads a list page by page. */
export const everyRow = <Row, Page extends { readonly next_cursor: string | null }>(
  read: (page: { readonly limit: number; readonly cursor?: string }) => Work<Page>,
  rowsOf: (page: Page) => ReadonlyArray<Row>
): Work<ReadonlyArray<Row>> =>
  Effect.gen(function* () {
    const rows: Array<Row> = []
    let cursor: string | null | undefined
    while (cursor !== null && rows.length < mostRows) {
      const page: Page = yield* read({ limit: 100, ...(cursor === undefined ? {} : { cursor }) })
      rows.push(...rowsOf(page))
      cursor = page.next_cursor
    }
    return rows
  })
