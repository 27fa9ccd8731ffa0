import { refuse } from "../protocol/errors.ts"
import type { ErrorCodes } from "../schema/errors.generated.ts"

export type Operator =
  | "="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "IN"
  | "NOT IN"
  | "LIKE"
  | "NOT LIKE"
  | "CONTAINS ANY"
  | "CONTAINS ALL"
  | "CONTAINS NONE"
  | "IS NULL"
  | "IS NOT NULL"
  | "DURING"
  | "BETWEEN"
  | "REGEXP_MATCH"
  | "NOT REGEXP_MATCH"

export interface Literal {
  readonly kind: "word" | "string" | "number"
  readonly text: string
}

export interface Condition {
  readonly field: string
  readonly operator: Operator
  readonly values: readonly Literal[]
}

interface Ordering {
  readonly field: string
  readonly descending: boolean
}

export interface Query {
  readonly select: readonly string[]
  readonly from: string
  readonly where: readonly Condition[]
  readonly orderBy: readonly Ordering[]
  readonly limit: number | undefined
  readonly parameters: ReadonlyMap<string, string>
}

interface Token {
  readonly kind: "word" | "string" | "number" | "symbol" | "end"
  readonly text: string
}

const symbols = ["!=", "<=", ">=", "=", "<", ">", "(", ")", ","]
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" }

