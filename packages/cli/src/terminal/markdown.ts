import { safeText } from "./safe-text.ts"
import { table } from "./table.ts"
import type { Paint } from "./terminal.ts"
import { widthOf } from "./width.ts"

type TextStyle = "plain" | "strong" | "code"
interface Piece {
  readonly text: string
  readonly style: TextStyle
}

const link = /!?\[([^\]]*)\]\((\S+?)\)/g
/** Either mark. One inside a word, as in `spend_7d`, does not count. */
const emphasis = /(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])|(?<!\w)_([^_\s][^_]*)_(?!\w)/g
const markedText = /\*\*(.+?)\*\*|__(.+?)__|`([^`]+)`/g

/** A link shows its URL, because not every terminal supports links. */
const plainText = (text: string): string =>
  text
    .replace(link, (_, words: string, to: string) => (words === to || words === "" ? to : `${words} (${to})`))
    .replace(emphasis, "$1$2")

const piecesOf = (text: string): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let from = 0
  const plain = (to: number) => {
    if (to > from) pieces.push({ text: plainText(text.slice(from, to)), style: "plain" })
  }
  for (const match of text.matchAll(markedText)) {
    plain(match.index)
    const code = match[3]
    pieces.push(
      code === undefined
        ? { text: plainText(match[1] ?? match[2]!), style: "strong" }
        : { text: code, style: "code" }
    )
    from = match.index + match[0].length
  }
  plain(text.length)
  return pieces
}

/** The text without its marks. */
const stripMarks = (text: string): string =>
  piecesOf(text)
    .map((piece) => piece.text)
    .join("")

/** A word can have several styles, such as `**4**%`, and is never broken. */
const wordsOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const words: Array<Array<Piece>> = [[]]
  for (const { style, text } of pieces) {
    for (const [at, part] of text.split(/\s+/).entries()) {
      if (at > 0) words.push([])
      if (part !== "") words.at(-1)!.push({ text: part, style })
    }
  }
  return words.filter((word) => word.length > 0)
}

const painters: Record<TextStyle, (paint: Paint) => (text: string) => string> = {
  plain: () => (text) => text,
  strong: (paint) => paint.strong,
  code: (paint) => paint.accent
}

/** Wraps to lines of at most `maxWidth` visible columns, with styles applied. */
const wrapMarked = (text: string, maxWidth: number, paint: Paint): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  let width = 0
  for (const word of wordsOf(piecesOf(text))) {
    const wordWidth = word.reduce((sum, piece) => sum + widthOf(piece.text), 0)
    const painted = word.map((piece) => painters[piece.style](paint)(piece.text)).join("")
    if (line !== "" && width + 1 + wordWidth > maxWidth) {
      lines.push(line)
      line = painted
      width = wordWidth
    } else {
      line = line === "" ? painted : `${line} ${painted}`
      width += wordWidth + (width === 0 ? 0 : 1)
    }
  }
  return line === "" ? lines : [...lines, line]
}

/**
 * The part of Markdown that reports and strategies use: headings, paragraphs, lists, tables, quotes, code, rules, bold,
 * italics, inline code and links. Anything else is shown as written.
 */

interface RenderOptions {
  readonly maxWidth: number
  readonly paint: Paint
}

const maxTextWidth = 96

const paragraph = (text: string, first: string, rest: string, { paint, maxWidth }: RenderOptions): string =>
  wrapMarked(text, Math.min(maxWidth, maxTextWidth) - widthOf(first), paint)
    .map((line, at) => (at === 0 ? first : rest) + line)
    .join("\n")

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => stripMarks(cell.trim().replaceAll("\\|", "|")))

const isDivider = (line: string): boolean =>
  /^\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$/.test(line) && line.includes("|")

const markdownTable = (lines: ReadonlyArray<string>, { paint, maxWidth }: RenderOptions): string => {
  const [titles = [], sides = [], ...rows] = [
    cellsOf(lines[0]!),
    cellsOf(lines[1]!),
    ...lines.slice(2).map(cellsOf)
  ]
  const columns = titles.map((title, at) => ({
    title,
    right: /^-+:$/.test(sides[at] ?? ""),
    cells: rows.map((row) => row[at] ?? "")
  }))
  return table(columns, maxWidth, paint)
}

const heading = /^(#{1,6})\s+(.*?)\s*#*$/
const listItem = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/
const startsBlock = (line: string): boolean =>
  heading.test(line) || listItem.test(line) || /^\s*(>|```|([-*_]\s*){3,}$)/.test(line)

const takeWhile = (lines: ReadonlyArray<string>, from: number, still: (line: string) => boolean): number => {
  let at = from
  while (at < lines.length && still(lines[at]!)) at++
  return at
}

/** Renders the block that starts here, and returns the line after it. */
const blockAt = (
  lines: ReadonlyArray<string>,
  at: number,
  options: RenderOptions
): readonly [string, number] => {
  const line = lines[at]!
  const title = heading.exec(line)
  if (title !== null) return [options.paint.strong(stripMarks(title[2]!)), at + 1]
  if (/^\s*```/.test(line)) {
    const end = takeWhile(lines, at + 1, (next) => !/^\s*```/.test(next))
    return [
      lines
        .slice(at + 1, end)
        .map((code) => options.paint.accent(`    ${code}`))
        .join("\n"),
      end + 1
    ]
  }
  if (/^\s*([-*_]\s*){3,}$/.test(line))
    return [options.paint.faint("─".repeat(Math.min(options.maxWidth, maxTextWidth))), at + 1]
  if (line.includes("|") && isDivider(lines[at + 1] ?? "")) {
    const end = takeWhile(lines, at + 2, (next) => next.includes("|"))
    return [markdownTable(lines.slice(at, end), options), end]
  }
  const item = listItem.exec(line)
  const continues = (next: string) => next.trim() !== "" && !startsBlock(next)
  const end = takeWhile(lines, at + 1, continues)
  const text = lines.slice(at + 1, end).map((next) => next.trim())
  if (item !== null) {
    const mark = /\d/.test(item[2]!) ? item[2]! : "•"
    const indent = `${item[1]!}  `
    return [
      paragraph(
        [item[3]!, ...text].join(" "),
        `${indent}${mark} `,
        `${indent}${" ".repeat(mark.length + 1)}`,
        options
      ),
      end
    ]
  }
  if (/^\s*>/.test(line)) {
    const quotedLines = [line, ...text].map((quoted) => quoted.replace(/^\s*>\s?/, ""))
    return [paragraph(quotedLines.join(" "), "│ ", "│ ", options), end]
  }
  return [paragraph([line.trim(), ...text].join(" "), "", "", options), end]
}

/** Renders a document for a terminal. */
export const renderMarkdown = (markdown: string, maxWidth: number, paint: Paint): string => {
  const lines = safeText(markdown).split("\n")
  const rendered: Array<string> = []
  for (let at = 0; at < lines.length; ) {
    if (lines[at]!.trim() === "") {
      if (rendered.at(-1) !== "") rendered.push("")
      at++
      continue
    }
    const [text, next] = blockAt(lines, at, { maxWidth, paint })
    rendered.push(text)
    at = next
  }
  return rendered.join("\n").trim()
}
