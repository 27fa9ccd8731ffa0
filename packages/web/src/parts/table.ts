import { type Content, type Html, html } from "../kit/html.ts"

export interface Column<Row> {
  readonly title: string
  /** The cell's content. */
  readonly cell: (row: Row) => Content
  /** A figure: at the right, with tabular numerals. */
  readonly figure?: true
  /** 2 leaves the table on phones, 3 also on tablets. */
  readonly rank?: 2 | 3
  /** Buttons, without a visible title. */
  readonly actions?: true
  readonly nowrap?: true
}

interface Table<Row> {
  /** The id of the title that names the table. */
  readonly labelledBy: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  /** Rows to emphasise, such as one that was just made. */
  readonly picked?: (row: Row) => boolean
}

const classesOf = <Row>({ actions, figure, nowrap, rank }: Column<Row>): string =>
  [figure || actions ? "num" : "", nowrap ? "nowrap" : "", rank === undefined ? "" : `p${rank}`]
    .filter((name) => name !== "")
    .join(" ")

/** A table whose first column names the row. It scrolls inside its card if it has to. */
export const table = <Row>({ columns, labelledBy, picked, rows }: Table<Row>): Html =>
  html`<div class="scroll" tabindex="0" role="group" aria-labelledby="${labelledBy}"><table><thead><tr>${columns.map(
    (column) =>
      html`<th scope="col" class="${classesOf(column)}">${column.actions ? html`<span class="sr">${column.title}</span>` : column.title}</th>`
  )}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr${picked?.(row) ? html` class="picked"` : null}>${columns.map((column, n) =>
        n === 0
          ? html`<th scope="row" class="${classesOf(column)}">${column.cell(row)}</th>`
          : html`<td class="${classesOf(column)}">${column.cell(row)}</td>`
      )}</tr>`
  )}</tbody></table></div>`

interface Pager {
  readonly first: number
  readonly shown: number
  readonly total: number
  readonly newer: string | null
  readonly older: string | null
}

/** "1 – 50 of 143", with links to the pages beside it. */
export const pager = ({ first, newer, older, shown, total }: Pager): Html =>
  html`<nav class="foot row" aria-label="Pages"><span>${first} – ${first + shown - 1} of ${total.toLocaleString("en-US")}</span><span class="end row">${
    newer === null ? null : html`<a class="button quiet tiny" href="${newer}" rel="prev">Newer</a>`
  }${older === null ? null : html`<a class="button quiet tiny" href="${older}" rel="next">Older</a>`}</span></nav>`
