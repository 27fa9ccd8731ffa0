import { Schema } from "effect"
import { AuditEvent, auditColumns, makeCsvReader, parseCell } from "../../contract/index.ts"
import { type FileReader, type RawEvent, UnreadableExport } from "./reader.ts"

const numericColumns = new Set<string>(
  auditColumns.filter((column) => Schema.is(AuditEvent.fields[column] as Schema.Schema.AnyNoContext)(0))
)

/** The value before it was formatted. A number in another format stays text, which no hash covers. */
const originalValue = (column: string, cell: string): unknown =>
  numericColumns.has(column) && String(Number(cell)) === cell ? Number(cell) : parseCell(cell)

const rawEventOf = (cells: ReadonlyArray<string>): RawEvent =>
  Object.fromEntries(auditColumns.map((column, n) => [column, originalValue(column, cells[n]!)]))

const isHeader = (cells: ReadonlyArray<string>) =>
  cells.length === auditColumns.length && auditColumns.every((column, n) => cells[n] === column)

/** Reads a CSV export in chunks. It contains neither total nor head; these are in the response headers. */
export const makeCsvFileReader = (): FileReader => {
  const reader = makeCsvReader()
  let lines = 0

  const push = (text: string): ReadonlyArray<RawEvent> =>
    reader.push(text).flatMap((cells) => {
      lines++
      if (lines === 1) {
        if (!isHeader(cells))
          throw new UnreadableExport("its first line does not name the columns of an export")
        return []
      }
      if (cells.length !== auditColumns.length) {
        throw new UnreadableExport(
          `its row ${lines - 1} has ${cells.length} cells and not ${auditColumns.length}`
        )
      }
      return [rawEventOf(cells)]
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
