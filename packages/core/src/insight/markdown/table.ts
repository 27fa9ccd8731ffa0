export interface Column<Row> {
  readonly title: string
  /** Right-aligned, so that magnitudes are visible. */
  readonly numeric?: true
  /** Left out if no row has a value in it. */
  readonly hideIfEmpty?: true
  readonly cell: (row: Row) => string
}

/** Stands for an unknown value. */
export const unknownValue = "–"

const pad = (cell: string, width: number, numeric: boolean): string =>
  numeric ? cell.padStart(width) : cell.padEnd(width)

/** Renders a table that is readable as plain text too: cells are padded to the column's width. */
export const table = <Row>(all: ReadonlyArray<Column<Row>>, rows: ReadonlyArray<Row>): string => {
  if (rows.length === 0) return ""
  const hasContent = (cell: string) => cell !== "" && cell !== unknownValue
  const columns = all.filter(
    ({ cell, hideIfEmpty }) => hideIfEmpty !== true || rows.some((row) => hasContent(cell(row)))
  )
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)))
  const widths = columns.map(({ title }, n) =>
    Math.max(3, title.length, ...cells.map((row) => row[n]!.length))
  )
  const line = (parts: ReadonlyArray<string>) => `| ${parts.join(" | ")} |`
  return [
    line(columns.map(({ numeric, title }, n) => pad(title, widths[n]!, numeric === true))),
    line(
      columns.map(({ numeric }, n) => (numeric ? `${"-".repeat(widths[n]! - 1)}:` : "-".repeat(widths[n]!)))
    ),
    ...cells.map((row) => line(row.map((cell, n) => pad(cell, widths[n]!, columns[n]!.numeric === true))))
  ].join("\n")
}

const steps = "▁▂▃▄▅▆▇█"

/** Renders values as a line of small bars, scaled to the largest; zero is the lowest bar. */
export const sparkline = (values: ReadonlyArray<number>): string => {
  const maximum = Math.max(...values, 0)
  return values
    .map((value) => {
      if (maximum <= 0 || value <= 0) return steps[0]
      return steps[Math.max(0, Math.ceil((value / maximum) * steps.length) - 1)]
    })
    .join("")
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

/** Renders a bar in proportion to the largest value; any value above zero is visible. */
export const bar = (value: number, maximum: number, width = 12): string => {
  if (value <= 0 || maximum <= 0) return ""
  const parts = Math.max(1, Math.round((Math.min(value, maximum) / maximum) * width * 8))
  return "█".repeat(Math.floor(parts / 8)) + eighths[parts % 8]
}