const tokenize = (query: string): readonly Token[] => {
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

/** A cursor over the tokens for the parser. */
class Tokens {
  readonly #tokens: readonly Token[]
  #position = 0

  constructor(query: string) {
    this.#tokens = tokenize(query)
  }

  get next(): Token {
    return this.#tokens[this.#position]!
  }

  get done(): boolean {
    return this.next.kind === "end"
  }

  take(): Token {
    const token = this.next
    if (token.kind !== "end") this.#position++
    return token
  }

  isWord(...words: readonly string[]): boolean {
    return this.next.kind === "word" && words.includes(this.next.text.toUpperCase())
  }

  takeWord(...words: readonly string[]): string | undefined {
    return this.isWord(...words) ? this.take().text.toUpperCase() : undefined
  }

  takeSymbol(...symbols: readonly string[]): string | undefined {
    return this.next.kind === "symbol" && symbols.includes(this.next.text) ? this.take().text : undefined
  }

  /** Throws a query error. At the end of the query, the error is always UNEXPECTED_END_OF_QUERY. */
  fail(code: ErrorCodes["queryError"], what: string): never {
    if (this.done) {
      return refuse({ queryError: "UNEXPECTED_END_OF_QUERY" }, "Error in query: unexpected end of query.")
    }
    return refuse({ queryError: code }, `Error in query: ${what}.`, [], this.next.text)
  }
}

export const parse = (text: string): Query => {
  const tokens = new Tokens(text)
  if (!tokens.takeWord("SELECT")) tokens.fail("EXPECTED_SELECT", "expected SELECT")
  const select = parseFields(tokens)
  if (!tokens.takeWord("FROM")) tokens.fail("EXPECTED_FROM", "expected FROM")
  const from = parseName(tokens, "BAD_RESOURCE_TYPE_IN_FROM_CLAUSE")
  const where = tokens.takeWord("WHERE") ? parseConditions(tokens) : []
  const orderBy = tokens.takeWord("ORDER") ? parseOrderings(tokens) : []
  const limit = tokens.takeWord("LIMIT") ? parseLimit(tokens) : undefined
  const parameters = tokens.takeWord("PARAMETERS") ? parseParameters(tokens) : new Map<string, string>()
  if (!tokens.done) tokens.fail("UNEXPECTED_INPUT", `unexpected input ${tokens.next.text}`)
  return { select, from, where, orderBy, limit, parameters }
}

const clauses = ["SELECT", "FROM", "WHERE", "ORDER", "LIMIT", "PARAMETERS", "AND"]

const parseName = (tokens: Tokens, code: "BAD_FIELD_NAME" | "BAD_RESOURCE_TYPE_IN_FROM_CLAUSE"): string => {
  if (tokens.next.kind !== "word" || tokens.isWord(...clauses))
    tokens.fail(code, `bad name ${tokens.next.text}`)
  return tokens.take().text
}

const parseFields = (tokens: Tokens): readonly string[] => {
  const fields = [parseName(tokens, "BAD_FIELD_NAME")]
  while (tokens.takeSymbol(",")) fields.push(parseName(tokens, "BAD_FIELD_NAME"))
  return fields
}

const parseConditions = (tokens: Tokens): readonly Condition[] => {
  const conditions = [parseCondition(tokens)]
  while (tokens.takeWord("AND")) conditions.push(parseCondition(tokens))
  if (!tokens.done && !tokens.isWord(...clauses)) tokens.fail("EXPECTED_AND", "expected AND")
  return conditions
}

const parseCondition = (tokens: Tokens): Condition => {
  const field = parseName(tokens, "BAD_FIELD_NAME")
  const operator = parseOperator(tokens)
  return { field, operator, values: parseValues(tokens, operator) }
}

const parseOperator = (tokens: Tokens): Operator => {
  const symbol = tokens.takeSymbol("=", "!=", "<=", ">=", "<", ">")
  if (symbol) return symbol as Operator
  const negated = tokens.takeWord("NOT")
  const word = tokens.takeWord(
    ...["IN", "LIKE", "REGEXP_MATCH"],
    ...(negated ? [] : ["CONTAINS", "IS", "DURING", "BETWEEN"])
  )
  if (!word) tokens.fail("BAD_OPERATOR", `bad operator ${tokens.next.text}`)
  if (negated) return `NOT ${word}` as Operator
  if (word === "CONTAINS") {
    const quantifier = tokens.takeWord("ANY", "ALL", "NONE")
    if (!quantifier) tokens.fail("BAD_OPERATOR", "expected ANY, ALL or NONE")
    return `CONTAINS ${quantifier}` as Operator
  }
  if (word !== "IS") return word as Operator
  const not = tokens.takeWord("NOT")
  if (!tokens.takeWord("NULL")) tokens.fail("BAD_OPERATOR", "expected NULL")
  return not ? "IS NOT NULL" : "IS NULL"
}

const parseValues = (tokens: Tokens, operator: Operator): readonly Literal[] => {
  if (operator === "IS NULL" || operator === "IS NOT NULL") return []
  if (operator === "BETWEEN") {
    const low = parseLiteral(tokens)
    if (!tokens.takeWord("AND")) tokens.fail("EXPECTED_VALUE_WITH_BETWEEN_OPERATOR", "expected AND")
    return [low, parseLiteral(tokens)]
  }
  const takesList = operator === "IN" || operator === "NOT IN" || operator.startsWith("CONTAINS")
  if (takesList) return parseList(tokens)
  if (tokens.next.text === "(") tokens.fail("EXPECTED_SINGLE_VALUE", "expected a single value")
  return [parseLiteral(tokens)]
}

const parseList = (tokens: Tokens): readonly Literal[] => {
  if (!tokens.takeSymbol("(")) tokens.fail("EXPECTED_LIST", "expected a list")
  if (tokens.next.text === ")")
    tokens.fail("PROHIBITED_EMPTY_LIST_IN_CONDITION", "a list in a condition is empty")
  const values = [parseLiteral(tokens)]
  while (tokens.takeSymbol(",")) values.push(parseLiteral(tokens))
  if (!tokens.takeSymbol(")")) tokens.fail("UNEXPECTED_INPUT", `unexpected input ${tokens.next.text}`)
  return values
}

const parseLiteral = (tokens: Tokens): Literal => {
  const { kind, text } = tokens.next
  if (kind === "symbol" || kind === "end") return tokens.fail("BAD_VALUE", `bad value ${text}`)
  tokens.take()
  return { kind, text }
}

const parseOrderings = (tokens: Tokens): readonly Ordering[] => {
  if (!tokens.takeWord("BY")) tokens.fail("EXPECTED_BY", "expected BY")
  const one = (): Ordering => {
    const field = parseName(tokens, "BAD_FIELD_NAME")
    return { field, descending: tokens.takeWord("ASC", "DESC") === "DESC" }
  }
  const orderings = [one()]
  while (tokens.takeSymbol(",")) orderings.push(one())
  return orderings
}

const parseLimit = (tokens: Tokens): number => {
  if (tokens.next.kind !== "number" || !/^-?\d+$/.test(tokens.next.text)) {
    tokens.fail("BAD_LIMIT_VALUE", `bad limit ${tokens.next.text}`)
  }
  if (Number(tokens.next.text) < 1) tokens.fail("LIMIT_VALUE_TOO_LOW", "limit must be at least 1")
  return Number(tokens.take().text)
}

const knownParameters = ["include_drafts", "omit_unselected_resource_names"]

const parseParameters = (tokens: Tokens): ReadonlyMap<string, string> => {
  const parameters = new Map<string, string>()
  do {
    const name = tokens.next.text.toLowerCase()
    if (!knownParameters.includes(name)) tokens.fail("BAD_PARAMETER_NAME", `bad parameter name ${name}`)
    tokens.take()
    if (!tokens.takeSymbol("=")) tokens.fail("BAD_OPERATOR", "expected =")
    const value = tokens.takeWord("TRUE", "FALSE")
    if (!value) tokens.fail("BAD_PARAMETER_VALUE", `bad parameter value ${tokens.next.text}`)
    parameters.set(name, value!.toLowerCase())
  } while (tokens.takeSymbol(","))
  return parameters
}
