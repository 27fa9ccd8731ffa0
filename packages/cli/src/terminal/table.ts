import type { Paint } from "./terminal.ts"
import { padEnd, padStart, truncate, widthOf, wrap } from "./width.ts"

const steps = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const

/** A sparkline from the smallest to the largest value. A constant series is a low line. */
export const sparkline = (values: ReadonlyArray<number>): string => {
  const minimum = Math.min(...values)
  const range = Math.max(...values) - minimum
  return values
    .map((value) => steps[range === 0 ? 0 : Math.round(((value - minimum) / range) * (steps.length - 1))])
    .join("")
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const

/** A bar of at most `maxWidth` columns, relative to the largest value. */
export const bar = (value: number, largest: number, maxWidth: number): string => {
  const parts = largest <= 0 || value <= 0 ? 0 : Math.max(1, Math.round((value / largest) * maxWidth * 8))
  return "█".repeat(Math.floor(parts / 8)) + eighths[parts % 8]!
}

/** Shortens a series by averaging neighbours. */
export const downsample = (values: ReadonlyArray<number>, maxWidth: number): ReadonlyArray<number> => {
  if (values.length <= maxWidth) return values
  return Array.from({ length: maxWidth }, (_, index) => {
    const part = values.slice(
      Math.floor((index * values.length) / maxWidth),
      Math.floor(((index + 1) * values.length) / maxWidth)
    )
    return part.reduce((sum, value) => sum + value, 0) / part.length
  })
}

export interface Column {
  readonly title: string
  readonly cells: ReadonlyArray<string>
  /** Aligns numbers to the right. */
  readonly right?: boolean
  /** Text to be copied, such as an id, is never truncated. */
  readonly neverCut?: boolean
  /** A name is truncated only after all other texts. */
  readonly isName?: boolean
  /** A shorter form of the cells for narrow screens. */
  readonly short?: ReadonlyArray<string>
  /** Columns to be omitted on a narrow screen, the first ones before the second. */
  readonly omitted?: 1 | 2
  readonly paintCell?: (cell: string, row: number) => string
}

const gap = "  "
/** A narrower column is useless. */
const minColumnWidth = 6
/** From this width on a text is readable in several lines. */
const minWrapWidth = 16

const maxWidthOf = (texts: ReadonlyArray<string>): number => Math.max(0, ...texts.map(widthOf))
const naturalWidth = ({ cells, title }: Column): number =>
  Math.max(maxWidthOf(cells), maxWidthOf(title.split("\n")))

const total = (widths: ReadonlyArray<number>): number =>
  widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1)

/** Wraps titles and uses short forms where that makes a column narrower. */
const compact = (column: Column): Column => {
  const cells = column.short ?? column.cells
  return { ...column, cells, title: wrap(column.title, Math.max(4, maxWidthOf(cells))).join("\n") }
}

/** The last column can wrap if it is text, so that nothing is lost. */
const wraps = ({ right, neverCut }: Column): boolean => right !== true && neverCut !== true

/** Returns whether more than half of the text would be truncated. Then another layout is better. */
const losesTooMuch = (columns: ReadonlyArray<Column>, widths: ReadonlyArray<number>): boolean => {
  const cutOff = columns.flatMap((column, at) => {
    const isWrapped = at === columns.length - 1 && wraps(column) && widths[at]! >= minWrapWidth
    return column.right || column.neverCut || isWrapped ? [] : [[naturalWidth(column), widths[at]!] as const]
  })
  const natural = cutOff.reduce((sum, [one]) => sum + one, 0)
  return cutOff.reduce((sum, [, one]) => sum + one, 0) < natural / 2
}

/** Titles are never truncated: a column is at least as wide as its title. */
const leastWidth = ({ title }: Column): number => Math.max(minColumnWidth, maxWidthOf(title.split("\n")))

/** Shrinks the widest texts until all columns fit, names last; null if they cannot. */
const shrinkWidths = (columns: ReadonlyArray<Column>, maxWidth: number): ReadonlyArray<number> | null => {
  const widths = columns.map(naturalWidth)
  while (total(widths) > maxWidth) {
    const shrinkable = columns.flatMap(({ right, neverCut }, at) =>
      right || neverCut || widths[at]! <= leastWidth(columns[at]!) ? [] : [at]
    )
    if (shrinkable.length === 0) return null
    const others = shrinkable.filter((at) => columns[at]!.isName !== true)
    const widest = (others.length > 0 ? others : shrinkable).reduce((one, other) =>
      widths[other]! > widths[one]! ? other : one
    )
    widths[widest]!--
  }
  return losesTooMuch(columns, widths) ? null : widths
}

