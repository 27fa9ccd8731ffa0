import { Data, Schema } from "effect"
import { AuditEvent, auditColumns, makeCsvReader, parseCell } from "../contract/index.ts"
import {
  beginVerification,
  type ChainVerification,
  earlierColumns,
  type FileSummary,
  finishVerification,
  type RawEvent,
  verifyNext
} from "./verification.ts"

/** Thrown for a file that is not an export, so nothing can be verified. */
export class UnreadableExport extends Data.TaggedError("UnreadableExport")<{
  readonly message: string
}> {
  constructor(message: string) {
    super({ message })
  }
}

/** Reads an export in chunks of any length. */
interface FileReader {
  /** Returns the events that this chunk completes. */
  readonly push: (text: string) => ReadonlyArray<RawEvent>
  /** Returns the file's summary, or that the file is truncated. */
  readonly end: () => FileSummary | "cut off"
}

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
const makeCsvFileReader = (): FileReader => {
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

const notAnExport = () => new UnreadableExport("it has a form that is not an export's")
const malformed = () => new UnreadableExport("its list of events is malformed")

/** Depths: in the response, in its list, and in an event of the list. */
const [inDocument, inList, inEvent] = [1, 2, 3]

/**
 * Reads a JSON export in chunks, one event at a time, so memory use does not depend on the file's size. The
 * rest of the response is small: it is collected with an empty list in place of the events and parsed at the
 * end. One level of brackets does not justify a streaming JSON parser as a dependency.
 */
const makeJsonReader = (): FileReader => {
  let depth = 0
  let lists = 0
  let inString = false
  let escaped = false
  let event = ""
  let rest = ""
  /** In the list: whether a comma must precede the next event. */
  let commaExpected = false

  const open = (bracket: string): void => {
    if (depth === inDocument) {
      if (bracket === "{") throw notAnExport()
      lists++
    } else if (depth === inList && (bracket === "[" || commaExpected)) throw malformed()
    depth++
  }

  /** Accepts only whitespace and correctly placed commas between the events of a list. */
  const checkSeparator = (character: string): void => {
    if (character.trim() === "") return
    if (character !== "," || !commaExpected) throw malformed()
    commaExpected = false
  }

  const push = (text: string): ReadonlyArray<RawEvent> => {
    const events: Array<RawEvent> = []
    let from = 0
    for (let index = 0; index < text.length; index++) {
      const character = text[index]!
      const outside = depth < inList
      if (escaped) escaped = false
      else if (inString) {
        if (character === "\\") escaped = true
        else if (character === '"') inString = false
      } else if (character === "{" || character === "[") {
        open(character)
        if (depth === inEvent) from = index
      } else if (character === "}" || character === "]") {
        depth--
        if (depth === inList) {
          events.push(parseJsonText(event + text.slice(from, index + 1)) as RawEvent)
          event = ""
          commaExpected = true
        }
      } else if (character === '"' && depth !== inList) inString = true
      else if (depth === inList) checkSeparator(character)
      if (outside || depth < inList) rest += character
    }
    if (depth >= inEvent) event += text.slice(from)
    return events
  }

  return {
    push,
    end: () => {
      if (depth > 0) return "cut off"
      const { events, head = null, total } = parseJsonText(rest) as Partial<Record<string, unknown>>
      if (lists !== 1 || !Array.isArray(events) || typeof total !== "number") throw notAnExport()
      return { total, head: head === null ? null : String(head) }
    }
  }
}

const parseJsonText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableExport("it is not JSON")
  }
}

/** The verification of a file, and whether the file is truncated. */
export interface FileVerification {
  readonly verification: ChainVerification
  readonly cutOff: boolean
}

/**
 * JSON begins with a brace, which no CSV header does. Byte order marks and whitespace before it are ignored.
 */
const readerFor = (text: string): FileReader =>
  text.startsWith("{") ? makeJsonReader() : makeCsvFileReader()

/** Verifies a JSON or CSV export while it is read. Throws `UnreadableExport` for any other file. */
export const makeFileVerifier = (head: string | null) => {
  let reader: FileReader | null = null
  let verification = beginVerification(head)
  const verifyAll = (events: ReadonlyArray<RawEvent>) => {
    for (const event of events) verification = verifyNext(verification, event)
  }
  return {
    push: (text: string): void => {
      const content = reader === null ? text.replace(/^[\uFEFF\s]+/, "") : text
      if (content === "") return
      reader ??= readerFor(content)
      verifyAll(reader.push(content))
    },
    end: (): FileVerification => {
      if (reader === null) throw new UnreadableExport("it is empty")
      const summary = reader.end()
      return summary === "cut off"
        ? { verification, cutOff: true }
        : { verification: finishVerification(verification, summary), cutOff: false }
    }
  }
}
