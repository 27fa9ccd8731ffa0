export const csvMediaType = "text/csv; charset=utf-8"

/*
 * Cells that spreadsheets and people can open without harm, and that can be read back exactly. What stands in a cell is
 * often what a stranger wrote: a user agent that begins with = would be a formula, run by whoever opens the file.
 */

/** What spreadsheets take for the beginning of a formula, also behind blanks, and in the wide form of East Asia. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** An apostrophe says that what follows is text: before formulas, before itself, and for a text that is empty. */
const escapeFormula = (text: string): string =>
  text === "" || text.startsWith("'") || formula.test(text) ? `'${text}` : text

/** A line break, a comma or a quote inside a cell needs quotes around it; a quote inside them is doubled (RFC 4180). */
const quoteCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Nothing at all for null: an empty text has its apostrophe. */
const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  return quoteCell(typeof value === "string" ? escapeFormula(value) : String(value))
}

export const csvLine = (cells: ReadonlyArray<unknown>): string => `${cells.map(cell).join(",")}\r\n`

/** The text that a cell was written from; null for a cell that holds nothing. */
export const parseCell = (written: string): string | null =>
  written === "" ? null : written.startsWith("'") ? written.slice(1) : written

export interface CsvReader {
  /** The lines that are whole now, as the cells that stand in them. */
  readonly push: (text: string) => ReadonlyArray<ReadonlyArray<string>>
  /** What is left of a line that nothing ended; null where there is nothing. */
  readonly rest: () => ReadonlyArray<string> | null
}

/** Reads CSV piece by piece, however it is cut. Quotes mean something where RFC 4180 has them: around a whole cell. */
export const makeCsvReader = (): CsvReader => {
  let cells: Array<string> = []
  let cell = ""
  /** Where we are: before a cell's first character, in one without quotes, in one with them, behind its last quote. */
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
        // The second of two quotes stands for one; the first of a cell opens it.
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
