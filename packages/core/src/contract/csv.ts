export const csvMediaType = "text/csv; charset=utf-8"

/*
 * Formats cells that are safe to open in a spreadsheet and can be parsed back exactly. Cells often contain
 * untrusted text: a user agent that begins with = would be a formula, run by the person who opens the file.
 */

/** The start of a formula for spreadsheets, also after whitespace, and in East Asian full-width form. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** An apostrophe marks text: before formulas, before an apostrophe, and for an empty text. */
const escapeFormula = (text: string): string =>
  text === "" || text.startsWith("'") || formula.test(text) ? `'${text}` : text

/** Quotes a cell with a line break, a comma or a quote; quotes inside are doubled (RFC 4180). */
const quoteCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Null is an empty cell; an empty text has its apostrophe. */
const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  return quoteCell(typeof value === "string" ? escapeFormula(value) : String(value))
}

export const csvLine = (cells: ReadonlyArray<unknown>): string => `${cells.map(cell).join(",")}\r\n`

/** The original text of a cell; null for an empty cell. */
export const parseCell = (written: string): string | null =>
  written === "" ? null : written.startsWith("'") ? written.slice(1) : written

interface CsvReader {
  /** Returns the rows that this chunk completes, as lists of cells. */
  readonly push: (text: string) => ReadonlyArray<ReadonlyArray<string>>
  /** Returns the cells of an unterminated last row; null if there is none. */
  readonly rest: () => ReadonlyArray<string> | null
}

/** Reads CSV in chunks of any length. Quotes have a meaning only around a whole cell, as in RFC 4180. */
export const makeCsvReader = (): CsvReader => {
  let cells: Array<string> = []
  let cell = ""
  /**
   * The state: before a cell's first character, in an unquoted cell, in a quoted one, or after its closing
   * quote.
   */
  let state: "new" | "plain" | "quoted" | "closed" = "new"

  const push = (text: string) => {
    const lines: Array<ReadonlyArray<string>> = []
    let from = 0
    const appendText = (to: number) => {
      cell += text.slice(from, to)
    }
    for (let index = 0; index < text.length; index++) {
      const character = text[index]
      if (state === "quoted") {
        if (character !== '"') continue
        appendText(index)
        state = "closed"
        from = index + 1
      } else if (character === '"' && state !== "plain") {
        // The second of two quotes is a literal quote; the first of a cell opens it.
        from = state === "closed" ? index : index + 1
        state = "quoted"
      } else if (character === "," || character === "\n") {
        appendText(index)
        from = index + 1
        const ended = character === "\n"
        cells.push(ended && cell.endsWith("\r") ? cell.slice(0, -1) : cell)
        cell = ""
        state = "new"
        if (!ended) continue
        lines.push(cells)
        cells = []
      } else if (state === "new") state = "plain"
    }
    appendText(text.length)
    return lines
  }

  return { push, rest: () => (cells.length === 0 && state === "new" ? null : [...cells, cell]) }
}
