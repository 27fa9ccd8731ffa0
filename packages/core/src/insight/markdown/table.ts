export interface Column<Row> {
  readonly title: string
  /** Figures stand at the right, so that their sizes can be seen. */
  readonly figures?: true
  /** Left out where no row has anything to say in it. */
  readonly sparse?: true
  readonly cell: (row: Row) => string
}

/** What nobody can say. */
export const unknown = "–"

const pad = (cell: string, width: number, figures: boolean): string =>
  figures ? cell.padStart(width) : cell.padEnd(width)

/** A table that reads well also where nobody renders it: its columns are as wide as what stands in them. */
export const table = <Row>(all: ReadonlyArray<Column<Row>>, rows: ReadonlyArray<Row>): string => {
  if (rows.length === 0) return ""
  const says = (cell: string) => cell !== "" && cell !== unknown
  const columns = all.filter(({ cell, sparse }) => sparse !== true || rows.some((row) => says(cell(row))))
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)))
  const widths = columns.map(({ title }, n) =>
    Math.max(3, title.length, ...cells.map((row) => row[n]!.length))
  )
  const line = (parts: ReadonlyArray<string>) => `| ${parts.join(" | ")} |`
  return [
    line(columns.map(({ figures, title }, n) => pad(title, widths[n]!, figures === true))),
    line(
      columns.map(({ figures }, n) => (figures ? `${"-".repeat(widths[n]! - 1)}:` : "-".repeat(widths[n]!)))
    ),
    ...cells.map((row) => line(row.map((cell, n) => pad(cell, widths[n]!, columns[n]!.figures === true))))
  ].join("\n")
}
