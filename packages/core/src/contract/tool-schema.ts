import { Option, SchemaAST } from "effect"
import type { FieldProblem } from "./errors.ts"
import {
  type InputField,
  inputFields,
  inputJsonSchema,
  type JsonSchema,
  outputJsonSchema,
  rewriteEach
} from "./json-schema.ts"
import type { Operation } from "./operation.ts"
import { renderSchemaMentions } from "./operation-mentions.ts"
import type { AnyOperation } from "./table.ts"
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
const fieldAliases = (fields: ReadonlyMap<string, InputField>): ReadonlyMap<string, string> =>
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

const isNull = (schema: JsonSchema) => schema["type"] === "null"
const plainTypes = (schemas: ReadonlyArray<JsonSchema>) =>
  schemas.every((one) => one["type"] !== undefined && Object.keys(one).length === 1)

/** "A text or null" as one type list: a union is three times as long. */
const withTypeLists = (schema: JsonSchema): JsonSchema => {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const members = anyOf as ReadonlyArray<JsonSchema>
  if (plainTypes(members)) return { type: [...new Set(members.flatMap((one) => one["type"]))], ...rest }
  const others = members.filter((one) => !isNull(one))
  const [only] = others
  if (others.length === 1 && members.length === 2 && Array.isArray(only?.["enum"])) {
    return { ...only, enum: [...only["enum"], null], ...rest }
  }
  if (others.length !== 1 || members.length !== 2 || typeof only?.["type"] !== "string") return schema
  return { ...only, type: [only["type"], "null"], ...rest }
}

const without = (schema: JsonSchema, drop: (keyword: string, value: unknown) => boolean): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword, value]) => !drop(keyword, value)))

const isEmpty = (value: unknown) =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0

/** Far above any realistic value: such a limit is a safeguard, and its error message states it. */
const maxUsefulLimit = 1_000_000

/** More than a name, a key or a URL needs. Documents can reach their limit, so theirs is included. */
const enoughForAnyName = (length: number) => length >= 64 && length <= 2048

/** Counts begin at 0 or 1 anyway. */
const beginsAnywhere = (keyword: string, value: unknown) =>
  (keyword === "minimum" && (value === 0 || value === 1)) || (keyword === "exclusiveMinimum" && value === 0)

/**
 * Formats, patterns and limits that nobody reaches do not help a reader; the error message reports them. The organization's
 * description names its default.
 */
const isOmittedFromInput = (keyword: string, value: unknown) =>
  keyword === "pattern" ||
  keyword === "format" ||
  keyword === "minLength" ||
  keyword === "additionalProperties" ||
  beginsAnywhere(keyword, value) ||
  (keyword === "maxItems" && Number(value) >= 15) ||
  (keyword === "default" && value === "_") ||
  (keyword === "maxLength" && enoughForAnyName(Number(value))) ||
  (keyword === "maximum" && Number(value) > maxUsefulLimit) ||
  (keyword === "required" && isEmpty(value))

/**
 * The keywords of an output schema, without limits and descriptions. The tool's description explains the
 * output, and types need only names, types and enums.
 */
const outputKeywords = new Set([
  "type",
  "properties",
  "items",
  "enum",
  "const",
  "anyOf",
  "additionalProperties"
])
const isOmittedFromOutput = (keyword: string, value: unknown) =>
  !outputKeywords.has(keyword) || isEmpty(value)

/** Longer lists of values, such as all scopes, are documented and can grow: a tool's output names the type only. */
const maxValues = 4

/** A field with fixed values is described by these values alone: their type follows from them. */
const withConstants = (schema: JsonSchema): JsonSchema => {
  const { enum: values, type, ...rest } = schema
  if (!Array.isArray(values)) return schema
  if (values.length > maxValues) return { type, ...rest }
  return values.length === 1 ? { const: values[0], ...rest } : { enum: values, ...rest }
}

/** Combines the variants of an output into one object with all their fields, none of them required. */
const asOneObject = (schema: JsonSchema): JsonSchema => {
  const { anyOf } = schema
  if (!Array.isArray(anyOf)) return schema
  const forms = anyOf as ReadonlyArray<JsonSchema>
  return { type: "object", properties: Object.assign({}, ...forms.map((form) => form["properties"])) }
}

/** The fields of a result that waits for approval: a result, not an error. */
const heldProperties = {
  code: { const: "approval_required" },
  queued_recommendation_id: { type: "string" }
}

const withHeldResponse = (schema: JsonSchema): JsonSchema => {
  const { required: _, ...rest } = schema
  return { ...rest, properties: { ...(schema["properties"] as object), ...heldProperties } }
}

/**
 * Adds the alternative names of an id: action_id for id. Neither name is required then, because model
 * providers reject anyOf at the root. A call without both is rejected.
 */
const withIdAliases = (operation: AnyOperation, schema: JsonSchema): JsonSchema => {
  const aliases = [...fieldAliases(inputFields(operation))].filter(([alias]) => alias.endsWith("_id"))
  if (aliases.length === 0) return schema
  const properties = { ...(schema["properties"] as Readonly<Record<string, JsonSchema>>) }
  const required = new Set(schema["required"] as ReadonlyArray<string> | undefined)
  for (const [alias, field] of aliases) {
    properties[alias] = {
      type: properties[field]!["type"],
      description: `Same as ${field}`
    }
    required.delete(field)
  }
  return without({ ...schema, properties, required: [...required] }, isOmittedFromInput)
}

/** A tool's input schema with enums, ranges and defaults, in the tools' terms. */
export const toolInputSchema = (operation: AnyOperation): JsonSchema => {
  const schema = rewriteEach(renderSchemaMentions("mcp", inputJsonSchema(operation)), (one) =>
    withTypeLists(without(one, isOmittedFromInput))
  ) as JsonSchema
  return { ...withIdAliases(operation, schema), additionalProperties: false }
}

/** A list of all types says no more than none, and properties say that it is an object. */
const withoutPlainType = (schema: JsonSchema): JsonSchema => {
  const { type, ...rest } = schema
  return (Array.isArray(type) && type.length > 2) || (type === "object" && rest["properties"] !== undefined)
    ? rest
    : schema
}

/** Fields of many results: a tool's output names them, and the reference describes them. */
const sharedFields: ReadonlySet<string> = new Set([
  "outside_change",
  "platform_check",
  "requested_by",
  "warning_codes",
  "would_lose"
])

/**
 * A tool's output schema, short: as much as a client needs to derive types of what it uses. A result may have more, such as
 * `third_party_text`.
 */
export const toolOutputSchema = (operation: AnyOperation): JsonSchema => {
  const whole = asOneObject(outputJsonSchema(operation))
  const withHeld = operation.held ? withHeldResponse(whole) : whole
  // What is required inside rows would be the longest part of many schemas.
  const { required } = withHeld
  const { properties, ...short } = rewriteEach(withHeld, (one) =>
    withoutPlainType(withConstants(withTypeLists(without(one, isOmittedFromOutput))))
  ) as JsonSchema
  return {
    type: "object",
    ...short,
    properties: Object.fromEntries(
      Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => [
        name,
        sharedFields.has(name) ? {} : schema
      ])
    ),
    ...(required !== undefined && { required })
  }
}
