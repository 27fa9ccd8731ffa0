import { Schema } from "effect"
import { AuditEvent, auditColumns, makeCsvReader, textOfCell } from "../../contract/index.ts"
import { type FileReader, type ToldEvent, Unreadable } from "./reader.ts"

const numbers = new Set<string>(
  auditColumns.filter((column) => Schema.is(AuditEvent.fields[column] as Schema.Schema.AnyNoContext)(0))
)

/** As it was before it was written; a number that was never written like this stays a text, which no hash covers. */
const wasWritten = (column: string, cell: string): unknown =>
  numbers.has(column) && String(Number(cell)) === cell ? Number(cell) : textOfCell(cell)

const eventOf = (cells: ReadonlyArray<string>): ToldEvent =>
  Object.fromEntries(auditColumns.map((column, n) => [column, wasWritten(column, cells[n]!)]))

const isHeader = (cells: ReadonlyArray<string>) =>
  cells.length === auditColumns.length && auditColumns.every((column, n) => cells[n] === column)

/** Reads an export in CSV piece by piece. It tells neither a total nor a head: these are in the answer's headers. */
export const makeCsvFileReader = (): FileReader => {
  const reader = makeCsvReader()
  let lines = 0

  const push = (text: string): ReadonlyArray<ToldEvent> =>
    reader.push(text).flatMap((cells) => {
      lines++
      if (lines === 1) {
        if (!isHeader(cells)) throw new Unreadable("its first line does not name the columns of an export")
        return []
      }
      if (cells.length !== auditColumns.length) {
        throw new Unreadable(`its row ${lines - 1} has ${cells.length} cells and not ${auditColumns.length}`)
      }
      return [eventOf(cells)]
    })

  return {
    push,
    end: () => {
      if (lines === 0) throw new Unreadable("its first line does not name the columns of an export")
      if (reader.rest() !== null) return "cut off"
      return { total: null, head: undefined }
    }
  }
}
