import type { Paint } from "./paint.ts"
import { cut, padEnd, padStart, widthOf } from "./width.ts"

export interface Column {
  readonly title: string
  readonly cells: ReadonlyArray<string>
  /** Numbers stand under each other at their ends. */
  readonly right?: boolean
  /** What somebody will copy, an id for one, is never cut. */
  readonly whole?: boolean
  readonly painted?: (cell: string, row: number) => string
}

const gap = "  "
/** Below this a column says nothing any more. */
const narrowest = 8

const naturalWidth = ({ cells, title }: Column): number =>
  Math.max(widthOf(title), ...cells.map((cell) => widthOf(cell)))

const total = (widths: ReadonlyArray<number>): number =>
  widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1)

/** Takes places from the widest texts until all columns fit together; null where they cannot. */
const fitted = (columns: ReadonlyArray<Column>, places: number): ReadonlyArray<number> | null => {
  const widths = columns.map(naturalWidth)
  while (total(widths) > places) {
    const shrinkable = columns.flatMap(({ right, whole }, at) =>
      right || whole || widths[at]! <= narrowest ? [] : [at]
    )
    if (shrinkable.length === 0) return null
    const widest = shrinkable.reduce((one, other) => (widths[other]! > widths[one]! ? other : one))
    widths[widest]!--
  }
  return widths
}

/** One row below the other, each as a list of its own: where the screen is too narrow for columns. */
const asRecords = (columns: ReadonlyArray<Column>, places: number, paint: Paint): string => {
  const titles = Math.max(...columns.map(({ title }) => widthOf(title)))
  const record = (row: number): string =>
    columns
      .map(({ cells, painted, title, whole }) => {
        const cell = whole ? cells[row]! : cut(cells[row]!, Math.max(narrowest, places - titles - gap.length))
        return `${paint.faint(padEnd(title, titles))}${gap}${painted?.(cell, row) ?? cell}`.trimEnd()
      })
      .join("\n")
  return columns[0]!.cells.map((_, row) => record(row)).join("\n\n")
}

/** Rows under titles, within a screen's width where it has one. */
export const table = (columns: ReadonlyArray<Column>, places: number | null, paint: Paint): string => {
  if (columns.length === 0) return ""
  const widths = places === null ? columns.map(naturalWidth) : fitted(columns, places)
  if (widths === null) return asRecords(columns, places!, paint)
  const last = columns.length - 1
  const line = (cellOf: (column: Column, width: number, isLast: boolean) => string): string =>
    columns.map((column, at) => cellOf(column, widths[at]!, at === last)).join(gap)
  const placed = ({ right }: Column, text: string, width: number, isLast: boolean): string =>
    right ? padStart(text, width) : isLast ? text : padEnd(text, width)
  const head = line((column, width, isLast) => paint.faint(placed(column, column.title, width, isLast)))
  const rows = columns[0]!.cells.map((_, row) =>
    line((column, width, isLast) => {
      const text = cut(column.cells[row]!, width)
      const whole = placed(column, text, width, isLast)
      // The padding stays unpainted, so that nothing is coloured that has no words.
      return column.painted === undefined ? whole : whole.replace(text, () => column.painted!(text, row))
    })
  )
  return [head, ...rows].map((one) => one.trimEnd()).join("\n")
}
