import type { CapUse } from "@adwarden/core"
import { type Content, type Html, html } from "../kit/html.ts"
import { icon } from "./icons.ts"

export interface Figure {
  readonly label: string
  /** Null if it cannot exist yet. */
  readonly value: Content
  readonly of?: Content
  /** The comparison, the period, or how it was counted. */
  readonly note?: Content
  /** A bar with the share that is used, from 0 to 1, and a tick for what is committed. */
  readonly meter?: {
    readonly share: number
    readonly mark: number | null
    readonly label: string
    /** Near its end it is amber, and over it red. A sentence beside it says the same. */
    readonly use?: CapUse
  }
}

const percent = (share: number): string => `${Math.min(100, Math.max(0, share * 100)).toFixed(1)}%`

/** Used and committed shares of a cap. */
export const meter = ({ label, mark, share, use = "usual" }: NonNullable<Figure["meter"]>): Html =>
  html`<svg class="meter" height="14" role="img" aria-label="${label}"><rect class="ground" y="3" width="100%" height="8" rx="4"/><rect class="fill ${use}" y="3" width="${percent(share)}" height="8" rx="4"/>${
    mark === null
      ? null
      : html`<line class="mark" x1="${percent(mark)}" x2="${percent(mark)}" y1="0" y2="14"/>`
  }</svg>`

/** Key figures side by side: label, value, change, what it was. */
export const figures = (list: ReadonlyArray<Figure>): Html =>
  html`<dl class="card figures${list.some((one) => one.meter !== undefined) ? "" : " even"}">${list.map(
    ({ label, meter: bar, note, of, value }) =>
      html`<div${bar === undefined ? null : html` class="wide"`}><dt>${label}</dt><dd class="is">${value ?? "–"}${of === undefined ? null : html` <span class="of">${of}</span>`}</dd>${
        bar === undefined && note === undefined
          ? null
          : html`<dd class="was">${bar === undefined ? null : meter(bar)}${note ?? null}</dd>`
      }</div>`
  )}</dl>`

export interface Difference {
  readonly name: string
  readonly from: string
  readonly to: string
  /** The step between them: `a day, +15%`. */
  readonly step?: string
}

/** Old and new values. A single one is shown large. */
export const diff = (list: ReadonlyArray<Difference>): Html => {
  const big = list.length === 1
  return html`<dl class="diff${big ? " big" : ""}">${list.map(
    ({ from, name, step, to }) =>
      html`<div><dt${big ? html` class="sr"` : null}>${name}</dt><dd class="from"><span class="sr">from </span>${from}</dd><dd aria-hidden="true">${icon("right")}</dd><dd class="to"><span class="sr">to </span>${to}${big || step === undefined ? null : html` <span class="small soft">${step}</span>`}</dd>${big ? html`<dd class="soft">${step ?? ""}</dd>` : null}</div>`
  )}</dl>`
}

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
  /** A link that sorts by this column, and how the table is sorted by it now. */
  readonly sort?: { readonly href: string; readonly now: "ascending" | "descending" | null }
  /** Its cell in the row of totals. */
  readonly total?: Content
  /** Its cell in a second row of totals, of what cannot be added to the first. */
  readonly secondTotal?: Content
}

/** A box in front of each row, for a form that does something to several rows at once. */
export interface Picking<Row> {
  /** The field's name; its value is the row. */
  readonly name: string
  readonly value: (row: Row) => string
  /** What picking means, such as "Exclude boiler repair jobs". */
  readonly label: (row: Row) => string
  readonly picked: (row: Row) => boolean
  readonly disabled?: (row: Row) => boolean
}

interface Table<Row> {
  /** The id of the title that names the table. */
  readonly labelledBy: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  /** Rows to emphasise, such as one that was just made. */
  readonly picked?: (row: Row) => boolean
  /** Rows that are idle now: their figures are soft. */
  readonly off?: (row: Row) => boolean
  /** The group of a row, whose name stands above the first of it. */
  readonly group?: ((row: Row) => string) | undefined
  /** More columns than others have: they stand closer. */
  readonly dense?: boolean
  readonly picking?: Picking<Row> | undefined
}

const pickBox = <Row>({ disabled, label, name, picked, value }: Picking<Row>, row: Row): Html => {
  const off = disabled?.(row) ?? false
  return html`<td class="pick"><input type="checkbox" name="${name}" value="${value(row)}" aria-label="${label(row)}"${off ? html` disabled` : null}${picked(row) && !off ? html` checked` : null} /></td>`
}

const classesOf = <Row>({ actions, figure, nowrap, rank }: Column<Row>): string =>
  [figure || actions ? "num" : "", nowrap ? "nowrap" : "", rank === undefined ? "" : `p${rank}`]
    .filter((name) => name !== "")
    .join(" ")

const columnHead = <Row>(column: Column<Row>): Html => {
  const { actions, sort, title } = column
  const text = actions ? html`<span class="sr">${title}</span>` : title
  if (sort === undefined) return html`<th scope="col" class="${classesOf(column)}">${text}</th>`
  const arrow = sort.now === null ? null : sort.now === "ascending" ? " ↑" : " ↓"
  return html`<th scope="col" class="${classesOf(column)}"${sort.now === null ? null : html` aria-sort="${sort.now}"`}><a href="${sort.href}">${text}${arrow === null ? null : html`<span aria-hidden="true">${arrow}</span>`}</a></th>`
}

/** Makes the function that writes the cells of a row; the first names it. */
const cellsOf = <Row>(columns: ReadonlyArray<Column<Row>>) => {
  const classes = columns.map(classesOf)
  return (contentOf: (column: Column<Row>) => Content): ReadonlyArray<Html> =>
    columns.map((column, n) =>
      n === 0
        ? html`<th scope="row" class="${classes[n]!}">${contentOf(column)}</th>`
        : html`<td class="${classes[n]!}">${contentOf(column)}</td>`
    )
}

/** A table whose first column names the row. It scrolls inside its card if it has to. */
export const table = <Row>({
  columns,
  dense = false,
  group,
  labelledBy,
  off,
  picked,
  picking,
  rows
}: Table<Row>): Html => {
  const cells = cellsOf(columns)
  const classOf = (row: Row) => (picked?.(row) ? "picked" : off?.(row) ? "off" : null)
  const sums = (contentOf: (column: Column<Row>) => Content | undefined) =>
    columns.some((column) => contentOf(column) !== undefined)
      ? html`<tr>${picking === undefined ? null : html`<td></td>`}${cells((column) => contentOf(column) ?? null)}</tr>`
      : null
  const width = columns.length + (picking === undefined ? 0 : 1)
  const groupHead = (row: Row, n: number) => {
    const name = group?.(row)
    return name === undefined || (n > 0 && name === group?.(rows[n - 1]!))
      ? null
      : html`<tr class="group"><th colspan="${width}" scope="colgroup">${name}</th></tr>`
  }
  const totals = [sums(({ total }) => total), sums(({ secondTotal }) => secondTotal)]
  return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="${labelledBy}"><table${dense ? html` class="dense"` : null}><thead><tr>${picking === undefined ? null : html`<th scope="col"><span class="sr">Pick</span></th>`}${columns.map(columnHead)}</tr></thead><tbody>${rows.map(
    (row, n) =>
      html`${groupHead(row, n)}<tr${classOf(row) === null ? null : html` class="${classOf(row)}"`}>${picking === undefined ? null : pickBox(picking, row)}${cells(({ cell }) => cell(row))}</tr>`
  )}</tbody>${totals.some((row) => row !== null) ? html`<tfoot>${totals}</tfoot>` : null}</table></div>`
}

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
