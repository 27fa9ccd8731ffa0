export { type MoneyFormat, moneyFormatter, shortMoneyFormatter } from "../contract/index.ts"

/** Formats a count, or a number with its decimals. */
export const formatNumber = (value: number): string =>
  value.toLocaleString("en-US", { maximumFractionDigits: 4 })

/** Formats days. Creating a formatter takes much longer than formatting a day, so the first day creates it. */
const dayFormatter = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  return (day: string): string => {
    format ??= new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options })
    return format.format(new Date(`${day}T00:00:00Z`))
  }
}
const formatMonth = dayFormatter({ month: "short" })

const shortMonthNames = { 8: "Sep" } as Readonly<Record<number, string>>

/** For example "9 Nov". */
export const formatShortDay = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  // Only British English abbreviates September as Sept.
  const name = shortMonthNames[date.getUTCMonth()] ?? formatMonth(day)
  return `${date.getUTCDate()} ${name}`
}

/** For example "9 November 2026". */
export const formatLongDay = dayFormatter({ day: "numeric", month: "long", year: "numeric" })

/** For example "16 October to 14 November 2026". */
export const formatLongDays = (from: string, to: string): string =>
  `${from.slice(0, 4) === to.slice(0, 4) ? formatLongDay(from).replace(/ \d{4}$/, "") : formatLongDay(from)} to ${formatLongDay(to)}`

/** For example "Mon". */
export const formatWeekday = dayFormatter({ weekday: "short" })

/* Readable markdown, from our own text and from untrusted text. */

export { pluralize } from "../log/sentence.ts"

/** Returns untrusted text as one line with a maximum length and without invisible characters. */
export const oneLine = (text: string, maxLength = 80): string => {
  const line = text.replaceAll(invisibleCharacters, " ").trim()
  const characters = [...line]
  return characters.length > maxLength
    ? `${characters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`
    : line
}

/**
 * Markdown syntax at any position: emphasis, code, links, HTML, table cells. An underscore within a word, and
 * an ampersand that starts no entity, stay unescaped.
 */
const markdownSyntax = /[\\`*[\]<|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu
/** Text that many renderers turn into a link. */
const autolinkSyntax = /:(?=\/\/)|(?<=\bwww)\.|@(?=\w)/gi
/** Markdown syntax at the start of a line: headings, quotes, lists, rules and numbered items. */
const lineStartSyntax = /^[#>+=-]/
const numberedItem = /^(\d+)([.)])(?=\s|$)/
/** An operation mention. In untrusted text it is plain text, and no surface must render it as a call. */
const operationMention = /(?<=\{[a-z_]+)\.(?=[a-z_])/g
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Cs}\s]+/gu

/**
 * Escapes untrusted text (a search term, a name), so that it creates no markup, link or new line. Characters
 * that are harmless at their position stay, because many people read markdown as plain text.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(invisibleCharacters, " ")
    .trim()
    .replaceAll(markdownSyntax, "\\$&")
    .replaceAll(autolinkSyntax, "\\$&")
    .replaceAll(operationMention, "\\$&")
    .replace(lineStartSyntax, "\\$&")
    .replace(numberedItem, "$1\\$2")

/** Renders literal text, such as a URL, without characters that would end or extend the code span. */
export const inlineCode = (text: string): string =>
  `\`${text.replaceAll(invisibleCharacters, "").replaceAll(/[`{}|]/g, "")}\``

/** Quotes untrusted text within a sentence. */
export const quoteInline = (text: string): string => `“${escapeMarkdown(text)}”`

/** Renders untrusted text, such as the name of a campaign, in bold. */
export const strong = (text: string): string => `**${escapeMarkdown(text)}**`

/** Renders the name or email address of a person, without an escape that plain readers would see. */
export const personName = (who: string): string => escapeMarkdown(who).replaceAll("\\@", "@")

/** Renders untrusted text as a blockquote. */
export const blockquote = (text: string): string => `> ${escapeMarkdown(text)}`

/** For example "a", "a and b", "a, b and c". */
export const joinWithAnd = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`

/** Joins sentences to a paragraph, and skips empty ones. */
export const joinSentences = (...sentences: ReadonlyArray<string | null>): string =>
  sentences.filter((sentence) => sentence !== null && sentence !== "").join(" ")

export const bulletList = (lines: ReadonlyArray<string>): string =>
  lines.map((line) => `- ${line}`).join("\n")

/** Joins blocks with an empty line between them, and skips empty blocks. */
export const joinBlocks = (...parts: ReadonlyArray<string | null>): string =>
  parts.filter((part) => part !== null && part !== "").join("\n\n")

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
