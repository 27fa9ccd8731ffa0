import { refuse } from "../protocol/errors.ts"
import type { Json } from "../protocol/json.ts"
import { enumNamed } from "../schema/index.ts"
import type { ResolvedField } from "./fields.ts"
import type { Condition, Literal, Operator } from "./parser.ts"

export type FieldTest = (value: Json | undefined) => boolean

const numeric = new Set(["int32", "int64", "uint32", "uint64", "float", "double"])

const maxValues = 20_000

/**
 * Checks a condition against its field's type and compiles it. Conditions on the core dates are handled
 * elsewhere.
 */
export const compileTest = (field: ResolvedField, condition: Condition): FieldTest => {
  const { operator, values } = condition
  checkOperator(field, operator)
  if (values.length > maxValues) {
    refuse({ queryError: "FILTER_HAS_TOO_MANY_VALUES" }, `The filter on '${field.name}' has too many values.`)
  }
  const expected = values.map((literal) => readLiteral(field, literal))
  const normal = (value: Json | undefined) => normalise(field, value)
  switch (operator) {
    case "IS NULL":
      return (value) => value === undefined
    case "IS NOT NULL":
      return (value) => value !== undefined
    case "=":
    case "IN":
      return (value) => expected.includes(normal(value))
    case "!=":
    case "NOT IN":
      return (value) => !expected.includes(normal(value))
    case "BETWEEN":
      return (value) => compare(normal(value), expected[0]) >= 0 && compare(normal(value), expected[1]) <= 0
    case "LIKE":
    case "NOT LIKE": {
      const pattern = likePattern(values[0]!.text)
      return (value) => pattern.test(String(value ?? "")) === (operator === "LIKE")
    }
    case "REGEXP_MATCH":
    case "NOT REGEXP_MATCH": {
      const pattern = new RegExp(`^(?:${values[0]!.text})$`, "u")
      return (value) => pattern.test(String(value ?? "")) === (operator === "REGEXP_MATCH")
    }
    case "CONTAINS ANY":
      return (value) => expected.some((one) => listOf(value).includes(one))
    case "CONTAINS ALL":
      return (value) => expected.every((one) => listOf(value).includes(one))
    case "CONTAINS NONE":
      return (value) => !expected.some((one) => listOf(value).includes(one))
    default:
      return (value) => value !== undefined && holds(operator, compare(normal(value), expected[0]))
  }
}

const listOf = (value: Json | undefined): readonly (Json | undefined)[] => (Array.isArray(value) ? value : [])

const holds = (operator: Operator, order: number): boolean =>
  operator === "<" ? order < 0 : operator === "<=" ? order <= 0 : operator === ">" ? order > 0 : order >= 0

type Scalar = string | number | boolean | undefined

/** An unset bool is false. Any other unset value equals nothing. */
const normalise = (field: ResolvedField, value: Json | undefined): Scalar => {
  if (field.type === "bool") return value === true
  if (value === undefined || value === null) return undefined
  return numeric.has(field.type) ? Number(value) : String(value)
}

export const compare = (left: Scalar, right: Scalar): number => {
  if (left === right) return 0
  if (left === undefined) return -1
  if (right === undefined) return 1
  return left < right ? -1 : 1
}

const readLiteral = (field: ResolvedField, { kind, text }: Literal): Scalar => {
  if (field.type === "enum") {
    if (text in enumNamed(field.of)) return text
    return refuse(
      { queryError: "BAD_ENUM_CONSTANT" },
      `Invalid enum value cannot be included in WHERE clause: '${text}'.`,
      [],
      text
    )
  }
  if (field.type === "bool") {
    if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true"
    return badValue(field, text)
  }
  if (numeric.has(field.type)) {
    if (text.trim() !== "" && Number.isFinite(Number(text))) return Number(text)
    return badValue(field, text)
  }
  return kind === "word" && field.type === "string" ? badValue(field, text) : text
}

const badValue = (field: ResolvedField, text: string) =>
  refuse(
    { queryError: "BAD_VALUE" },
    `Error in query: bad value '${text}' for the field '${field.name}'.`,
    [],
    text
  )

const checkOperator = (field: ResolvedField, operator: Operator): void => {
  const onLists = operator.startsWith("CONTAINS") || operator.startsWith("IS")
  const onText = operator.includes("LIKE") || operator.includes("REGEXP")
  const ordered = ["<", "<=", ">", ">=", "BETWEEN"].includes(operator)
  const isAllowed =
    (field.repeated ? onLists : !operator.startsWith("CONTAINS")) &&
    (!onText || field.type === "string") &&
    (!ordered || numeric.has(field.type) || field.type === "string") &&
    operator !== "DURING" &&
    (field.type !== "message" || operator.startsWith("IS"))
  if (!isAllowed) {
    refuse(
      { queryError: "OPERATOR_FIELD_MISMATCH" },
      `The operator '${operator}' cannot be used with the field '${field.name}'.`,
      [],
      field.name
    )
  }
}

/** `%` matches any text, `_` one character, `[x]` the character itself. */
const likePattern = (text: string): RegExp => {
  const pattern = text.replace(/\[(.)\]|([%_])|([.*+?^${}()|[\]\\])/g, (_, literal, wild, special) =>
    literal
      ? literal.replace(/[.*+?^${}()|[\]\\]/, "\\$&")
      : wild
        ? wild === "%"
          ? ".*"
          : "."
        : `\\${special}`
  )
  return new RegExp(`^${pattern}$`, "isu")
}
