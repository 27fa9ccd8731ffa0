import { refuse } from "../protocol/errors.ts"

export interface Token {
  readonly kind: "word" | "string" | "number" | "symbol" | "end"
  readonly text: string
}

const symbols = ["!=", "<=", ">=", "=", "<", ">", "(", ")", ","]
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" }

export const tokenize = (query: string): readonly Token[] => {
  const tokens: Token[] = []
  let position = 0
  while (position < query.length) {
    const rest = query.slice(position)
    const space = /^\s+/.exec(rest)
    if (space) {
      position += space[0].length
      continue
    }
    if (rest[0] === "'" || rest[0] === '"') {
      const [text, length] = readString(rest)
      tokens.push({ kind: "string", text })
      position += length
      continue
    }
    const token = readPlain(rest)
    tokens.push(token)
    position += token.text.length
  }
  return [...tokens, { kind: "end", text: "" }]
}

const readPlain = (rest: string): Token => {
  const number = /^-?\d+(\.\d+)?(?![\w.])/.exec(rest)
  if (number) return { kind: "number", text: number[0] }
  const word = /^[A-Za-z_][\w.]*/.exec(rest)
  if (word) return { kind: "word", text: word[0] }
  const symbol = symbols.find((candidate) => rest.startsWith(candidate))
  if (symbol) return { kind: "symbol", text: symbol }
  if (/^-?\d/.test(rest)) {
    const bad = /^\S+/.exec(rest)![0]
    return refuse({ queryError: "BAD_NUMBER" }, `Error in query: invalid number ${bad}.`, [], bad)
  }
  return refuse({ queryError: "BAD_SYMBOL" }, `Error in query: unexpected character ${rest[0]}.`, [], rest[0])
}

const readString = (rest: string): readonly [text: string, length: number] => {
  const quote = rest[0]!
  let text = ""
  for (let index = 1; index < rest.length; index++) {
    const character = rest[index]!
    if (character === quote) return [text, index + 1]
    if (character === "\n" || character === "\r") {
      refuse(
        { queryError: "PROHIBITED_NEWLINE_IN_STRING" },
        "Error in query: a string value holds a line break."
      )
    }
    if (character !== "\\") {
      text += character
      continue
    }
    index++
    const escaped = rest[index] ?? ""
    if (!/^[ntr'"\\]$/.test(escaped)) {
      refuse({ queryError: "BAD_ESCAPE_SEQUENCE" }, `Error in query: bad escape sequence \\${escaped}.`)
    }
    text += escapes[escaped] ?? escaped
  }
  return refuse({ queryError: "STRING_NOT_TERMINATED" }, "Error in query: a string was not terminated.")
}
