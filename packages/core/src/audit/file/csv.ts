import { Schema } from "effect"
import { AuditEvent, auditColumns, makeCsvReader, parseCell } from "../../contract/index.ts"
import { earlierColumns, type FileReader, type RawEvent, UnreadableExport } from "./reader.ts"

const numericColumns = new Set<string>(
  auditColumns.filter((column) => Schema.is(AuditEvent.fields[column] as Schema.Schema.AnyNoContext)(0))
)

/** The value before it was formatted. A number in another format stays text, which no hash covers. */
const originalValue = (column: string, cell: string): unknown =>
  numericColumns.has(column) && String(Number(cell)) === cell ? Number(cell) : parseCell(cell)

const rawEventOf = (columns: ReadonlyArray<string>, cells: ReadonlyArray<string>): RawEvent =>
  Object.fromEntries(columns.map((column, n) => [column, originalValue(column, cells[n]!)]))

/** The columns that a header names; undefined if it is none of an export. */
const columnsOf = (cells: ReadonlyArray<string>) =>
  [auditColumns, earlierColumns].find(
    (columns) => cells.length === columns.length && columns.every((column, n) => cells[n] === column)
  )

/** Reads a CSV export in chunks. It contains neither total nor head; these are in the response headers. */
export const makeCsvFileReader = (): FileReader => {
  const reader = makeCsvReader()
  let lines = 0
  let columns: ReadonlyArray<string> = auditColumns

  const push = (text: string): ReadonlyArray<RawEvent> =>
    reader.push(text).flatMap((cells) => {
      lines++
      if (lines === 1) {
        const named = columnsOf(cells)
        if (named === undefined)
          throw new UnreadableExport("its first line does not name the columns of an export")
        columns = named
        return []
      }
      if (cells.length !== columns.length) {
        throw new UnreadableExport(`its row ${lines - 1} has ${cells.length} cells and not ${columns.length}`)
      }
      return [rawEventOf(columns, cells)]
    })

  return {
    push,
    end: () => {
      if (lines === 0) throw new UnreadableExport("its first line does not name the columns of an export")
      if (reader.rest() !== null) return "cut off"
      return { total: null, head: undefined }
    }
  }
}
