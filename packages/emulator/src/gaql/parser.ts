import type { Condition, Literal, Operator, Ordering, Query } from "./ast.ts"
import { Tokens } from "./tokens.ts"

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