interface Fitted {
  readonly columns: ReadonlyArray<Column>
  readonly widths: ReadonlyArray<number>
}

/** Unchanged if they fit; else in short form, then without the columns to be omitted, each time also truncated. */
const fit = (columns: ReadonlyArray<Column>, maxWidth: number | null): Fitted | null => {
  const natural = columns.map(naturalWidth)
  if (maxWidth === null || total(natural) <= maxWidth) return { columns, widths: natural }
  const compactColumns = columns.map(compact)
  if (total(compactColumns.map(naturalWidth)) <= maxWidth)
    return { columns: compactColumns, widths: compactColumns.map(naturalWidth) }
  for (const step of [1, 2]) {
    const kept = compactColumns.filter(({ omitted = 3 }) => omitted > step)
    const widths = shrinkWidths(kept, maxWidth)
    if (widths !== null) return { columns: kept, widths }
  }
  return null
}

/** One record below the other, for screens that are too narrow for columns. */
const asCards = (columns: ReadonlyArray<Column>, maxWidth: number, paint: Paint): string => {
  const [first, ...others] = columns
  const card = (row: number): string => {
    const pairs = others
      .filter(({ cells }) => cells[row] !== "" && cells[row] !== "–")
      .map(({ cells, title }) => `${title.toLowerCase()} ${cells[row]}`)
    // Lines break only between the pairs of name and value.
    const lines = wrap(pairs.map((pair) => pair.replaceAll(" ", "\u00a0")).join(", "), maxWidth - 2)
    return [
      paint.strong(first!.cells[row]!),
      ...lines.map((line) => `  ${truncate(line.replaceAll("\u00a0", " "), maxWidth - 2)}`)
    ].join("\n")
  }
  return first!.cells.map((_, row) => card(row)).join("\n")
}

const padCell = ({ right }: Column, text: string, width: number, isLast: boolean): string =>
  right ? padStart(text, width) : isLast ? text : padEnd(text, width)

const titleLines = ({ columns, widths }: Fitted, paint: Paint): ReadonlyArray<string> => {
  const titles = columns.map(({ title }) => title.split("\n"))
  const height = Math.max(...titles.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    paint.faint(
      columns
        .map((column, at) => {
          // Titles are aligned to the bottom.
          const text = titles[at]![line - height + titles[at]!.length] ?? ""
          return padCell(column, text, widths[at]!, at === columns.length - 1)
        })
        .join(gap)
        .trimEnd()
    )
  )
}

const lastCell = (column: Column, text: string, width: number): ReadonlyArray<string> => {
  if (!wraps(column) || widthOf(text) <= width || width < minWrapWidth) return [truncate(text, width)]
  return wrap(text, width).map((line) => truncate(line, width))
}

/** Renders rows under titles, within the screen's width if it has one. */
export const table = (all: ReadonlyArray<Column>, maxWidth: number | null, paint: Paint): string => {
  if (all.length === 0) return ""
  const fitted = fit(all, maxWidth)
  if (fitted === null)
    return asCards(
      all.map((column) => ({ ...column, cells: column.short ?? column.cells })),
      maxWidth!,
      paint
    )
  const { columns, widths } = fitted
  const last = columns.length - 1
  const before = total(widths.slice(0, last)) + gap.length
  const rows = columns[0]!.cells.flatMap((_, row) => {
    const [first, ...below] = lastCell(columns[last]!, columns[last]!.cells[row]!, widths[last]!)
    const line = columns.map((column, at) => {
      const text = at === last ? first! : truncate(column.cells[row]!, widths[at]!)
      const whole = padCell(column, text, widths[at]!, at === last)
      // The padding stays uncoloured.
      return column.paintCell === undefined ? whole : whole.replace(text, () => column.paintCell!(text, row))
    })
    return [line.join(gap).trimEnd(), ...below.map((text) => " ".repeat(before) + text)]
  })
  return [...titleLines(fitted, paint), ...rows].join("\n")
}
