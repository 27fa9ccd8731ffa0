/*
 * Markdown for people who read it and for programs that render it. Pure texts: what stands in them was found out before.
 */

/**
 * What means something in markdown, wherever it stands in a line: emphasis, code, links, HTML, cells of a table. An
 * underscore within a word, and an ampersand that begins no entity, mean nothing and stay as people wrote them.
 */
const meaningful = /[\\`*[\]<|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu
/** What many programs make a link of by themselves. */
const address = /:(?=\/\/)|(?<=\bwww)\.|@(?=\w)/gi
/** What means something where a line begins: headings, quotes, lists, rules; and numbered items. */
const beginning = /^[#>+=-]/
const numbered = /^(\d+)([.)])(?=\s|$)/
/** How a text names an operation. In somebody else's words it is only words, and no surface shall put it in its own. */
const mention = /(?<=\{[a-z_]+)\.(?=[a-z_])/g
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Somebody else's words (search terms, names, documents) as they may stand in a line or a cell: words and nothing else. */
export const inline = (text: string): string =>
  text
    .replaceAll(unseen, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(meaningful, "\\$&")
    .replaceAll(address, "\\$&")
    .replaceAll(mention, "\\$&")
    .replace(beginning, "\\$&")
    .replace(numbered, "$1\\$2")

/** What is to be taken letter by letter: names that are typed, addresses. Without what would end it or mean more. */
export const code = (text: string): string => `\`${text.replaceAll(unseen, "").replaceAll(/[`{}|]/g, "")}\``

/** Somebody else's words, set off as a quotation. */
export const quotation = (text: string): string => `> ${inline(text)}`

export const bullets = (lines: ReadonlyArray<string>): string => lines.map((line) => `- ${line}`).join("\n")

/** Blocks one below the other; empty ones are left out. */
export const blocks = (...parts: ReadonlyArray<string | null>): string =>
  parts.filter((part) => part !== null && part !== "").join("\n\n")

export interface Column {
  readonly title: string
  /** For figures, whose ends are compared. */
  readonly right?: true
}

const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

/** A table with its columns padded, so that it reads well as plain text, too. Nothing where there are no rows. */
export const table = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  if (rows.length === 0) return ""
  const widths = columns.map(({ title }, n) =>
    Math.max(title.length, 3, ...rows.map((row) => (row[n] ?? "").length))
  )
  const padded = (cells: ReadonlyArray<string>) =>
    line(
      columns.map(({ right }, n) => {
        const [cell, width] = [cells[n] ?? "", widths[n]!]
        return right ? cell.padStart(width) : cell.padEnd(width)
      })
    )
  const rule = columns.map(({ right }, n) =>
    right ? `${"-".repeat(widths[n]! - 1)}:` : "-".repeat(widths[n]!)
  )
  return [padded(columns.map(({ title }) => title)), line(rule), ...rows.map(padded)].join("\n")
}

const steps = [..."▁▂▃▄▅▆▇█"]

/** A row of values as a line that goes up and down, from nothing to the largest of them. */
export const sparkline = (values: ReadonlyArray<number>): string => {
  const largest = Math.max(0, ...values)
  return values
    .map((value) =>
      largest > 0 ? steps[Math.round((Math.max(0, value) / largest) * (steps.length - 1))]! : steps[0]!
    )
    .join("")
}

const parts = [..." ▏▎▍▌▋▊▉█"]

/** A value as a bar beside the largest of its kind, to an eighth of a sign. */
export const bar = (value: number, largest: number, width = 12): string => {
  const eighths = largest > 0 ? Math.round((Math.min(Math.max(0, value), largest) / largest) * width * 8) : 0
  const rest = eighths % 8
  return "█".repeat(Math.floor(eighths / 8)) + (rest === 0 ? "" : parts[rest]!)
}
