import { Option, SchemaAST } from "effect"
import type { FieldProblem } from "./errors.ts"
import { type InputField, inputFields } from "./input-fields.ts"
import type { Operation } from "./operation.ts"
import { OutputNames } from "./values/ids.ts"

type Values = Readonly<Record<string, unknown>>

const wholeNumber = /^-?(0|[1-9]\d{0,15})$/

/** Converts text to a whole number where the schema requires one; other values stay unchanged. */
const withNumbers = (ast: SchemaAST.AST, value: unknown): unknown => {
  const encoded = SchemaAST.encodedAST(ast)
  if (SchemaAST.isNumberKeyword(encoded)) {
    return typeof value === "string" && wholeNumber.test(value) ? Number(value) : value
  }
  if (!SchemaAST.isTypeLiteral(encoded) || typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value
  const types = new Map(encoded.propertySignatures.map(({ name, type }) => [String(name), type]))
  return withValues(value, (name, inner) => {
    const type = types.get(name)
    return type === undefined ? inner : withNumbers(type, inner)
  })
}

/** Creates own fields for all names: a field named __proto__ must not set the prototype. */
const withValues = (values: object, change: (name: string, value: unknown) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(name, value)]))

/** The names that outputs use for a field's value, unless another field has that name: alias to field. */
export const fieldAliases = (fields: ReadonlyMap<string, InputField>): ReadonlyMap<string, string> =>
  new Map(
    [...fields.values()].flatMap(({ name, type }) =>
      Option.getOrElse(SchemaAST.getAnnotation<ReadonlyArray<string>>(OutputNames)(type), () => [])
        .filter((alias) => !fields.has(alias))
        .map((alias) => [alias, name] as const)
    )
  )

/** An operation's input from a tool's arguments, and what makes them ambiguous. */
interface ToolInput {
  readonly values: Values
  readonly problems: ReadonlyArray<FieldProblem>
}

/**
 * Maps a tool's arguments to its operation's input. A tool accepts an id under the name that an output used
 * for it (action_id for id), and a whole number as text. An id under two names is accepted if both are the same.
 */
export const inputFromTool = (operation: Operation, toolArguments: Values): ToolInput => {
  const fields = inputFields(operation)
  const aliases = fieldAliases(fields)
  const values = new Map<string, { readonly value: unknown; readonly sentAs: string }>()
  const problems: Array<FieldProblem> = []
  const isAlias = ([name]: readonly [string, unknown]) => aliases.has(name)
  // A field under its own name comes before its other names.
  const sent = Object.entries(toolArguments)
  for (const [sentAs, given] of [...sent.filter((one) => !isAlias(one)), ...sent.filter(isAlias)]) {
    const name = aliases.get(sentAs) ?? sentAs
    const type = fields.get(name)?.type
    const value = type === undefined ? given : withNumbers(type, given)
    const first = values.get(name)
    if (first === undefined) values.set(name, { value, sentAs })
    else if (first.value !== value) {
      const message = `is another name for ${first.sentAs}, and the two differ; send one of them`
      problems.push({ path: sentAs, message })
    }
  }
  return { values: Object.fromEntries([...values].map(([name, { value }]) => [name, value])), problems }
}
