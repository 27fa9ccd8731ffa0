import type { Paint } from "./paint.ts"
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
export const stripMarks = (text: string): string =>
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
export const wrapMarked = (text: string, maxWidth: number, paint: Paint): ReadonlyArray<string> => {
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
