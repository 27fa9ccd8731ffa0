import ts from "typescript-api"
import type { Replacement } from "./mutation.ts"

const K = ts.SyntaxKind

/**
 * Replacements of operators. Comparisons change at the boundary, which tests in the middle of a range do not
 * detect.
 */
const swappedOperators: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [K.LessThanToken, "<="],
  [K.LessThanEqualsToken, "<"],
  [K.GreaterThanToken, ">="],
  [K.GreaterThanEqualsToken, ">"],
  [K.EqualsEqualsEqualsToken, "!=="],
  [K.ExclamationEqualsEqualsToken, "==="],
  [K.AmpersandAmpersandToken, "||"],
  [K.BarBarToken, "&&"],
  [K.PlusToken, "-"],
  [K.MinusToken, "+"],
  [K.AsteriskToken, "/"],
  [K.SlashToken, "*"],
  [K.PercentToken, "*"]
])

/** Methods that are easily confused with each other. */
const swappedNames: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  startsWith: "endsWith",
  endsWith: "startsWith",
  toLowerCase: "toUpperCase",
  toUpperCase: "toLowerCase"
}

/** Methods whose call can be removed, because the receiver has the type of the result. */
const skippable = new Set(["filter", "toSorted", "sort", "slice", "trim", "toReversed", "normalize"])

const replaced = (node: ts.Node, source: ts.SourceFile, put: string): Replacement => ({
  start: node.getStart(source),
  end: node.getEnd(),
  put
})

const conditions = (node: ts.Node): ts.Expression | null =>
  ts.isIfStatement(node) ? node.expression : ts.isConditionalExpression(node) ? node.condition : null

/**
 * Whether a node is a whole condition. It is replaced by true and by false; its negation would add nothing.
 */
const isCondition = (node: ts.Node): boolean => conditions(node.parent) === node

const equalities = new Set([K.EqualsEqualsEqualsToken, K.ExclamationEqualsEqualsToken])

const binaryReplacements = (node: ts.BinaryExpression, source: ts.SourceFile): ReadonlyArray<Replacement> => {
  const { left, operatorToken, right } = node
  // Next to && and ||, this operator needs parentheses.
  if (operatorToken.kind === K.QuestionQuestionToken)
    return [replaced(node, source, `((${left.getText(source)}) && (${right.getText(source)}))`)]
  const put = swappedOperators.get(operatorToken.kind)
  if (put === undefined || (equalities.has(operatorToken.kind) && isCondition(node))) return []
  return [replaced(operatorToken, source, put)]
}

const callReplacements = (node: ts.CallExpression, source: ts.SourceFile): ReadonlyArray<Replacement> => {
  const { expression } = node
  if (!ts.isPropertyAccessExpression(expression)) return []
  const { name } = expression
  const other = Object.hasOwn(swappedNames, name.text) ? swappedNames[name.text]! : null
  const plain = expression.expression.getText(source)
  return [
    ...(other === null ? [] : [replaced(name, source, other)]),
    ...(skippable.has(name.text) && !plain.startsWith("Effect") ? [replaced(node, source, plain)] : [])
  ]
}

/** Spans and services have names that only people read. */
const namers = new Set(["fn", "withSpan", "Tag"])

const isName = (node: ts.StringLiteralLike): boolean => {
  const { parent } = node
  if (ts.isPropertyAssignment(parent)) return parent.name === node
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return false
  return namers.has(parent.expression.name.text)
}

/** Sentences are not mutated: tests should not repeat every message. */
const textReplacements = (node: ts.StringLiteralLike, source: ts.SourceFile): ReadonlyArray<Replacement> =>
  isName(node) || node.text === "" || /\s/.test(node.text) || ts.isTaggedTemplateExpression(node.parent)
    ? []
    : [replaced(node, source, '""')]

const numberReplacements = (node: ts.NumericLiteral, source: ts.SourceFile): ReadonlyArray<Replacement> => {
  const value = Number(node.text.replaceAll("_", ""))
  return Number.isSafeInteger(value) ? [replaced(node, source, String(value + 1))] : []
}

/** Returns the mutations of one node, without those of its children. */
export const replacementsOf = (node: ts.Node, source: ts.SourceFile): ReadonlyArray<Replacement> => {
  const condition = conditions(node)
  if (condition !== null) return [replaced(condition, source, "true"), replaced(condition, source, "false")]
  if (ts.isBinaryExpression(node)) return binaryReplacements(node, source)
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken)
    return isCondition(node) ? [] : [replaced(node, source, node.operand.getText(source))]
  if (node.kind === K.TrueKeyword) return [replaced(node, source, "false")]
  if (node.kind === K.FalseKeyword) return [replaced(node, source, "true")]
  // A call as a statement, whose result is unused: remove it.
  if (ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression))
    return [replaced(node, source, ";")]
  if (ts.isCallExpression(node)) return callReplacements(node, source)
  if (ts.isNumericLiteral(node)) return numberReplacements(node, source)
  if (ts.isStringLiteralLike(node)) return textReplacements(node, source)
  return []
}
